//! What came of it, for people.

use std::path::Path;

use crate::commands::match_block::MatchBlock;
use crate::commands::table::Table;
use crate::commands::tune::players::{NEW, OLD};
use crate::ratings::MatchCounts;
use crate::tuning::{Verdict, Verification};

/// The match, the gauntlet and the verdict, which was written to a file.
pub fn result(verification: &Verification, counts: &MatchCounts, written: &Path) -> String {
    let block = MatchBlock {
        counts,
        names: [NEW, OLD],
        conditions: &format!("{}, {}", verification.limits, verification.game),
        sprt: Some(&verification.test.sprt),
    };
    let mut text = block.text();
    if !verification.gauntlet.is_empty() {
        let mut table = Table::new(["<Opponent", "New", "Games", "Old", "Games"]);
        for meeting in &verification.gauntlet {
            table.row([
                meeting.opponent.clone(),
                meeting.new_points.to_string(),
                meeting.new_games.to_string(),
                meeting.old_points.to_string(),
                meeting.old_games.to_string(),
            ]);
        }
        text += &format!("\nPoints against others:\n{}", table.to_text());
    }
    if (verification.verdict, verification.test.is_stronger) == (Verdict::Unverified, Some(true)) {
        text += "\nThe new weights are stronger than the old ones, but not against others.\n";
    }
    text += &format!(
        "\nThe weights are {} against {}, as {} says.\n",
        verification.verdict.name(),
        verification.against,
        written.display()
    );
    text
}
