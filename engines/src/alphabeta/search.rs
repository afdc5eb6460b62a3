//! One search from one position: principal variation search (Marsland and Campbell
//! 1982) by iterative deepening, within aspiration windows.

use super::ordering::Ordering;
use super::parts::{Part, Without};
use super::table::{Bound, Entry, Table};
use super::value::{KNOWN, Value, WIN, expected_score, of_outcome};
use crate::engine::{Meter, SearchReport, Variation};
use crate::game::{Move, MoveList};
use crate::knowledge::Knowledge;
use crate::pattern::Weights;

/// From this move on, and from this depth on, moves are searched less deep.
const LATE: usize = 4;
const DEEP: u32 = 3;

pub(super) struct Search<'a, G: Knowledge> {
    pub weights: &'a Weights<G>,
    pub table: &'a mut Table,
    pub without: Without,
    pub ordering: Ordering,
    pub meter: Meter<'a>,
}

/// What a finished or interrupted iteration found at the root.
struct Root {
    value: Value,
    variation: Variation,
}

/// How far to look, and between which values the answer matters: outside, a bound
/// will do.
#[derive(Clone, Copy)]
struct Node {
    /// Plies to the leaves.
    depth: u32,
    /// Plies from the root.
    ply: u32,
    alpha: Value,
    beta: Value,
}

impl Node {
    fn root(depth: u32) -> Node {
        Node {
            depth,
            ply: 0,
            alpha: -WIN,
            beta: WIN,
        }
    }

    /// After a move, for the opponent.
    fn after(self) -> Node {
        Node {
            depth: self.depth - 1,
            ply: self.ply + 1,
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// After a move, where it only matters whether it is better than alpha.
    fn after_with_null_window(self) -> Node {
        Node {
            alpha: -self.alpha - 1,
            ..self.after()
        }
    }

    fn less_deep(self, by: u32) -> Node {
        Node {
            depth: self.depth - by,
            ..self
        }
    }
}

impl<G: Knowledge> Search<'_, G> {
    /// Searches one ply deeper each time, until the budget is spent or the
    /// result is known.
    pub fn deepen(&mut self, position: &G, max_depth: u32) -> SearchReport {
        let mut moves = MoveList::new();
        position.candidates(&mut moves);
        self.ordering.sort(position, &mut moves, None, 0);

        let mut found: Option<Root> = None;
        let mut depth = 0;
        while depth < max_depth && !self.meter.exhausted() {
            let is_complete = self.search_root(position, &mut moves, depth + 1, &mut found);
            if !is_complete {
                break;
            }
            depth += 1;
            if found.as_ref().is_some_and(|root| root.value.abs() >= KNOWN) {
                break;
            }
        }
        self.report(position, moves[0], found, depth)
    }

    fn report(&self, position: &G, first: Move, found: Option<Root>, depth: u32) -> SearchReport {
        let mut report = self.meter.report(first, None, depth);
        if let Some(root) = found {
            report.best = root.variation[0];
            report.value = Some(expected_score(root.value, G::VALUE_SCALE));
            report.variation = root.variation;
        }
        debug_assert!(position.check(report.best).is_ok());
        report
    }

    /// One iteration, which begins with the move that was best in the last: in a
    /// window around its value, widened until the new value is inside. Returns
    /// whether it came to its end; if not, what is better than all before it was found
    /// all the same.
    fn search_root(
        &mut self,
        position: &G,
        moves: &mut MoveList,
        depth: u32,
        found: &mut Option<Root>,
    ) -> bool {
        let mut width = (G::VALUE_SCALE / 4.0) as Value;
        let mut node = Node::root(depth);
        if let Some(root) = found
            .as_ref()
            .filter(|_| !self.without.has(Part::Aspiration))
        {
            node.alpha = root.value - width;
            node.beta = root.value + width;
        }
        loop {
            let (best, is_complete) = self.search_moves(position, moves, node);
            let value = best.as_ref().map_or(node.alpha, |root| root.value);
            if let Some(root) = best {
                // The best move goes first from now on.
                let best = root.variation[0];
                let place = moves.iter().position(|&mv| mv == best).unwrap_or(0);
                moves[..=place].rotate_right(1);
                *found = Some(root);
            }
            if !is_complete {
                return false;
            }
            width = width.saturating_mul(4);
            if value <= node.alpha && node.alpha > -WIN {
                node.alpha = value.saturating_sub(width).max(-WIN);
            } else if value >= node.beta && node.beta < WIN {
                node.beta = value.saturating_add(width).min(WIN);
            } else {
                return true;
            }
        }
    }

    /// The best of the root moves that is better than alpha, and whether all of them
    /// were searched, or enough.
    fn search_moves(
        &mut self,
        position: &G,
        moves: &[Move],
        mut node: Node,
    ) -> (Option<Root>, bool) {
        let mut best = None;
        for (place, &mv) in moves.iter().enumerate() {
            let mut line = Variation::new();
            let Some(value) = self.value_of(position, mv, place, node, &mut line) else {
                return (best, false);
            };
            if value > node.alpha {
                node.alpha = value;
                best = Some(Root {
                    value,
                    variation: extended(mv, &line),
                });
            }
            if value >= node.beta {
                break;
            }
        }
        (best, true)
    }

    /// What the move in this place of the order is worth: exact between alpha and
    /// beta, else a bound. `None` when the budget is spent.
    fn value_of(
        &mut self,
        position: &G,
        mv: Move,
        place: usize,
        node: Node,
        line: &mut Variation,
    ) -> Option<Value> {
        if self.meter.exhausted() {
            return None;
        }
        let mut after = position.clone();
        after.play(mv);
        self.meter.count(1);
        let is_late = place >= LATE && node.depth >= DEEP && !self.without.has(Part::Reductions);
        if is_late {
            let shallow = node.after_with_null_window().less_deep(1);
            let value = -self.negamax(&after, shallow, line)?;
            if value <= node.alpha {
                return Some(value);
            }
        }
        if place > 0 && !self.without.has(Part::NullWindows) {
            let value = -self.negamax(&after, node.after_with_null_window(), line)?;
            if value <= node.alpha || value >= node.beta {
                return Some(value);
            }
        }
        Some(-self.negamax(&after, node.after(), line)?)
    }

    /// The value of a position for the side to move: exact between alpha and beta,
    /// with what is expected from there in `line`, else a bound. `None` when the
    /// budget is spent.
    fn negamax(&mut self, position: &G, mut node: Node, line: &mut Variation) -> Option<Value> {
        line.clear();
        if let Some(outcome) = position.outcome() {
            return Some(of_outcome(&outcome, position.to_move(), node.ply));
        }
        if node.depth == 0 {
            return Some(self.weights.of_position(position));
        }
        let key = position.key();
        let stored = self.stored(key);
        if let Some(value) =
            stored.and_then(|entry| entry.cutoff(node.depth, node.ply, node.alpha, node.beta))
        {
            return Some(value);
        }

        let mut moves = MoveList::new();
        position.candidates(&mut moves);
        let from_table = stored.map(|entry| entry.best);
        self.ordering
            .sort(position, &mut moves, from_table, node.ply);

        let alpha_at_entry = node.alpha;
        let (mut best, mut best_value) = (moves[0], -WIN);
        let mut below = Variation::new();
        for (place, &mv) in moves.iter().enumerate() {
            let value = self.value_of(position, mv, place, node, &mut below)?;
            if value > best_value {
                (best, best_value) = (mv, value);
            }
            if value > node.alpha {
                node.alpha = value;
                *line = extended(mv, &below);
            }
            if node.alpha >= node.beta {
                self.ordering
                    .cut(position.to_move(), mv, node.depth, node.ply);
                break;
            }
        }
        let bound = Bound::of(best_value, alpha_at_entry, node.beta);
        let entry = Entry::new(key, best, best_value, bound, node.depth, node.ply);
        if !self.without.has(Part::Table) {
            self.table.put(entry);
        }
        Some(best_value)
    }

    fn stored(&self, key: u64) -> Option<Entry> {
        self.table
            .get(key)
            .filter(|_| !self.without.has(Part::Table))
    }
}

/// A move, and what is expected after it.
fn extended(mv: Move, line: &Variation) -> Variation {
    let mut variation = Variation::new();
    variation.push(mv);
    let room = variation.remaining_capacity().min(line.len());
    variation.extend(line[..room].iter().copied());
    variation
}
