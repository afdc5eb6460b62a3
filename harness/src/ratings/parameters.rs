//! What is fitted, in one row: the strengths of players numbered from 0, then the
//! advantage of moving first, then ln ν of draws, as far as those are fitted.

use super::model::Chances;
use super::results::Pairing;
use crate::cholesky::Matrix;

/// Which parameters there are.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub players: usize,
    pub advantage: bool,
    pub draws: bool,
}

impl Layout {
    pub fn size(self) -> usize {
        self.players + usize::from(self.advantage) + usize::from(self.draws)
    }

    /// The place of the advantage.
    pub fn advantage_at(self) -> Option<usize> {
        self.advantage.then_some(self.players)
    }

    fn draws_at(self) -> Option<usize> {
        self.draws.then(|| self.size() - 1)
    }

    /// What moving first is worth; nothing where it is not fitted.
    pub fn advantage(self, parameters: &[f64]) -> f64 {
        self.advantage_at().map_or(0.0, |at| parameters[at])
    }

    pub fn log_draws(self, parameters: &[f64]) -> Option<f64> {
        self.draws_at().map(|at| parameters[at])
    }

    /// The chances with the first player as Black, and with the second; before
    /// them, the sign of what the first is stronger by.
    pub fn chances(self, parameters: &[f64], pairing: &Pairing) -> [(f64, Chances); 2] {
        let [a, b] = pairing.players;
        let draws = self.log_draws(parameters).map_or(0.0, libm::exp);
        let (lead, advantage) = (parameters[a] - parameters[b], self.advantage(parameters));
        let first = Chances::new(lead + advantage, draws);
        let second = match advantage {
            0.0 => first.reversed(),
            _ => Chances::new(advantage - lead, draws),
        };
        [(1.0, first), (-1.0, second)]
    }

    /// Adds a pairing's derivatives by what the first player is stronger by, by
    /// the advantage and by ln ν.
    pub fn add_slope(self, gradient: &mut [f64], pairing: &Pairing, slope: [f64; 3]) {
        let [a, b] = pairing.players;
        gradient[a] += slope[0];
        gradient[b] -= slope[0];
        for (at, slope) in [(self.advantage_at(), slope[1]), (self.draws_at(), slope[2])] {
            if let Some(at) = at {
                gradient[at] += slope;
            }
        }
    }

    /// Adds a pairing's block to the diagonal of a symmetric matrix and right of
    /// it.
    pub fn add_block(self, matrix: &mut Matrix, pairing: &Pairing, block: &Block) {
        // In ascending order, so this is right of the diagonal.
        let [a, b] = pairing.players;
        let Block([[xx, xa, xd], [_, aa, ad], [_, _, dd]]) = *block;
        matrix.row_mut(a)[a] += xx;
        matrix.row_mut(a)[b] -= xx;
        matrix.row_mut(b)[b] += xx;
        for (at, x, own) in [(self.advantage_at(), xa, aa), (self.draws_at(), xd, dd)] {
            if let Some(at) = at {
                matrix.row_mut(a)[at] += x;
                matrix.row_mut(b)[at] -= x;
                matrix.row_mut(at)[at] += own;
            }
        }
        if let (Some(advantage), Some(draws)) = (self.advantage_at(), self.draws_at()) {
            matrix.row_mut(advantage)[draws] += ad;
        }
    }
}

/// What the games of two players add to a symmetric matrix: by what the first is
/// stronger by, by the advantage and by ln ν. Only the diagonal and what is right
/// of it are kept.
#[derive(Default)]
pub(super) struct Block([[f64; 3]; 3]);

impl Block {
    /// Adds as many times a row's product with itself.
    pub fn add_square(&mut self, times: f64, row: [f64; 3]) {
        for i in 0..3 {
            for j in i..3 {
                self.0[i][j] += times * row[i] * row[j];
            }
        }
    }

    /// Adds Fisher's information of games in which Black is stronger by `sign`
    /// times what the first player is, and by the advantage.
    pub fn add_information(&mut self, sign: f64, games: f64, chances: &Chances) {
        let [x, mixed, draws] = chances.information().map(|entry| games * entry);
        let [row, second, third] = &mut self.0;
        row[0] += x;
        row[1] += sign * x;
        row[2] += sign * mixed;
        second[1] += x;
        second[2] += mixed;
        third[2] += draws;
    }
}
