//! Sixteen playouts side by side, a lane of a vector register each.
//!
//! A lane's board is a bit a point in a word a row. There are no chains: what
//! a stone captures, and whether it has a liberty, is found by flood fill, in
//! all lanes at once and without a branch for any of them. Every step draws one
//! point a lane. A lane whose point turns out to be suicide stays as it is, and
//! draws among the others in the next step, so that no lane waits for another.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod draw;
mod games;
mod lanes;
mod points;

use draw::Draw;
use games::Games;
use lanes::{LANES, Lanes, Portable};

use super::playout::PlayoutEnd;
use crate::game::Color;
use crate::rng::Rng;

/// The longest side for which there is room in `N` rows.
pub const fn longest_side(n: usize) -> usize {
    n - 2
}

/// Where playouts begin, in rows with a row beyond each edge; column `x` is bit
/// `x + 1`.
#[derive(Clone, Debug)]
pub struct Start<const N: usize> {
    /// At most [`longest_side`], as is the height.
    pub width: usize,
    pub height: usize,
    /// Black's and White's.
    pub stones: [[u16; N]; 2],
    /// The point that simple ko forbids.
    pub ko: [u16; N],
    pub to_move: Color,
    /// The passes just before.
    pub passes: u8,
}

/// Plays `count` games to the end.
pub fn play_out<const N: usize>(start: &Start<N>, count: usize, rng: &mut Rng) -> Vec<PlayoutEnd> {
    #[cfg(target_arch = "x86_64")]
    if let Some(ends) = avx2::play_out(start, count, rng) {
        return ends;
    }
    play_all::<Portable, N>(start, count, rng)
}

#[inline(always)]
fn play_all<L: Lanes, const N: usize>(
    start: &Start<N>,
    count: usize,
    rng: &mut Rng,
) -> Vec<PlayoutEnd> {
    let mut games = Games::<L, N>::new(start);
    let mut draw = Draw::new(rng);
    let mut ends = Vec::with_capacity(count);
    let mut begun = count.min(LANES);
    let mut live = L::ZERO;
    live.as_array_mut()[..begun].fill(u16::MAX);
    while ends.len() < count {
        let over = games.step(&mut draw) & live;
        if over.is_zero() {
            continue;
        }
        let ended = games.ends();
        for lane in (0..LANES).filter(|&lane| over.as_array()[lane] != 0) {
            ends.push(ended[lane]);
            if begun < count {
                games.begin(lane, start);
                begun += 1;
            } else {
                live.as_array_mut()[lane] = 0;
            }
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::go::{CELLS_9, Go, GoRules, Preset};

    #[test]
    fn wide_registers_change_nothing() {
        let game: Go<CELLS_9> = Go::initial(&GoRules::new(Preset::Chinese, 9, 9));
        let start = game.start::<11>();
        let chosen = play_out(&start, 1000, &mut Rng::new(1));
        let plain = play_all::<Portable, 11>(&start, 1000, &mut Rng::new(1));
        assert_eq!(chosen, plain);
    }
}
