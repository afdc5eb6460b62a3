//! Wins by continuous threats (VCT): every move of the attacker makes a four, or threatens
//! to win by continuous fours.

mod choices;
mod defense;
mod proofs;
mod search;

use std::collections::TryReserveError;

use super::Gomoku;
use super::arena::Arena;
use super::point::Point;
use super::vcf::Vcf;
use crate::engine::Meter;
use crate::game::{Game, Move};

use choices::Expansion;
use proofs::{Numbers, Proofs};
use search::Search;

/// Nodes to look for a win by fours in one position.
const FOURS_NODES: u64 = 100;

/// Nodes to look for one at first, and to find those again that were part of a proof: the
/// table may have lost what made that short.
const MOST_FOURS_NODES: u64 = 100_000;

/// Finds wins by continuous threats, under all rules.
///
/// The search is df-pn (Nagai 2002), with a search for wins by continuous fours in every
/// position. Against a threat it tries all moves that could stop the fours. It counts a
/// node for each stone placed.
pub struct Vct {
    vcf: Vcf,
    proofs: Proofs,
}

impl Vct {
    /// A search whose tables have at most so many bytes; an error if there is no memory
    /// for them. Where they are too small for a position, only the budget may end it.
    pub fn new(bytes: usize) -> Result<Vct, TryReserveError> {
        Ok(Vct {
            vcf: Vcf::new(bytes / 2)?,
            proofs: Proofs::new(bytes / 2)?,
        })
    }

    /// The moves of both sides in a win by continuous threats, up to the winning row, the
    /// defender's being some that keep the game long; none if no such win was found
    /// within the budget.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use engines::engine::{Budget, Meter};
    /// use engines::gomoku::{Gomoku, GomokuRules, Vct};
    /// use engines::{Color, Game, diagram};
    ///
    /// let rules = GomokuRules { width: 9, height: 9, ..GomokuRules::default() };
    /// let mut game: Gomoku = diagram::parse(
    ///     &rules,
    ///     ". . . . . . . . .
    ///      . . . . . . . . .
    ///      . . . . O . . . .
    ///      . . . . X . . . .
    ///      . . . O . X X . .
    ///      . . . . X . . . .
    ///      . . . . . . . . .
    ///      . . . . . . O . .
    ///      . . . . . . . . .",
    ///     Color::Black,
    /// )?;
    /// let stop = AtomicBool::new(false);
    /// let mut meter = Meter::start(&Budget::default(), &stop);
    /// let line = Vct::new(1 << 20)?.solve(&game, &mut meter).expect("Black wins");
    /// for mv in line {
    ///     game.try_play(mv)?;
    /// }
    /// assert_eq!(game.outcome().unwrap().winner, Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &Gomoku, meter: &mut Meter) -> Option<Vec<Move>> {
        if position.outcome().is_some() {
            return None;
        }
        self.proofs.clear();
        let mut arena = Arena::of(position);
        let mut search = Search {
            arena: &mut arena,
            attacker: position.to_move,
            vcf: &mut self.vcf,
            proofs: &mut self.proofs,
            meter,
            fours_nodes: MOST_FOURS_NODES,
        };
        let line = search.win();
        search.arena.report_to(search.meter);
        Some(position.moves_at(&line?))
    }
}

impl Search<'_, '_> {
    /// The moves of a win of the attacker, whose turn it is: by fours alone, if that is
    /// soon found.
    fn win(&mut self) -> Option<Vec<Point>> {
        if let Some(line) = self.fours(self.attacker) {
            return Some(line);
        }
        self.fours_nodes = FOURS_NODES;
        self.prove(None, Numbers::UNBOUNDED)?;
        self.proofs.plies(self.arena.key())?;
        self.fours_nodes = MOST_FOURS_NODES;
        let mut line = Vec::new();
        self.append_win(None, &mut line)?;
        Some(line)
    }

    /// Appends the moves of a win of the attacker in a position that was proven. `None` if
    /// the search had to end.
    fn append_win(&mut self, last: Option<Point>, line: &mut Vec<Point>) -> Option<()> {
        let mover = self.mover(last);
        let mv = match self.expand(last) {
            Expansion::Disproven => return None,
            Expansion::Fours(fours) => {
                line.extend(fours);
                return Some(());
            }
            Expansion::Unanswered => {
                let last = last?;
                if self.arena.shapes().has_four(self.attacker) {
                    let ended = self.arena.append_five(self.attacker, last, line);
                    return ended.then_some(());
                }
                self.arena.any_allowed(mover)?
            }
            Expansion::Choices(choices) => {
                if !self.tally(mover, &choices).numbers.is_proven() {
                    self.prove(last, Numbers::UNBOUNDED)?;
                }
                self.proven_choice(mover, &choices)?
            }
        };
        line.push(mv);
        let placed = self.arena.play(mover, mv);
        let next = (mover == self.attacker).then_some(mv);
        let won = self.append_win(next, line);
        self.arena.undo(placed);
        won
    }
}
