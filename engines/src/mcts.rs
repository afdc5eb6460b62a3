//! `mcts`: Monte-Carlo tree search with UCT (Kocsis and Szepesvári 2006),
//! progressive widening and bias, and light playouts.

mod tree;

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::engine::{Budget, Engine, Meter, SearchReport, Variation};
use crate::game::Color;
use crate::knowledge::Knowledge;
use crate::rng::Rng;

use tree::{NodeId, Tree};

/// The options of `mcts`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MctsSpec {
    /// The most playouts of one search.
    pub playouts: Option<u64>,
    /// How much an uncertain move is preferred: the factor of UCT's bonus.
    pub exploration: f64,
    /// Size of the tree in MiB; when it is full, playouts go on from its leaves.
    pub memory: u32,
}

impl Default for MctsSpec {
    fn default() -> MctsSpec {
        MctsSpec {
            playouts: None,
            exploration: 0.5,
            memory: 256,
        }
    }
}

/// The engine.
pub struct Mcts {
    spec: MctsSpec,
    tree: Tree,
    rng: Rng,
}

impl Mcts {
    /// An engine that waits for its first game; says what is wrong with its
    /// options.
    pub fn new(spec: &MctsSpec) -> Result<Mcts, String> {
        if !(spec.exploration >= 0.0 && spec.exploration.is_finite()) {
            return Err(format!(
                "exploration must be a number from 0 up, but is {}",
                spec.exploration
            ));
        }
        if spec.playouts == Some(0) {
            return Err("playouts must be at least 1".to_string());
        }
        if spec.memory > Tree::MOST_MEMORY {
            return Err(format!(
                "memory must be at most {} MiB, but is {}",
                Tree::MOST_MEMORY,
                spec.memory
            ));
        }
        let tree = Tree::new((spec.memory as usize) << 20)
            .map_err(|_| format!("no memory for a tree of memory={} MiB", spec.memory))?;
        Ok(Mcts {
            spec: spec.clone(),
            tree,
            rng: Rng::new(0),
        })
    }

    /// Goes down to a leaf, grows the tree there, plays out and backs the
    /// result up.
    fn simulate<G: Knowledge>(&mut self, root: &G, meter: &mut Meter, path: &mut Vec<NodeId>) {
        let mut position = root.clone();
        let mut node = Tree::ROOT;
        path.clear();
        path.push(node);
        loop {
            if self.tree.is_leaf(node) {
                let is_new = self.tree.visits(node) == 0 && node != Tree::ROOT;
                if is_new || !self.tree.expand(node, &position, &mut self.rng) {
                    break;
                }
            }
            node = self.tree.select(node, self.spec.exploration);
            position.play(self.tree.mv(node));
            meter.count(1);
            path.push(node);
        }
        let (value, moves) = position.playout(&mut self.rng);
        meter.count(moves);
        self.back_up(root.to_move(), value, path);
    }

    /// Adds a result, as worth to Black, to every node of a path: each node
    /// keeps what its move is worth to the player who made it.
    fn back_up(&mut self, first: Color, value: f64, path: &[NodeId]) {
        let for_black = (2.0 * value) as u32;
        let mut to_move = first;
        for &node in path {
            let half_wins = match to_move {
                Color::White => for_black,
                Color::Black => 2 - for_black,
            };
            self.tree.record(node, half_wins);
            to_move = !to_move;
        }
    }
}

impl<G: Knowledge> Engine<G> for Mcts {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        let mut meter = Meter::start(budget, stop);
        self.tree.clear();
        let mut path = Vec::new();
        let most = self.spec.playouts.unwrap_or(u64::MAX);
        let most = most.min(Tree::MOST_VISITS.into());
        let mut playouts = 0;
        while playouts == 0 || !meter.exhausted() {
            self.simulate(position, &mut meter, &mut path);
            playouts += 1;
            if playouts == most {
                break;
            }
        }

        let variation = self.variation();
        let best = variation[0];
        let value = self
            .tree
            .best_child(Tree::ROOT)
            .map(|child| self.tree.value(child));
        let mut report = meter.report(best, value, variation.len() as u32);
        report.variation = variation;
        debug_assert!(position.check(best).is_ok());
        report
    }
}

impl Mcts {
    /// The most visited moves from the root on.
    fn variation(&self) -> Variation {
        let mut variation = Variation::new();
        let mut node = Tree::ROOT;
        while let Some(child) = self.tree.best_child(node) {
            if self.tree.visits(child) == 0 && node != Tree::ROOT || variation.is_full() {
                break;
            }
            variation.push(self.tree.mv(child));
            node = child;
        }
        variation
    }
}
