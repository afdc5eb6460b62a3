//! What `harness tournament --dry-run` prints: the schedule and its costs.

use std::io::Write;
use std::time::Duration;

use engines::{GameVisitor, Knowledge};
use serde::Serialize;

use super::format::Format;
use super::table::{Table, grouped};
use crate::tournament::{Config, Schedule, estimate};

/// Prints the first pairs and the expected time and memory, or, as JSON or
/// CSV, all pairs.
pub fn print(
    out: &mut impl Write,
    config: &Config,
    threads: usize,
    format: Format,
) -> anyhow::Result<()> {
    if format != Format::Text {
        let rows: Vec<PairRow> = config.game.dispatch(ListPairs(config, usize::MAX));
        return format.print(out, &rows, String::new);
    }
    let shown = config.game.dispatch(ListPairs(config, SHOWN_PAIRS));
    let estimate = estimate(config, threads);
    let mut pairs = Table::new(["Pair", "Games", "<First Black", "<First White", "<Opening"]);
    for row in &shown {
        pairs.row([
            row.pair_id.to_string(),
            format!("{}, {}", row.game_ids[0], row.game_ids[1]),
            row.first.clone(),
            row.second.clone(),
            row.opening.clone(),
        ]);
    }
    let known = match config.system.hangs_on_results() {
        true => config.system.first_round(config.players.len()) * config.pairs,
        false => config.games() / 2,
    };
    let mut more = match known.saturating_sub(shown.len() as u64) {
        0 => String::new(),
        rest => format!(
            "… and {} more pairs (--format csv prints all)\n",
            grouped(rest)
        ),
    };
    if config.system.hangs_on_results() {
        more.push_str("Who meets in later rounds hangs on the results.\n");
    }
    write!(
        out,
        "{}, {} engines, {} games\n\n{}{more}\n\
         Expected: {:.0} plies a game, {} with {threads} at a time\n\
         Memory: at most {} MiB in the engines' tables\n",
        config.game,
        config.players.len(),
        planned_games(config),
        pairs.to_text(),
        estimate.plies,
        about(estimate.time),
        grouped(estimate.memory >> 20),
    )?;
    Ok(())
}

/// How many games a tournament has; tied meetings of a knockout add to them.
pub fn planned_games(config: &Config) -> String {
    let at_least = match config.system.longest_meeting() {
        1 => "",
        _ => "at least ",
    };
    format!("{at_least}{}", grouped(config.games()))
}

/// Pairs that a dry run prints for people.
const SHOWN_PAIRS: usize = 20;

#[derive(Serialize)]
struct PairRow {
    pair_id: u64,
    #[serde(skip)]
    game_ids: [u64; 2],
    first: String,
    second: String,
    opening: String,
}

/// The first pairs of a schedule.
struct ListPairs<'a>(&'a Config, usize);

impl GameVisitor for ListPairs<'_> {
    type Output = Vec<PairRow>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Vec<PairRow> {
        let ListPairs(config, most) = self;
        let name = |player: usize| config.players[player].name.clone();
        let start = G::initial(rules);
        Schedule::<G>::new(config, rules)
            .ready()
            .take(most)
            .map(|pair| PairRow {
                pair_id: pair.id,
                game_ids: pair.game_ids(),
                first: name(pair.players[0]),
                second: name(pair.players[1]),
                opening: pair.opening_text(&start),
            })
            .collect()
    }
}

/// A time in at most two units.
fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..1.0 => "under a second".to_string(),
        1.0..120.0 => format!("about {seconds:.0} s"),
        120.0..7_200.0 => format!("about {:.0} min", seconds / 60.0),
        7_200.0..172_800.0 => format!("about {:.1} hours", seconds / 3_600.0),
        _ => format!("about {:.1} days", seconds / 86_400.0),
    }
}
