//! The features of one row.

use engines::Knowledge;

use super::evaluation::Evaluation;

/// Collects the features that are on, each once, and those that are not fitted apart.
pub struct Features<'a> {
    /// By feature. What is on from `end` on is part of the rest.
    start: &'a [i32],
    end: usize,
    counts: Vec<(u32, i32)>,
    pairs: Vec<(u32, i16)>,
    rest: f64,
}

impl Features<'_> {
    /// Of a game, with or without those that have no hand weights.
    pub fn of(evaluation: &Evaluation, patterns: bool) -> Features<'_> {
        let start = &evaluation.start;
        Features {
            start,
            end: if patterns {
                start.len()
            } else {
                evaluation.plain
            },
            counts: Vec::new(),
            pairs: Vec::new(),
            rest: 0.0,
        }
    }

    /// Takes what `visit` calls with each feature that is on.
    pub fn collect<G: Knowledge>(
        &mut self,
        visit: impl FnOnce(&mut dyn FnMut(usize, i32)),
    ) -> Result<(), String> {
        self.counts.clear();
        self.pairs.clear();
        self.rest = 0.0;
        visit(&mut |feature, count| {
            if feature < self.end {
                self.counts.push((feature as u32, count));
            } else {
                self.rest += f64::from(self.start[feature]) * f64::from(count);
            }
        });
        self.counts.sort_unstable_by_key(|&(feature, _)| feature);
        for same in self.counts.chunk_by(|one, next| one.0 == next.0) {
            let feature = same[0].0;
            let count: i32 = same.iter().map(|&(_, count)| count).sum();
            let count = i16::try_from(count).map_err(|_| {
                let name = G::feature_name(feature as usize);
                format!("feature {name} is on {count} times, more than can be counted")
            })?;
            if count != 0 {
                self.pairs.push((feature, count));
            }
        }
        Ok(())
    }

    /// What features that are not fitted add up to, by their weights of the start.
    pub fn rest(&self) -> f64 {
        self.rest
    }

    /// Those that are fitted, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, i16)> {
        self.pairs.iter().copied()
    }
}
