//! The choices of some games, feature by feature, with the strengths of all candidates.

use std::ops::Range;

use super::choices::Choices;

/// The choices of some games, by feature.
pub struct Block {
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
pub struct Column {
    /// The feature.
    pub feature: usize,
    /// How many times.
    pub count: f64,
    members: Range<usize>,
}

impl Block {
    /// With all weights 0; a rest is in `unit`s.
    pub fn of(choices: &Choices, games: Range<usize>, unit: f64) -> Block {
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

    /// The columns of some features.
    pub fn columns_of(&self, group: &Range<usize>) -> &[Column] {
        &self.columns[columns_at(&self.columns, group)]
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> usize {
        self.strengths.len()
    }

    /// The candidates that have a feature.
    pub fn members_of(&self, feature: usize) -> impl Iterator<Item = usize> {
        let columns = self.columns_of(&(feature..feature + 1)).iter();
        let members = columns.flat_map(|column| &self.members[column.members.clone()]);
        members.map(|&member| member as usize)
    }

    /// Adds how often each feature was played.
    pub fn add_wins(&self, wins: &mut [f64]) {
        for column in &self.columns {
            let members = self.members[column.members.clone()].iter();
            let is_played = |&&at: &&u32| self.played[self.choice[at as usize] as usize] == at;
            wins[column.feature] += column.count * members.filter(is_played).count() as f64;
        }
    }

    /// By column of a group, what its candidates have of their choices' Z.
    pub fn shares(&self, group: &Range<usize>) -> Vec<f64> {
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
    pub fn change(&mut self, group: &Range<usize>, by: &[f64]) {
        let mut is_rough = false;
        for column in &self.columns[columns_at(&self.columns, group)] {
            let factor = libm::exp(column.count * by[column.feature - group.start]);
            for &member in &self.members[column.members.clone()] {
                let strength = &mut self.strengths[member as usize];
                let more = *strength * (factor - 1.0);
                *strength += more;
                let sum = &mut self.sums[self.choice[member as usize] as usize];
                *sum += more;
                is_rough |= *sum < 1e-6 * more.abs();
            }
        }
        // Little is left of what was much larger: mostly rounding.
        if is_rough {
            self.sum_anew();
        }
    }

    /// What rounding left in the sums goes.
    pub fn sum_anew(&mut self) {
        self.sums.fill(0.0);
        for (strength, &choice) in self.strengths.iter().zip(&self.choice) {
            self.sums[choice as usize] += strength;
        }
    }

    /// Of all candidates, as they are now.
    pub fn strengths(&self) -> Vec<f64> {
        self.strengths.clone()
    }

    /// Makes the strengths what they were.
    pub fn take_back(&mut self, strengths: Vec<f64>) {
        self.strengths = strengths;
        self.sum_anew();
    }

    /// Of what was played.
    pub fn log_likelihood(&self) -> f64 {
        let played = self.played.iter().map(|&at| self.strengths[at as usize]);
        let pairs = played.zip(&self.sums);
        pairs.map(|(strength, sum)| libm::log(strength / sum)).sum()
    }
}

fn columns_at(columns: &[Column], group: &Range<usize>) -> Range<usize> {
    let at = |feature| columns.partition_point(|column| column.feature < feature);
    at(group.start)..at(group.end)
}

/// The logarithm of the least strength that a rest makes: a smaller number would be
/// none.
const LEAST: f64 = -300.0;
