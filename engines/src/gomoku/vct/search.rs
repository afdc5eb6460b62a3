//! Depth-first proof-number search.

use super::super::arena::Arena;
use super::super::point::Point;
use super::super::vcf::Vcf;
use super::choices::{Choice, Expansion};
use super::proofs::{NEVER, Numbers, Proofs};
use crate::engine::Meter;
use crate::game::Color;

/// One search, for wins of one side.
pub(super) struct Search<'a, 'm> {
    pub arena: &'a mut Arena,
    pub attacker: Color,
    pub vcf: &'a mut Vcf,
    pub proofs: &'a mut Proofs,
    pub meter: &'a mut Meter<'m>,
    /// For a win by fours in one position.
    pub fours_nodes: u64,
}

/// What the choices of a position come to.
pub(super) struct Tally {
    pub numbers: Numbers,
    /// Which of them to search, and what is known of that.
    best: usize,
    best_numbers: Numbers,
    /// The number by which it is the best, for the next best one.
    second: u32,
}

impl Search<'_, '_> {
    /// Whose turn it is after the attacker's last move, if he made one.
    pub fn mover(&self, last: Option<Point>) -> Color {
        match last {
            None => self.attacker,
            Some(_) => !self.attacker,
        }
    }

    /// Searches a position until one of its numbers reaches its bound. `None` if the
    /// search had to end.
    pub fn prove(&mut self, last: Option<Point>, bounds: Numbers) -> Option<()> {
        self.arena.report_to(self.meter);
        if self.meter.exhausted() {
            return None;
        }
        let key = self.arena.key();
        let choices = match self.expand(last) {
            Expansion::Choices(choices) => choices,
            Expansion::Disproven => {
                self.proofs.insert(key, Numbers::DISPROVEN);
                return Some(());
            }
            Expansion::Fours(line) => {
                self.proofs.insert_proven(key, line.len() as u32);
                return Some(());
            }
            Expansion::Unanswered => {
                self.proofs.insert_proven(key, 2);
                return Some(());
            }
        };
        let mover = self.mover(last);
        loop {
            let tally = self.tally(mover, &choices);
            if tally.numbers.is_proven() {
                let mv = self.proven_choice(mover, &choices)?;
                let plies = self.proofs.plies(self.arena.key_after(mover, mv));
                self.proofs.insert_proven(key, 1 + plies.unwrap_or(0));
                return Some(());
            }
            self.proofs.insert(key, tally.numbers);
            if tally.numbers.reach(bounds) {
                return Some(());
            }
            let mv = choices[tally.best].point;
            let placed = self.arena.play(mover, mv);
            let next = (mover == self.attacker).then_some(mv);
            let ended = self.prove(next, tally.bounds(mover == self.attacker, bounds));
            self.arena.undo(placed);
            ended?;
        }
    }

    /// What the choices come to: the attacker has to prove one of them, the defender to
    /// disprove one.
    pub fn tally(&self, mover: Color, choices: &[Choice]) -> Tally {
        let is_attack = mover == self.attacker;
        let mut tally = Tally {
            numbers: Numbers::DISPROVEN,
            best: 0,
            best_numbers: Numbers::DISPROVEN,
            second: NEVER,
        };
        let (mut least, mut sum) = (NEVER, 0);
        for (i, choice) in choices.iter().enumerate() {
            let known = self
                .proofs
                .numbers(self.arena.key_after(mover, choice.point));
            let numbers = known.unwrap_or(choice.expected);
            let (one, all) = numbers.of_mover(is_attack);
            sum = together(is_attack, sum, all);
            if i == 0 || one < least {
                tally.second = least;
                least = one;
                (tally.best, tally.best_numbers) = (i, numbers);
            } else {
                tally.second = tally.second.min(one);
            }
        }
        tally.numbers = Numbers::of_choices(is_attack, least, sum);
        tally
    }

    /// Of choices that prove their position, the shortest win for the attacker, and the
    /// longest of those that are known for the defender.
    pub fn proven_choice(&self, mover: Color, choices: &[Choice]) -> Option<Point> {
        let plies = |choice: &&Choice| {
            let key = self.arena.key_after(mover, choice.point);
            self.proofs.plies(key)
        };
        let choice = if mover == self.attacker {
            let proven = choices.iter().filter(|choice| plies(choice).is_some());
            proven.min_by_key(plies)
        } else {
            choices.iter().max_by_key(plies)
        };
        choice.map(|choice| choice.point)
    }
}

/// The number to which all choices add, of some choices and one more. The attacker's often
/// lead to the same positions in another order: there the largest counts, and one for each
/// other.
fn together(is_attack: bool, some: u32, one: u32) -> u32 {
    if some == NEVER || one == NEVER {
        return NEVER;
    }
    let all = match (is_attack, some, one) {
        (true, 1.., 1..) => some.max(one) + 1,
        _ => some + one,
    };
    all.min(NEVER - 1)
}

impl Tally {
    /// How far to search the best choice: until the position itself reaches its bounds, or
    /// another choice is clearly better.
    fn bounds(&self, is_attack: bool, bounds: Numbers) -> Numbers {
        let (one, all) = bounds.of_mover(is_attack);
        let (_, sum) = self.numbers.of_mover(is_attack);
        let (_, part) = self.best_numbers.of_mover(is_attack);
        // A quarter more saves to come and go between two that are alike.
        let next = NEVER.min(self.second + self.second / 4 + 1);
        Numbers::of_choices(is_attack, one.min(next), NEVER.min(all - sum + part))
    }
}
