//! The search tree.

use std::collections::TryReserveError;
use std::ops::Range;

use crate::game::{Move, MoveList};
use crate::knowledge::Knowledge;
use crate::rng::Rng;

/// A node's place in the tree.
pub type NodeId = u32;

/// Children that a node's first visits choose from.
const FIRST_WIDTH: f64 = 5.0;

/// From 10 visits on, one child more each time they grow by a factor of 1.4.
const LOG_10: f64 = std::f64::consts::LN_10;
const LOG_GROWTH: f64 = 0.336_472_236_621_212_9;

/// The bias for the most promising child, and how much of it the next has.
const BIAS: f64 = 5.0;
const BIAS_DECAY: f64 = 0.7;

#[derive(Clone, Debug)]
struct Node {
    mv: Move,
    child_count: u16,
    first_child: NodeId,
    visits: u32,
    /// Twice the wins of the player who made the move.
    half_wins: u32,
}

const _: () = assert!(size_of::<Node>() == 16);

/// All nodes in one vector, the children of a node side by side.
pub struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
}

impl Tree {
    pub const ROOT: NodeId = 0;

    /// The largest tree in MiB, so that every node has an id.
    pub const MOST_MEMORY: u32 = 65_535;

    /// The most visits of a node, so that twice as many half wins fit.
    pub const MOST_VISITS: u32 = u32::MAX / 2;

    /// A tree of at most so many bytes, with room for the root's children; an
    /// error if there is no memory for it.
    pub fn new(bytes: usize) -> Result<Tree, TryReserveError> {
        let smallest = 1 + MoveList::new().capacity();
        let capacity = (bytes / size_of::<Node>()).max(smallest);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity)?;
        let mut tree = Tree { nodes, capacity };
        tree.clear();
        Ok(tree)
    }

    /// A root alone.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Move::PASS));
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn children(&self, id: NodeId) -> Range<NodeId> {
        let node = self.node(id);
        node.first_child..node.first_child + NodeId::from(node.child_count)
    }

    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).child_count == 0
    }

    pub fn mv(&self, id: NodeId) -> Move {
        self.node(id).mv
    }

    pub fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    /// The mean result of a move for its player; ½ when it was never tried.
    pub fn value(&self, id: NodeId) -> f64 {
        let node = self.node(id);
        if node.visits == 0 {
            return 0.5;
        }
        f64::from(node.half_wins) / f64::from(2 * node.visits)
    }

    pub fn record(&mut self, id: NodeId, half_wins: u32) {
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        node.half_wins += half_wins;
    }

    /// Gives a leaf its children, the most promising first and ties in random
    /// order. `false` if the game is over there or the tree is full.
    pub fn expand<G: Knowledge>(&mut self, id: NodeId, position: &G, rng: &mut Rng) -> bool {
        let mut moves = MoveList::new();
        position.candidates(&mut moves);
        if moves.is_empty() || self.nodes.len() + moves.len() > self.capacity {
            return false;
        }
        shuffle(&mut moves, rng);
        moves.sort_by_cached_key(|&mv| -position.promise(mv));
        let first_child = self.nodes.len() as NodeId;
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
        let node = &mut self.nodes[id as usize];
        node.first_child = first_child;
        node.child_count = moves.len() as u16;
        true
    }

    /// Among the most promising children, the first that was never tried, else
    /// the one with the highest upper confidence bound.
    ///
    /// How many are looked at grows with the logarithm of the visits
    /// (progressive widening, Coulom 2007): no child is left out for ever, and
    /// few playouts are not spread over all of them. A bonus that shrinks with
    /// a child's rank and with its visits (progressive bias, Chaslot et al.
    /// 2008) keeps to the more promising until playouts tell.
    pub fn select(&self, id: NodeId, exploration: f64) -> NodeId {
        let mut best = (f64::NEG_INFINITY, id);
        let log_visits = libm::log(f64::from(self.visits(id).max(1)));
        let width = FIRST_WIDTH + (log_visits - LOG_10).max(0.0) / LOG_GROWTH;
        let mut bias = BIAS;
        for child in self.children(id).take(width as usize) {
            let visits = self.visits(child);
            if visits == 0 {
                return child;
            }
            let bonus = exploration * (log_visits / f64::from(visits)).sqrt();
            let bound = self.value(child) + bonus + bias / f64::from(visits + 1);
            bias *= BIAS_DECAY;
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// The most visited child, the first of several.
    pub fn best_child(&self, id: NodeId) -> Option<NodeId> {
        self.children(id)
            .rev()
            .max_by_key(|&child| self.visits(child))
    }
}

impl Node {
    fn new(mv: Move) -> Node {
        Node {
            mv,
            child_count: 0,
            first_child: 0,
            visits: 0,
            half_wins: 0,
        }
    }
}

fn shuffle(moves: &mut MoveList, rng: &mut Rng) {
    for left in (1..moves.len()).rev() {
        moves.swap(left, rng.below(left as u32 + 1) as usize);
    }
}
