//! Sixteen playouts side by side, a lane of a vector register each.
//!
//! A lane's board is a bit a point in a word a row. There are no chains: what
//! a stone captures, and whether it has a liberty, is found by flood fill, in
//! all lanes at once and without a branch for any of them. Every step draws one
//! point a lane. A lane whose point turns out to be suicide stays as it is, and
//! draws among the others in the next step, so that no lane waits for another.

mod draw;
mod games;
mod lanes;
mod points;

use draw::Draw;
use games::Games;
use lanes::{LANES, Lanes};

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
    if std::arch::is_x86_feature_detected!("avx2") {
        return avx2::play_out(start, count, rng);
    }
    play_all(start, count, rng)
}

/// The same, compiled for wider registers than every processor has.
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "what is compiled for AVX2 needs a processor that has it"
)]
mod avx2 {
    use super::{PlayoutEnd, Rng, Start, play_all};

    /// # Panics
    ///
    /// Without AVX2.
    pub fn play_out<const N: usize>(
        start: &Start<N>,
        count: usize,
        rng: &mut Rng,
    ) -> Vec<PlayoutEnd> {
        assert!(std::arch::is_x86_feature_detected!("avx2"));
        // Safe, since there is AVX2.
        unsafe { play_all_with_avx2(start, count, rng) }
    }

    #[target_feature(enable = "avx2")]
    fn play_all_with_avx2<const N: usize>(
        start: &Start<N>,
        count: usize,
        rng: &mut Rng,
    ) -> Vec<PlayoutEnd> {
        play_all(start, count, rng)
    }
}

#[inline(always)]
fn play_all<const N: usize>(start: &Start<N>, count: usize, rng: &mut Rng) -> Vec<PlayoutEnd> {
    let mut games = Games::new(start);
    let mut draw = Draw::new(rng);
    let mut ends = Vec::with_capacity(count);
    let mut begun = count.min(LANES);
    let mut live = Lanes::first(begun);
    while ends.len() < count {
        let over = games.step(&mut draw) & live;
        if over.is_zero() {
            continue;
        }
        for lane in (0..LANES).filter(|&lane| over.0[lane] != 0) {
            ends.push(games.end(lane));
            if begun < count {
                games.begin(lane, start);
                begun += 1;
            } else {
                live.0[lane] = 0;
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
        let plain = play_all(&start, 1000, &mut Rng::new(1));
        assert_eq!(chosen, plain);
    }
}
