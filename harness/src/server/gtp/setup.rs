//! What a game begins with, and how commands change that.

use engines::go::{GoRules, GoSpec, Handicap};
use engines::gomoku::GomokuSpec;
use engines::othello::OthelloSpec;
use engines::{Color, Game, GameSpec, Move};

use crate::server::table::Table;

/// A game from its beginning.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The rules, with handicap stones.
    pub game: GameSpec,
    /// Stones that a file set up instead, and who moves first.
    pub stones: Option<(Vec<Option<Color>>, Color)>,
    /// The moves so far.
    pub moves: Vec<(Color, Move)>,
}

impl Setup {
    /// A game that has not begun.
    pub fn new(game: GameSpec) -> Setup {
        Setup {
            game,
            stones: None,
            moves: Vec::new(),
        }
    }

    /// An empty board of the same size under the same rules.
    pub fn cleared(&self) -> Setup {
        let mut game = self.game.clone();
        if let GameSpec::Go(rules) = &mut game {
            rules.handicap.clear();
        }
        Setup::new(game)
    }

    /// An empty board of another size.
    pub fn resized(&self, width: u32, height: u32) -> Result<Setup, String> {
        let game = match self.cleared().game {
            GameSpec::Go(rules) => GameSpec::Go(
                GoSpec {
                    width: Some(width.into()),
                    height: Some(height.into()),
                    ..spec_of(&rules)
                }
                .rules()?,
            ),
            GameSpec::Gomoku(rules) => GameSpec::Gomoku(
                GomokuSpec {
                    size: None,
                    width: Some(width),
                    height: Some(height),
                    rules: rules.rules,
                    win: rules.win.into(),
                }
                .rules()?,
            ),
            GameSpec::Othello(rules) if width == height => GameSpec::Othello(
                OthelloSpec {
                    size: width.into(),
                    score: rules.score(),
                }
                .rules()?,
            ),
            GameSpec::Othello(_) => return Err("the board is square".to_string()),
        };
        Ok(Setup::new(game))
    }

    /// The same game with another komi, which is Go's alone.
    pub fn with_komi(&self, komi: f64) -> Result<Setup, String> {
        let mut setup = self.clone();
        if let GameSpec::Go(rules) = &mut setup.game {
            let spec = GoSpec {
                komi: Some(komi),
                ..spec_of(rules)
            };
            rules.komi = spec.rules()?.komi;
        }
        Ok(setup)
    }

    /// A board with handicap stones on it.
    pub fn with_handicap(&self, handicap: Handicap) -> Result<Setup, String> {
        let GameSpec::Go(rules) = self.cleared().game else {
            return Err("this game has no handicap stones".to_string());
        };
        let spec = GoSpec {
            handicap: Some(handicap),
            ..spec_of(&rules)
        };
        Ok(Setup::new(GameSpec::Go(spec.rules()?)))
    }

    /// The game on a board, with its moves played.
    pub fn table<G: Game>(&self, rules: &G::Rules) -> Result<Table<G>, String> {
        let start = match &self.stones {
            None => G::initial(rules),
            Some((stones, to_move)) => {
                G::from_stones(rules, stones, *to_move).map_err(|error| error.to_string())?
            }
        };
        let mut table = Table::new(start);
        for &(color, mv) in &self.moves {
            table.play(color, mv).map_err(|error| error.to_string())?;
        }
        Ok(table)
    }
}

/// The options that lead to these rules, handicap stones left out.
fn spec_of(rules: &GoRules) -> GoSpec {
    GoSpec {
        size: None,
        width: Some(rules.width.into()),
        height: Some(rules.height.into()),
        rules: rules.preset,
        ko: Some(rules.ko),
        suicide: Some(rules.suicide),
        scoring: Some(rules.scoring),
        komi: Some(f64::from(rules.komi.0) / 2.0),
        handicap: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_what_was_asked_for_changes() {
        let spec = "go:width=9,height=7,rules=aga,suicide=true,komi=-3.5";
        let setup = Setup::new(spec.parse().unwrap());
        let text = |setup: Result<Setup, String>| setup.unwrap().game.to_string();
        assert_eq!(
            text(setup.resized(13, 13)),
            "go:size=13,rules=aga,suicide=true,komi=-3.5"
        );
        assert_eq!(
            text(setup.with_komi(0.0)),
            "go:width=9,height=7,rules=aga,suicide=true,komi=0"
        );
        let handicap = setup.with_handicap(Handicap::Fixed(2)).unwrap();
        assert!(handicap.game.to_string().ends_with("komi=-3.5,handicap=2"));
        assert_eq!(handicap.cleared(), setup);

        let gomoku = Setup::new("gomoku:rules=renju".parse().unwrap());
        assert_eq!(text(gomoku.resized(20, 20)), "gomoku:size=20,rules=renju");
        let othello = Setup::new("othello:score=raw".parse().unwrap());
        assert_eq!(text(othello.resized(6, 6)), "othello:size=6,score=raw");
        for setup in [setup, gomoku, othello] {
            assert!(setup.resized(21, 21).is_err());
        }
    }
}
