//! Going on with a run: what it recorded must be the beginning of its schedule.

use engines::{Game, Knowledge};

use super::config::Config;
use super::failures::OnFailure;
use super::pairings::PairPoints;
use super::run::Finished;
use super::schedule::{Pair, Schedule};
use crate::error::InputError;
use crate::records::{Folder, GameRow, GamesWriter, Pairs, RecordedPair};

/// Where a run goes on.
pub struct Resumed<G: Game> {
    /// What is left of the schedule.
    pub schedule: Schedule<G>,
    /// Appends behind what is recorded.
    pub writer: GamesWriter,
    /// What is recorded.
    pub finished: Finished,
    /// Pairs that were played ahead of their turn.
    pub kept: Pairs,
}

/// Reads what was recorded before and takes those pairs off the schedule.
pub fn resume<G: Knowledge>(
    config: &Config,
    rules: &G::Rules,
    folder: &mut Folder,
    retry_void: bool,
) -> anyhow::Result<Resumed<G>> {
    if retry_void {
        // Only what is as planned is touched.
        read_recorded::<G>(config, rules, folder)?;
        folder.take_back_void(config.moves)?;
    }
    let (schedule, writer, finished) = read_recorded::<G>(config, rules, folder)?;
    let mut kept = folder.waiting(config.moves)?;
    kept.retain(|&pair_id, _| pair_id > finished.games / 2);
    Ok(Resumed {
        schedule,
        writer,
        finished,
        kept,
    })
}

fn read_recorded<G: Knowledge>(
    config: &Config,
    rules: &G::Rules,
    folder: &mut Folder,
) -> anyhow::Result<(Schedule<G>, GamesWriter, Finished)> {
    let start = G::initial(rules);
    let mut schedule = Schedule::<G>::new(config, rules);
    let mut finished = Finished::new(config);
    let mut first = None;
    let writer = folder.go_on(config.moves, |row| {
        let planned = schedule
            .peek()
            .filter(|_| !finished.is_decided())
            .ok_or_else(|| InputError::new("the schedule has no such game"))?;
        let index = usize::from(first.is_some());
        check_planned(config, &start, planned, index, &row)?;
        let Some(first) = first.take() else {
            first = Some(row);
            return Ok(false);
        };
        let pair = RecordedPair {
            games: [first, row],
            moves: Vec::new(),
        };
        schedule.next_pair();
        schedule.record(pair.id(), PairPoints::of(&pair));
        finished.add(config, &pair);
        Ok(true)
    })?;
    if config.on_failure == OnFailure::Stop {
        // Whoever goes on wants more of it.
        finished.given_up = None;
    }
    Ok((schedule, writer, finished))
}

/// Whether a pair that was played before is this one of the schedule.
pub fn is_planned(config: &Config, start: &impl Game, pair: &Pair, played: &RecordedPair) -> bool {
    [0, 1]
        .into_iter()
        .all(|index| check_planned(config, start, pair, index, &played.games[index]).is_ok())
}

/// Refuses a recorded game that is not this one of a pair: rows are missing,
/// doubled or changed.
fn check_planned(
    config: &Config,
    start: &impl Game,
    pair: &Pair,
    index: usize,
    row: &GameRow,
) -> Result<(), InputError> {
    let [black, white] = pair.colors(index);
    let columns = [
        (
            "game_id",
            row.game_id.to_string(),
            pair.game_ids()[index].to_string(),
        ),
        ("pair_id", row.pair_id.to_string(), pair.id.to_string()),
        ("game", row.game.clone(), config.game.to_string()),
        ("opening", row.opening.clone(), pair.opening_text(start)),
        (
            "black",
            row.black.clone(),
            config.players[black].name.clone(),
        ),
        (
            "white",
            row.white.clone(),
            config.players[white].name.clone(),
        ),
        ("seed", row.seed.to_string(), pair.seeds[index].to_string()),
    ];
    match columns
        .into_iter()
        .find(|(_, found, planned)| found != planned)
    {
        Some((column, found, planned)) => Err(InputError(format!(
            "{column} is `{found}`, but in the schedule `{planned}`; bring the row back, or choose \
             another folder with --out"
        ))),
        None => Ok(()),
    }
}
