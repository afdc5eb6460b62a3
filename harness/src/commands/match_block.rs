//! The result of a match of two engines, in the lines that scripts around match
//! runners read.

use crate::ratings::{MatchCounts, MatchElo, MatchInterval, Sprt, Verdict, match_interval};

/// A match as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct MatchBlock<'a> {
    /// Its counts, from the side of the first engine.
    pub counts: &'a MatchCounts,
    /// The engines.
    pub names: [&'a str; 2],
    /// How they played: `nodes=20000, go:size=9`.
    pub conditions: &'a str,
    /// The test that ends it.
    pub sprt: Option<&'a Sprt>,
}

impl MatchBlock<'_> {
    /// The block.
    ///
    /// The first lines are fastchess's, with the numbers that it prints; but for
    /// empty cells, which count 1e-3 here, so that none is infinite. Those Elo
    /// are approximations; the line below says what 95 % confidence allows.
    pub fn text(&self) -> String {
        let mut lines = vec![self.title(), self.elo(), self.ratios(), self.games()];
        if self.counts.is_paired() {
            lines.push(self.pairs());
        }
        lines.extend(self.sprt.map(|sprt| self.likelihood_ratio(sprt)));
        lines.push(String::new());
        lines.push(self.interval());
        lines.extend(self.sprt.map(|sprt| self.verdict(sprt)));
        lines.push(String::new());
        lines.join("\n")
    }

    /// The lines of its test alone, if it has one.
    pub fn test(&self) -> String {
        self.sprt.map_or(String::new(), |sprt| {
            format!("{}\n{}", self.likelihood_ratio(sprt), self.verdict(sprt))
        })
    }

    /// A control character, as a name from a file may have it, would break a line.
    fn printable_names(&self) -> [String; 2] {
        self.names
            .map(|name| name.replace(char::is_control, "\u{fffd}"))
    }

    fn title(&self) -> String {
        let [first, second] = self.printable_names();
        format!("Results of {first} vs {second} ({}):", self.conditions)
    }

    fn elo(&self) -> String {
        let estimate = MatchElo::new(self.counts);
        format!(
            "Elo: {:.2} +/- {:.2}, nElo: {:.2} +/- {:.2}",
            estimate.elo, estimate.elo_95, estimate.normalized, estimate.normalized_95
        )
    }

    /// Fastchess's draws are the pairs with one point each, if there are pairs.
    fn ratios(&self) -> String {
        let [none, half, one, more, two] = self.counts.pairs;
        let (draws, of) = if self.counts.is_paired() {
            (one, self.counts.total_pairs())
        } else {
            (self.counts.games[1], self.counts.total_games())
        };
        format!(
            "LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {:.2}",
            100.0 * MatchElo::new(self.counts).los,
            100.0 * draws as f64 / of.max(1) as f64,
            ratio([more, two], [half, none])
        )
    }

    fn games(&self) -> String {
        let [losses, draws, wins] = self.counts.games;
        format!(
            "Games: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {:.1} ({:.2} %)",
            self.counts.total_games(),
            self.counts.points(),
            100.0 * self.counts.score().unwrap_or(0.5)
        )
    }

    fn pairs(&self) -> String {
        let split = self.counts.split_pairs;
        let drawn = self.counts.pairs[2] - split;
        format!(
            "Ptnml(0-2): {:?}, WL/DD Ratio: {:.2}",
            self.counts.pairs,
            ratio([split], [drawn])
        )
    }

    fn likelihood_ratio(&self, sprt: &Sprt) -> String {
        let (lower, upper) = sprt.bounds();
        format!(
            "LLR: {:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]",
            sprt.log_likelihood_ratio(self.counts),
            sprt.elo0,
            sprt.elo1
        )
    }

    fn interval(&self) -> String {
        let [first, _] = self.printable_names();
        match match_interval(self.counts) {
            MatchInterval {
                low: Some(low),
                high: Some(high),
            } => format!("95 % interval for {first}: {low:+.1} to {high:+.1} logistic Elo."),
            MatchInterval {
                low: Some(low),
                high: None,
            } => format!("{first} won every game: at least {low:+.1} logistic Elo, at 95 %."),
            MatchInterval {
                low: None,
                high: Some(high),
            } => format!("{first} lost every game: at most {high:+.1} logistic Elo, at 95 %."),
            MatchInterval {
                low: None,
                high: None,
            } => "No game counts: nothing is known of the difference.".to_string(),
        }
    }

    fn verdict(&self, sprt: &Sprt) -> String {
        let units = sprt.units.name();
        match sprt.verdict(self.counts) {
            Verdict::Continue => format!("SPRT ({units}): undecided."),
            Verdict::AcceptH0 => format!("SPRT ({units}): H0 is accepted, {:+}.", sprt.elo0),
            Verdict::AcceptH1 => format!("SPRT ({units}): H1 is accepted, {:+}.", sprt.elo1),
        }
    }
}

/// The ratio of two sums of cells, of which empty ones count 1e-3.
fn ratio<const N: usize>(over: [u64; N], under: [u64; N]) -> f64 {
    let sum = |cells: [u64; N]| -> f64 { cells.iter().map(|&cell| (cell as f64).max(1e-3)).sum() };
    sum(over) / sum(under)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Units;

    fn text(counts: MatchCounts, sprt: Option<Sprt>) -> String {
        MatchBlock {
            counts: &counts,
            names: ["A", "B"],
            conditions: "20000 nodes",
            sprt: sprt.as_ref(),
        }
        .text()
    }

    fn pairs(pairs: [u64; 5], split_pairs: u64) -> MatchCounts {
        let [none, half, one, more, two] = pairs;
        MatchCounts {
            pairs,
            split_pairs,
            games: [
                2 * none + half + split_pairs,
                half + more + 2 * (one - split_pairs),
                2 * two + more + split_pairs,
            ],
        }
    }

    /// The numbers fastchess printed for this match; its test has normalized
    /// bounds.
    #[test]
    fn lines_are_those_of_fastchess() {
        let sprt = Sprt {
            elo0: -5.0,
            elo1: 0.0,
            beta: 0.1,
            units: Units::Normalized,
            ..Sprt::default()
        };
        assert_eq!(
            text(pairs([1, 22, 52, 21, 4], 5), Some(sprt)),
            "\
Results of A vs B (20000 nodes):
Elo: 8.69 +/- 27.04, nElo: 15.51 +/- 48.15
LOS: 73.60 %, DrawRatio: 52.00 %, PairsRatio: 1.09
Games: 200, Wins: 34, Losses: 29, Draws: 137, Points: 102.5 (51.25 %)
Ptnml(0-2): [1, 22, 52, 21, 4], WL/DD Ratio: 0.11
LLR: 0.15 (-2.25, 2.89) [-5.00, 0.00]

95 % interval for A: -18.7 to +36.1 logistic Elo.
SPRT (normalized Elo): undecided.
"
        );
    }

    #[test]
    fn perfect_scores_are_finite() {
        assert_eq!(
            text(pairs([0, 0, 0, 0, 5], 0), Some(Sprt::default())),
            "\
Results of A vs B (20000 nodes):
Elo: 1199.83 +/- 249.82, nElo: 6341.59 +/- 215.25
LOS: 100.00 %, DrawRatio: 0.00 %, PairsRatio: 2500.50
Games: 10, Wins: 10, Losses: 0, Draws: 0, Points: 10.0 (100.00 %)
Ptnml(0-2): [0, 0, 0, 0, 5], WL/DD Ratio: 1.00
LLR: 0.41 (-2.94, 2.94) [0.00, 30.00]

A won every game: at least +140.2 logistic Elo, at 95 %.
SPRT (logistic Elo): undecided.
"
        );
    }

    #[test]
    fn games_alone_have_no_line_of_pairs() {
        let counts = MatchCounts {
            games: [40, 0, 60],
            ..MatchCounts::default()
        };
        assert_eq!(
            text(counts, None),
            "\
Results of A vs B (20000 nodes):
Elo: 70.44 +/- 70.57, nElo: 70.92 +/- 68.10
LOS: 97.94 %, DrawRatio: 0.00 %, PairsRatio: 1.00
Games: 100, Wins: 60, Losses: 40, Draws: 0, Points: 60.0 (60.00 %)

95 % interval for A: +1.4 to +139.5 logistic Elo.
"
        );
        assert_eq!(
            text(MatchCounts::default(), None),
            "\
Results of A vs B (20000 nodes):
Elo: 0.00 +/- 1199.83, nElo: 0.00 +/- 12432.59
LOS: 50.00 %, DrawRatio: 0.00 %, PairsRatio: 1.00
Games: 0, Wins: 0, Losses: 0, Draws: 0, Points: 0.0 (50.00 %)

No game counts: nothing is known of the difference.
"
        );
    }
}
