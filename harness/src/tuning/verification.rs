//! What matches say of weights.

use serde::Serialize;

use super::provenance::Verdict;
use crate::ratings::{self, MatchCounts, MatchElo, Sprt};

/// How weights were verified, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verification {
    /// Whether they play better. It stands where that of weights that nobody has
    /// tried does.
    #[serde(skip)]
    pub verdict: Verdict,
    /// Which program found that.
    pub program: String,
    /// The game.
    pub game: String,
    /// The other weights.
    pub against: String,
    /// Of their file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against_sha256: Option<String>,
    /// Who played with either.
    pub engine: String,
    /// Limits on a move.
    pub limits: String,
    /// Where the openings and all other random numbers come from.
    pub seed: u64,
    /// The test of the weights against each other.
    pub test: Test,
    /// What either made of others, if the test was passed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gauntlet: Vec<Meeting>,
}

/// A sequential test, and the match it ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Test {
    /// Whether the new weights are stronger; nothing if it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_stronger: Option<bool>,
    /// Games that count.
    pub games: u64,
    /// Points that the new weights made.
    pub points: f64,
    /// How much stronger they are, in logistic Elo.
    pub elo: f64,
    /// 1.96 standard errors of that.
    pub elo_95: f64,
    /// The log-likelihood ratio of H1 and H0.
    pub log_likelihood_ratio: f64,
    /// The hypotheses.
    pub sprt: Sprt,
}

/// What new and old weights made of another engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Meeting {
    /// The other engine.
    pub opponent: String,
    /// Games that count, of the new weights.
    pub new_games: u64,
    /// Points of the new weights.
    pub new_points: f64,
    /// Games that count, of the old weights.
    pub old_games: u64,
    /// Points of the old weights.
    pub old_points: f64,
}

impl Test {
    /// What a match says, from the side of the new weights.
    pub fn of(counts: &MatchCounts, sprt: Sprt) -> Test {
        let estimate = MatchElo::new(counts);
        Test {
            is_stronger: match sprt.verdict(counts) {
                ratings::Verdict::AcceptH1 => Some(true),
                ratings::Verdict::AcceptH0 => Some(false),
                ratings::Verdict::Continue => None,
            },
            games: counts.total_games(),
            points: counts.points(),
            elo: estimate.elo,
            elo_95: estimate.elo_95,
            log_likelihood_ratio: sprt.log_likelihood_ratio(counts),
            sprt,
        }
    }
}

impl Meeting {
    /// The matches of the new and of the old weights with another engine.
    pub fn of(opponent: &str, [new, old]: [&MatchCounts; 2]) -> Meeting {
        Meeting {
            opponent: opponent.to_string(),
            new_games: new.total_games(),
            new_points: new.points(),
            old_games: old.total_games(),
            old_points: old.points(),
        }
    }
}

/// Weights are rejected by their test alone. Who has passed it is not verified yet if
/// the same others, or one of them, take more points off the new weights than off the old
/// ones, by more than chance.
pub fn verdict(test: &Test, gauntlet: &[[MatchCounts; 2]]) -> Verdict {
    match test.is_stronger {
        Some(false) => Verdict::Rejected,
        Some(true) if !is_worse(gauntlet) => Verdict::Verified,
        Some(true) | None => Verdict::Unverified,
    }
}

/// Whether the score of the new weights is below that of the old ones: in the mean by
/// more than two standard errors, or against one opponent by more than three, as what is
/// gained against another does not make up for it.
fn is_worse(gauntlet: &[[MatchCounts; 2]]) -> bool {
    let (mut gap, mut variance) = (0.0, 0.0);
    let mut is_worse_against_one = false;
    for matches in gauntlet {
        let scores = matches.each_ref().map(|counts| counts.score());
        let [new, old] = scores.map(|score| score.unwrap_or(0.5));
        let of_gap = matches.iter().map(variance_of_score).sum::<f64>();
        is_worse_against_one |= new - old < -3.0 * of_gap.sqrt();
        gap += new - old;
        variance += of_gap;
    }
    is_worse_against_one || gap < -2.0 * variance.sqrt()
}

fn variance_of_score(counts: &MatchCounts) -> f64 {
    /// That of a coin, where there are too few pairs to tell.
    const LARGEST: f64 = 0.25;
    counts.pair_variance().unwrap_or(LARGEST) / counts.total_pairs().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::GameResult::{self, Draw, Loss, Win};

    fn pairs(results: &[([GameResult; 2], usize)]) -> MatchCounts {
        let mut counts = MatchCounts::default();
        for &(pair, times) in results {
            (0..times).for_each(|_| counts.add_pair(pair));
        }
        counts
    }

    #[test]
    fn a_verdict_needs_the_test_and_no_doubt_of_others() {
        let good = pairs(&[([Win, Win], 60), ([Win, Loss], 4)]);
        let even = pairs(&[([Win, Loss], 20), ([Win, Win], 5), ([Loss, Loss], 5)]);
        let bad = pairs(&[([Loss, Loss], 60), ([Draw, Loss], 4)]);
        let test = |counts| Test::of(counts, Sprt::default());
        assert_eq!(test(&good).is_stronger, Some(true));
        assert_eq!(test(&even).is_stronger, None);
        assert_eq!(test(&bad).is_stronger, Some(false));

        let same = [[even, even], [good, good]];
        for (counts, gauntlet, expected) in [
            (&good, &same, Verdict::Verified),
            (&good, &[[even, even], [even, good]], Verdict::Unverified),
            (&good, &[[good, even], [even, good]], Verdict::Unverified),
            (&even, &same, Verdict::Unverified),
            (&bad, &same, Verdict::Rejected),
        ] {
            assert_eq!(verdict(&test(counts), gauntlet), expected);
        }
        assert_eq!(verdict(&test(&bad), &[]), Verdict::Rejected);
    }

    #[test]
    fn a_single_pair_proves_nothing() {
        let [won, lost] = [[Win, Win], [Loss, Loss]].map(|pair| pairs(&[(pair, 1)]));
        assert!(!is_worse(&[[lost, won]]));
        assert!(!is_worse(&[[MatchCounts::default(); 2]]));
    }
}
