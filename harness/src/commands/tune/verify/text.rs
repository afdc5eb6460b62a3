//! What came of it, for people.

use crate::commands::match_block::MatchBlock;
use crate::commands::table::Table;
use crate::commands::tune::players::{NEW, OLD};
use crate::commands::tune::trial::Finding;
use crate::tuning::{ProvenanceFile, Verdict};

/// The match, the gauntlet and the verdict, which is in a file unless an older one is.
pub fn result(found: &Finding, provenance: &ProvenanceFile) -> String {
    let Finding {
        verification,
        counts,
        is_written,
    } = found;
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
    let (verdict, against) = (verification.verdict.name(), &verification.against);
    let file = provenance.path().display();
    text += &match is_written {
        true => format!("\nThe weights are {verdict} against {against}, as {file} says.\n"),
        false => format!(
            "\nThe test against {against} is undecided; {file} still says:\n{}.\n",
            provenance.verdict()
        ),
    };
    text
}
