//! A round of a tournament whose next round hangs on it.

use super::PairPoints;

/// Two who meet, and what each has scored so far, in half points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub players: [usize; 2],
    pub points: [u64; 2],
}

/// Meetings that play a pair each, in order, and then each the next, until
/// every one has played its pairs.
#[derive(Clone, Debug)]
pub struct Round {
    meetings: Vec<Meeting>,
    /// Numbers of the meetings that still play.
    playing: Vec<usize>,
    taken: u64,
    recorded: u64,
    pairs: u64,
}

impl Round {
    /// The beginning of a round.
    pub fn new(meetings: impl IntoIterator<Item = [usize; 2]>, pairs: u64) -> Round {
        let new = |players| Meeting {
            players,
            points: [0; 2],
        };
        let meetings: Vec<Meeting> = meetings.into_iter().map(new).collect();
        Round {
            playing: (0..meetings.len()).collect(),
            meetings,
            taken: 0,
            recorded: 0,
            pairs,
        }
    }

    /// Every meeting, in order.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Takes the next pair; `None` when all are taken.
    pub fn take(&mut self) -> Option<[usize; 2]> {
        if self.taken == self.end() {
            return None;
        }
        let meeting = self.playing_at(self.taken);
        self.taken += 1;
        Some(self.meetings[meeting].players)
    }

    /// Tells the result of the first pair that has none yet.
    pub fn record(&mut self, points: PairPoints) {
        let meeting = self.playing_at(self.recorded);
        self.recorded += 1;
        for (sum, points) in self.meetings[meeting].points.iter_mut().zip(points.0) {
            *sum += u64::from(points);
        }
    }

    /// Whether every pair has its result.
    pub fn is_over(&self) -> bool {
        self.recorded == self.end()
    }

    /// Lets the tied meetings play one more pair; whether there are any.
    pub fn go_on_with_ties(&mut self) -> bool {
        self.playing
            .retain(|&meeting| self.meetings[meeting].winner().is_none());
        (self.taken, self.recorded, self.pairs) = (0, 0, 1);
        !self.playing.is_empty()
    }

    fn end(&self) -> u64 {
        self.playing.len() as u64 * self.pairs
    }

    fn playing_at(&self, pair: u64) -> usize {
        self.playing[(pair % self.playing.len() as u64) as usize]
    }
}

impl Meeting {
    /// Who has scored more.
    pub fn winner(&self) -> Option<usize> {
        let [first, second] = self.points;
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(self.players[0]),
            std::cmp::Ordering::Less => Some(self.players[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}
