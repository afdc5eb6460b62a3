//! Many boards side by side, so that one instruction can work on several.

/// At most `N` boards, each seen by its side to move.
pub struct Boards<const N: usize> {
    own: [u64; N],
    opponent: [u64; N],
    len: usize,
}

impl<const N: usize> Default for Boards<N> {
    fn default() -> Boards<N> {
        Boards {
            own: [0; N],
            opponent: [0; N],
            len: 0,
        }
    }
}

impl<const N: usize> Boards<N> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds one more. There must be room.
    pub fn push(&mut self, own: u64, opponent: u64) {
        self.own[self.len] = own;
        self.opponent[self.len] = opponent;
        self.len += 1;
    }

    /// The places of four more boards, when `skipped` others stand before
    /// them: for those to move, and for their opponents.
    #[inline(always)]
    pub(super) fn four_after(&mut self, skipped: usize) -> (&mut [u64; 4], &mut [u64; 4]) {
        let first = self.len + skipped;
        let own = self.own[first..].first_chunk_mut();
        let opponent = self.opponent[first..].first_chunk_mut();
        (own.expect("room"), opponent.expect("room"))
    }

    /// Takes in boards that were written to their places.
    pub(super) fn grow(&mut self, by: usize) {
        self.len += by;
    }

    /// The discs of the side to move, and those of its opponent.
    pub fn get(&self, index: usize) -> (u64, u64) {
        (self.own[index], self.opponent[index])
    }

    /// All boards, in order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.first(self.len)
    }

    /// The first boards; those past the last are anything.
    #[inline(always)]
    pub(super) fn first(&self, n: usize) -> impl Iterator<Item = (u64, u64)> {
        let (own, opponent) = (&self.own[..n], &self.opponent[..n]);
        own.iter().copied().zip(opponent.iter().copied())
    }

    /// Forgets the first `n` boards.
    pub(super) fn drop_first(&mut self, n: usize) {
        self.own.copy_within(n..self.len, 0);
        self.opponent.copy_within(n..self.len, 0);
        self.len -= n;
    }
}
