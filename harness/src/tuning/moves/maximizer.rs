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

use super::block::Block;
use super::choices::Choices;
use super::slope::Slope;

/// Maximizes the log-likelihood of the choices, to which each feature adds one win
/// and one loss against an opponent of strength 1. Returns the weights, in index
/// order.
pub fn maximize(choices: &Choices, features: usize, unit: f64) -> Vec<f64> {
    let games = choices.blocks(BLOCKS).into_par_iter();
    let mut blocks: Vec<Block> = games.map(|games| Block::of(choices, games, unit)).collect();
    let groups = groups(&blocks, features);
    let mut wins = vec![0.0; features];
    blocks.iter().for_each(|block| block.add_wins(&mut wins));
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
        let kept: Vec<Vec<f64>> = blocks.iter().map(Block::strengths).collect();
        let way = weights.iter().zip(&old_weights);
        let farther: Vec<f64> = way.map(|(new, old)| new + reach * (new - old)).collect();
        go_to(&mut blocks, &weights, &farther);
        let farther_value = objective(&blocks, &farther);
        if farther_value > value {
            (value, weights) = (farther_value, farther);
            reach *= 2.0;
        } else {
            let blocks = blocks.iter_mut().zip(kept);
            blocks.for_each(|(block, strengths)| block.take_back(strengths));
            reach = 1.0;
        }
        if value - old_value < enough {
            break;
        }
    }
    weights
}

/// Changes all weights.
fn go_to(blocks: &mut [Block], old: &[f64], new: &[f64]) {
    let by: Vec<f64> = new.iter().zip(old).map(|(new, old)| new - old).collect();
    blocks.par_iter_mut().for_each(|block| {
        block.change(&(0..by.len()), &by);
        block.sum_anew();
    });
}

/// Sums are made of so many parts at most, whatever the number of threads.
const BLOCKS: usize = 32;

/// A sweep that gains less than this a choice is the last: weights are then a small
/// part of their errors off.
const ENOUGH: f64 = 1e-6;
const MOST_SWEEPS: usize = 2_000;

/// The features, cut into as few ranges as have no two features in one candidate.
fn groups(blocks: &[Block], features: usize) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut begin = 0;
    // By candidate, the group of the last feature that it has.
    let none = |block: &Block| vec![usize::MAX; block.candidates()];
    let mut last: Vec<Vec<usize>> = blocks.iter().map(none).collect();
    for feature in 0..features {
        let mut all = blocks.iter().zip(&last);
        let has_two = |(block, last): (&Block, &Vec<usize>)| {
            let mut members = block.members_of(feature);
            members.any(|member| last[member] == groups.len())
        };
        if all.any(has_two) {
            groups.push(begin..feature);
            begin = feature;
        }
        for (block, last) in blocks.iter().zip(&mut last) {
            let members = block.members_of(feature);
            members.for_each(|member| last[member] = groups.len());
        }
    }
    groups.push(begin..features);
    groups
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

/// The log-likelihood, and what the prior adds.
fn objective(blocks: &[Block], weights: &[f64]) -> f64 {
    let parts: Vec<f64> = blocks.par_iter().map(Block::log_likelihood).collect();
    let prior = weights
        .iter()
        .map(|weight| weight - 2.0 * libm::log1p(libm::exp(*weight)));
    parts.into_iter().sum::<f64>() + prior.sum::<f64>()
}
