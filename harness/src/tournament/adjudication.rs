//! Ending games before the rules do: off by default, and recorded when used.

use std::str::FromStr;

use engines::go::Scoring;
use engines::spec::{read_options, split_options};
use engines::{Color, GameSpec, Knowledge};
use serde::{Deserialize, Serialize};

use super::game::End;
use crate::error::InputError;
use crate::records::{Adjudicated, Termination, Winner};

/// When games end early. A rule that is not asked for ends none.
///
/// Values are expected scores of the side to move, 0 to 1. An engine that
/// reports none never resigns, and nobody agrees with it on anything.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// An engine that expects at most this resigns, if its opponent agrees.
    pub resign: Option<f64>,
    /// So many moves in a row of both.
    pub resign_moves: Option<u32>,
    /// A draw when both engines are at most so far from ½.
    pub draw: Option<f64>,
    /// So many moves in a row of both.
    pub draw_moves: Option<u32>,
    /// But not before this ply.
    pub draw_after: Option<u32>,
    /// Plies after which a game is counted as it stands, or drawn where there
    /// is nothing to count.
    pub plies: Option<u32>,
    /// Go: a win as soon as enough area lives unconditionally.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub life: bool,
}

impl Adjudication {
    const DEFAULT_RESIGN_MOVES: u32 = 4;
    const DEFAULT_DRAW_MOVES: u32 = 10;

    /// Whether no game ends early.
    pub fn is_off(&self) -> bool {
        *self == Adjudication::default()
    }

    /// Refuses what makes no sense in a game.
    pub fn check(&self, game: &GameSpec) -> Result<(), InputError> {
        for (name, limit) in [("resign", self.resign), ("draw", self.draw)] {
            if let Some(limit) = limit
                && !(0.0..0.5).contains(&limit)
            {
                return Err(wrong(format!(
                    "{name} must be from 0 up and less than 0.5, but is {limit}"
                )));
            }
        }
        for (name, number) in [
            ("resign_moves", self.resign_moves),
            ("draw_moves", self.draw_moves),
            ("plies", self.plies),
        ] {
            if number == Some(0) {
                return Err(wrong(format!("{name} must be more than 0")));
            }
        }
        for (name, number, rule, limit) in [
            ("resign_moves", self.resign_moves, "resign", self.resign),
            ("draw_moves", self.draw_moves, "draw", self.draw),
            ("draw_after", self.draw_after, "draw", self.draw),
        ] {
            if number.is_some() && limit.is_none() {
                return Err(wrong(format!("{name} says nothing without {rule}")));
            }
        }
        let is_area = matches!(game, GameSpec::Go(rules) if rules.scoring == Scoring::Area);
        if self.life && !is_area {
            return Err(wrong(format!(
                "life needs Go with scoring=area, not {game}"
            )));
        }
        Ok(())
    }
}

fn wrong(what: String) -> InputError {
    InputError(format!("adjudication: {what}"))
}

/// `resign=0.02,draw=0.02,draw_after=60,life=true`
impl FromStr for Adjudication {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Adjudication, InputError> {
        let options = split_options(text).map_err(|error| wrong(error.to_string()))?;
        if options.is_empty() {
            return Err(wrong("no rule is given".to_string()));
        }
        read_options(options).map_err(wrong)
    }
}

/// Watches a game.
pub struct Judge<'a> {
    rules: &'a Adjudication,
    /// By color.
    views: [View; 2],
}

/// For how many moves in a row an engine has seen a game in one way.
#[derive(Clone, Copy, Default)]
struct View {
    lost: u32,
    won: u32,
    even: u32,
}

impl<'a> Judge<'a> {
    /// Nobody if no rule is on.
    pub fn new(rules: &'a Adjudication) -> Option<Judge<'a>> {
        let views = [View::default(); 2];
        (!rules.is_off()).then_some(Judge { rules, views })
    }

    /// Takes note of what a color's engine thought of its move.
    pub fn hear(&mut self, color: Color, value: Option<f64>) {
        let view = &mut self.views[color.index()];
        let count = |moves: &mut u32, is_so: Option<bool>| {
            *moves = if is_so == Some(true) { *moves + 1 } else { 0 };
        };
        let resign = value.zip(self.rules.resign);
        let draw = value.zip(self.rules.draw);
        count(&mut view.lost, resign.map(|(value, limit)| value <= limit));
        count(
            &mut view.won,
            resign.map(|(value, limit)| value >= 1.0 - limit),
        );
        count(
            &mut view.even,
            draw.map(|(value, limit)| (value - 0.5).abs() <= limit),
        );
    }

    /// How a game that is not over ends here, if it does.
    pub fn end<G: Knowledge>(&self, position: &G, plies: usize) -> Option<End> {
        let reaches = |limit: u32| plies >= limit as usize;
        if self.resigns(position.to_move()) {
            return Some(End {
                winner: Some(!position.to_move()).into(),
                margin: None,
                termination: Termination::Resign,
                detail: "both engines agree".to_string(),
            });
        }
        if self.is_drawn() && reaches(self.rules.draw_after.unwrap_or(0)) {
            return Some(adjudicated(Winner::Draw, Adjudicated::Draw));
        }
        if self.rules.life
            && let Some(winner) = position.decided()
        {
            return Some(adjudicated(Some(winner).into(), Adjudicated::Life));
        }
        self.rules.plies.filter(|&plies| reaches(plies)).map(|_| {
            let outcome = position.outcome_by_length();
            End {
                margin: outcome.margin,
                ..adjudicated(outcome.winner.into(), Adjudicated::Plies)
            }
        })
    }

    fn resigns(&self, color: Color) -> bool {
        let moves = self.rules.resign_moves;
        let moves = moves.unwrap_or(Adjudication::DEFAULT_RESIGN_MOVES);
        self.views[color.index()].lost >= moves && self.views[(!color).index()].won >= moves
    }

    fn is_drawn(&self) -> bool {
        let moves = self.rules.draw_moves;
        let moves = moves.unwrap_or(Adjudication::DEFAULT_DRAW_MOVES);
        self.views.iter().all(|view| view.even >= moves)
    }
}

fn adjudicated(winner: Winner, rule: Adjudicated) -> End {
    End {
        winner,
        margin: None,
        termination: Termination::Adjudication,
        detail: rule.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::Game;
    use engines::othello::{Othello, OthelloRules};

    /// Where a game ends that Black and White see like this in turn, and how.
    fn ends(rules: &str, values: &[Option<f64>]) -> Option<(usize, Winner, Termination)> {
        let rules: Adjudication = rules.parse().unwrap();
        let mut judge = Judge::new(&rules).unwrap();
        let stones = [None; 64];
        for (ply, &value) in values.iter().enumerate() {
            let mover = Color::BOTH[ply % 2];
            judge.hear(mover, value);
            let rules = OthelloRules::default();
            let position = Othello::from_stones(&rules, &stones, !mover).unwrap();
            if let Some(end) = judge.end(&position, ply + 1) {
                return Some((ply + 1, end.winner, end.termination));
            }
        }
        None
    }

    fn all(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    #[test]
    fn nobody_resigns_alone() {
        let rules = "resign=0.1,resign_moves=2";
        let resigned = |ply, winner| Some((ply, winner, Termination::Resign));
        let lost = all(&[0.1, 0.9, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(ends(rules, &lost), resigned(4, Winner::White));
        // Who has won does not resign: it is Black's turn to.
        let won = all(&[0.5, 0.1, 0.9, 0.1, 0.9, 0.0]);
        assert_eq!(ends(rules, &won), resigned(5, Winner::Black));
        let in_between = all(&[0.1, 0.9, 0.11, 0.9, 0.1, 0.9, 0.1, 0.9]);
        assert_eq!(ends(rules, &in_between), resigned(8, Winner::White));
        let alone = all(&[0.1, 0.8, 0.1, 0.8, 0.1, 0.8]);
        assert_eq!(ends(rules, &alone), None);
        let mut silent = lost.clone();
        silent[3] = None;
        assert_eq!(ends(rules, &silent), None);
    }

    #[test]
    fn draws_come_when_both_see_one_and_it_is_late() {
        let drawn = |ply| Some((ply, Winner::Draw, Termination::Adjudication));
        let even = all(&[0.45, 0.55, 0.5, 0.5, 0.5, 0.5, 0.5]);
        assert_eq!(ends("draw=0.1,draw_moves=2", &even), drawn(4));
        assert_eq!(ends("draw=0.1,draw_moves=2,draw_after=6", &even), drawn(6));
        assert_eq!(ends("draw=0.1,draw_moves=4", &even), None);
        assert_eq!(ends("draw=0,draw_moves=2", &even), drawn(6));
        assert_eq!(ends("draw=0.4", &[None; 60]), None);
    }
}
