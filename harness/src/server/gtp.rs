//! The Go Text Protocol, version 2 (Farnebäck, draft 2, 2002), for all three
//! games.
//!
//! Points are named as the protocol does, letters without I and rows from the
//! bottom; in Othello as everybody does, rows from the top.

mod analysis;
mod command;
mod playing;
mod session;
mod setup;
mod sgf;
mod status;
mod time;

use std::io::Write;

use engines::{GameSpec, GameVisitor, Knowledge};

use self::session::Session;
use self::setup::Setup;
use self::time::Times;
use super::{EngineChoice, Input, Interrupts};

/// Analysis goes on until the next line comes, or none can.
pub const INTERRUPTS: Interrupts = |_| true;

/// What may be chosen beside the engine and the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Options {
    /// Resign when the expected score is below this; `None` to play on.
    pub resign: Option<f64>,
}

/// What outlives a change of the board.
struct State<'a> {
    choice: &'a EngineChoice,
    options: Options,
    setup: Setup,
    times: Times,
    games: u64,
}

/// Answers commands until `quit`, or the end of the input.
pub fn serve(
    choice: &EngineChoice,
    game: &GameSpec,
    options: Options,
    input: &Input,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut state = State {
        choice,
        options,
        setup: Setup::new(game.clone()),
        times: Times::default(),
        games: 0,
    };
    loop {
        let game = state.setup.game.clone();
        let visit = Visit {
            state: &mut state,
            input,
            out,
        };
        if !game.dispatch(visit)? {
            return Ok(());
        }
    }
}

/// Plays on one kind of board; whether to go on with another.
struct Visit<'a, 'b, W> {
    state: &'a mut State<'b>,
    input: &'a Input,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Visit<'_, '_, W> {
    type Output = anyhow::Result<bool>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> anyhow::Result<bool> {
        Session::<G, W>::new(self.state, rules, self.input, self.out)?.run()
    }
}

#[cfg(test)]
mod tests;
