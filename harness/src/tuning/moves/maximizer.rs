//! Minorization and maximization.
//!
//! A choice's log-likelihood is the played team's weight minus log Z, Z being the
//! sum of the strengths of all candidates. As log Z ≤ log Z₀ + Z/Z₀ − 1, with
//! equality where Z = Z₀, what maximizes the bound by one weight, the others held,
//! is never worse than before (D. R. Hunter, "MM algorithms for generalized
//! Bradley–Terry models", Annals of Statistics 32, 2004). For a feature that a
//! team has once or not at all, that is Coulom's formula; one that counts c times
//! makes a team e^(cw) times as strong, and the bound's slope has one root.
//! Features of which no team has two are improved together, as he does.

use std::ops::Range;

use rayon::prelude::*;

use super::choices::Choices;

/// Maximizes the log-likelihood of the choices, to which each feature adds one win
/// and one loss against an opponent of strength 1. Returns the weights, in index
/// order.
pub fn maximize(choices: &Choices, features: usize, unit: f64) -> Vec<f64> {
    let games = choices.blocks(BLOCKS).into_par_iter();
    let mut blocks: Vec<Block> = games.map(|games| Block::of(choices, games, unit)).collect();
    let groups = groups(&blocks, features);
    let wins = wins(&blocks, features);
    let mut weights = vec![0.0; features];
    let mut value = objective(&blocks, &weights);
    let enough = ENOUGH * (choices.choices() + features) as f64;
    let mut reach = 1.0;
    for _ in 0..MOST_SWEEPS {
        let (old_value, old_weights) = (value, weights.clone());
        for group in &groups {
            improve(&mut blocks, group.clone(), &wins, &mut weights);
        }
        value = objective(&blocks, &weights);
        // Sweeps go the same way for long: farther that way may be better still.
        let way = weights.iter().zip(&old_weights);
        let by: Vec<f64> = way.map(|(new, old)| reach * (new - old)).collect();
        go(&mut blocks, &mut weights, &by);
        let farther = objective(&blocks, &weights);
        if farther > value {
            value = farther;
            reach *= 2.0;
        } else {
            let back: Vec<f64> = by.iter().map(|by| -by).collect();
            go(&mut blocks, &mut weights, &back);
            reach = 1.0;
        }
        if value - old_value < enough {
            break;
        }
    }
    weights
}

/// Adds to all weights.
fn go(blocks: &mut [Block], weights: &mut [f64], by: &[f64]) {
    weights
        .iter_mut()
        .zip(by)
        .for_each(|(weight, by)| *weight += by);
    blocks.par_iter_mut().for_each(|block| {
        block.change(&(0..by.len()), by);
        block.sum_anew();
    });
}

/// Sums are made of so many parts at most, whatever the number of threads.
const BLOCKS: usize = 32;

/// A sweep that gains less than this a choice is the last: weights are then a small
/// part of their errors off.
const ENOUGH: f64 = 1e-7;
const MOST_SWEEPS: usize = 2_000;

/// The choices of some games, by feature.
struct Block {
    /// By candidate.
    strengths: Vec<f64>,
    /// By candidate, which choice it belongs to.
    choice: Vec<u32>,
    /// By choice: the number of the candidate that was played, and Z.
    played: Vec<u32>,
    sums: Vec<f64>,
    /// By feature, then by count.
    columns: Vec<Column>,
    /// The candidates of all columns.
    members: Vec<u32>,
}

/// The candidates that have a feature so many times.
struct Column {
    feature: usize,
    count: f64,
    members: Range<usize>,
}

impl Block {
    fn of(choices: &Choices, games: Range<usize>, unit: f64) -> Block {
        let mut block = Block {
            strengths: Vec::new(),
            choice: Vec::new(),
            played: Vec::new(),
            sums: Vec::new(),
            columns: Vec::new(),
            members: Vec::new(),
        };
        let mut entries: Vec<(u32, i16, u32)> = Vec::new();
        for choice in games.flat_map(|game| choices.choices_of(game)) {
            let candidates = choices.candidates_of(choice);
            let rests = candidates.clone().map(|at| choices.candidate(at).rest);
            let most = rests.clone().fold(f64::NEG_INFINITY, f64::max);
            block.played.push(block.strengths.len() as u32);
            for (at, rest) in candidates.zip(rests) {
                let member = block.strengths.len() as u32;
                let row = choices.candidate(at);
                entries.extend(
                    row.pairs()
                        .map(|(feature, x)| (feature as u32, x as i16, member)),
                );
                block
                    .strengths
                    .push(libm::exp(((rest - most) / unit).max(LEAST)));
                block.choice.push(block.sums.len() as u32);
            }
            let strengths = &block.strengths[block.played[block.sums.len()] as usize..];
            block.sums.push(strengths.iter().sum());
        }
        entries.sort_unstable();
        for same in entries.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
            let begin = block.members.len();
            block
                .members
                .extend(same.iter().map(|&(_, _, member)| member));
            block.columns.push(Column {
                feature: same[0].0 as usize,
                count: same[0].1.into(),
                members: begin..block.members.len(),
            });
        }
        block
    }

    fn columns_of(&self, group: &Range<usize>) -> &[Column] {
        let at = |feature| {
            self.columns
                .partition_point(|column| column.feature < feature)
        };
        &self.columns[at(group.start)..at(group.end)]
    }

    /// By column of a group, what its candidates have of their choices' Z.
    fn shares(&self, group: &Range<usize>) -> Vec<f64> {
        let share = |&member: &u32| {
            self.strengths[member as usize] / self.sums[self.choice[member as usize] as usize]
        };
        let columns = self.columns_of(group).iter();
        let members = columns.map(|column| &self.members[column.members.clone()]);
        members
            .map(|members| members.iter().map(share).sum())
            .collect()
    }

    /// Adds to the weights of a group.
    fn change(&mut self, group: &Range<usize>, by: &[f64]) {
        let at = |feature| {
            self.columns
                .partition_point(|column| column.feature < feature)
        };
        for column in &self.columns[at(group.start)..at(group.end)] {
            let factor = libm::exp(column.count * by[column.feature - group.start]);
            for &member in &self.members[column.members.clone()] {
                let strength = &mut self.strengths[member as usize];
                let more = *strength * (factor - 1.0);
                *strength += more;
                self.sums[self.choice[member as usize] as usize] += more;
            }
        }
    }

    /// What rounding left in the sums goes.
    fn sum_anew(&mut self) {
        self.sums.fill(0.0);
        for (strength, &choice) in self.strengths.iter().zip(&self.choice) {
            self.sums[choice as usize] += strength;
        }
    }

    fn log_likelihood(&self) -> f64 {
        let played = self.played.iter().map(|&at| self.strengths[at as usize]);
        let pairs = played.zip(&self.sums);
        pairs.map(|(strength, sum)| libm::log(strength / sum)).sum()
    }
}

/// The logarithm of the least strength that a rest makes: a smaller number would be
/// none.
const LEAST: f64 = -300.0;

/// The features, cut into as few ranges as have no two features in one candidate.
fn groups(blocks: &[Block], features: usize) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut begin = 0;
    let mut last: Vec<Vec<u32>> = blocks
        .iter()
        .map(|block| vec![u32::MAX; block.strengths.len()])
        .collect();
    for feature in 0..features {
        let number = groups.len() as u32;
        let members = |block: &Block| -> Vec<u32> {
            let columns = block.columns_of(&(feature..feature + 1)).iter();
            columns
                .flat_map(|column| &block.members[column.members.clone()])
                .copied()
                .collect()
        };
        let members: Vec<Vec<u32>> = blocks.iter().map(members).collect();
        let all = || members.iter().zip(&last);
        let clashes =
            all().any(|(members, last)| members.iter().any(|&at| last[at as usize] == number));
        if clashes {
            groups.push(begin..feature);
            begin = feature;
        }
        let number = groups.len() as u32;
        for (members, last) in members.iter().zip(&mut last) {
            members.iter().for_each(|&at| last[at as usize] = number);
        }
    }
    groups.push(begin..features);
    groups
}

/// By feature, how often it was played.
fn wins(blocks: &[Block], features: usize) -> Vec<f64> {
    let mut wins = vec![0.0; features];
    for block in blocks {
        for column in &block.columns {
            let is_played = |&&at: &&u32| block.played[block.choice[at as usize] as usize] == at;
            let played = block.members[column.members.clone()]
                .iter()
                .filter(is_played);
            wins[column.feature] += column.count * played.count() as f64;
        }
    }
    wins
}

/// Improves the weights of a group.
fn improve(blocks: &mut [Block], group: Range<usize>, wins: &[f64], weights: &mut [f64]) {
    let shares: Vec<Vec<f64>> = blocks
        .par_iter()
        .map(|block| block.shares(&group))
        .collect();
    let mut slopes: Vec<Slope> = group
        .clone()
        .map(|feature| Slope::of_prior(wins[feature], weights[feature]))
        .collect();
    for (block, shares) in blocks.iter().zip(shares) {
        for (column, share) in block.columns_of(&group).iter().zip(shares) {
            slopes[column.feature - group.start].add(column.count, share);
        }
    }
    let by: Vec<f64> = slopes.iter().map(Slope::root).collect();
    for (weight, by) in weights[group.clone()].iter_mut().zip(&by) {
        *weight += by;
    }
    blocks
        .par_iter_mut()
        .for_each(|block| block.change(&group, &by));
}

/// The slope of the bound by what is added to one weight: wins − Σ c·share·e^(cx).
struct Slope {
    wins: f64,
    /// Counts c, and the shares of candidates with so many.
    terms: Vec<(f64, f64)>,
}

impl Slope {
    /// With the win and the loss against strength 1: each game of the two is one of
    /// strength 1 against e^weight.
    fn of_prior(wins: f64, weight: f64) -> Slope {
        Slope {
            wins: wins + 1.0,
            terms: vec![(1.0, 2.0 / (1.0 + libm::exp(-weight)))],
        }
    }

    fn add(&mut self, count: f64, share: f64) {
        match self.terms.iter_mut().find(|term| term.0 == count) {
            Some(term) => term.1 += share,
            None => self.terms.push((count, share)),
        }
    }

    /// Where it is 0, by Newton's method: it falls everywhere. A step is at most 1, as
    /// far from the root the slope may be steep.
    fn root(&self) -> f64 {
        const STEPS: usize = 100;
        let mut root = 0.0;
        for _ in 0..STEPS {
            let (mut slope, mut curvature) = (self.wins, 0.0);
            for &(count, share) in &self.terms {
                let term = count * share * libm::exp(count * root);
                slope -= term;
                curvature += count * term;
            }
            let step = (slope / curvature).clamp(-1.0, 1.0);
            root += step;
            if step.abs() < 1e-12 {
                break;
            }
        }
        root
    }
}

/// The log-likelihood, and what the prior adds.
fn objective(blocks: &[Block], weights: &[f64]) -> f64 {
    let parts: Vec<f64> = blocks.par_iter().map(Block::log_likelihood).collect();
    let prior = weights
        .iter()
        .map(|weight| weight - 2.0 * libm::log1p(libm::exp(*weight)));
    parts.into_iter().sum::<f64>() + prior.sum::<f64>()
}
