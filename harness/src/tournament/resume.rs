//! Going on with a run: what it recorded must be the beginning of its schedule.

use engines::{Game, Knowledge};

use super::config::Config;
use super::run::Finished;
use super::schedule::{Pair, PairPoints, Schedule};
use crate::error::InputError;
use crate::records::{Folder, GameRow, GamesWriter, Standings};

/// Reads what was recorded before and takes those pairs off the schedule;
/// returns where to go on writing, and what is done.
pub fn resume<G: Knowledge>(
    config: &Config,
    rules: &G::Rules,
    folder: &Folder,
    schedule: &mut Schedule<G>,
) -> anyhow::Result<(GamesWriter, Finished)> {
    let names = config.players.iter().map(|player| player.name.as_str());
    let mut standings = Standings::new(names);
    let mut games = 0;
    let mut pair: Vec<GameRow> = Vec::new();
    let writer = folder.go_on(config.moves, |row| {
        let planned = schedule
            .peek()
            .ok_or_else(|| InputError::new("the schedule has no such game"))?;
        check_planned::<G>(config, rules, planned, pair.len(), &row)?;
        pair.push(row);
        let is_whole = pair.len() == 2;
        if is_whole {
            schedule.next_pair();
            let points = PairPoints::new([0, 1].map(|game| pair[game].winner));
            schedule.record(pair[0].pair_id, points);
            games += 2;
            pair.drain(..).for_each(|row| standings.add(&row));
        }
        Ok(is_whole)
    })?;
    Ok((writer, Finished { standings, games }))
}

/// Refuses a recorded game that is not this one of a pair: rows are missing,
/// doubled or changed.
fn check_planned<G: Game>(
    config: &Config,
    rules: &G::Rules,
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
        (
            "opening",
            row.opening.clone(),
            pair.opening_text::<G>(rules),
        ),
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
