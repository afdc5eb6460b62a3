//! `harness engines`.

use std::io::Write;

use crate::tuning::verdict_in;

/// List the kinds of engines and their options
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  harness engines")]
pub struct Args {}

const LIST: &str = "\
random     uniform over the legal moves; in Go it does not fill its own eyes
greedy     what takes most at once: Go captures and liberties, Othello flips, Gomoku shapes
             capture=20   worth of a captured stone (Go)
             liberty=1    worth of a liberty of the chain after the move (Go)
pattern    the move that a weight table likes best
             weights=FILE a CSV file with the columns feature and weight, `hand` for the
                          plain table that a person wrote, or `own` for what comes with
                          the program, as if nothing is said
alphabeta  iterative deepening, principal variation search, transposition table; solves
             endgames of Othello; evaluates by the weights
             weights=FILE as above
             hash=16      size of the transposition table in MiB; Othello's solver of
                          endgames takes a quarter more
             without=PART+PART   leaves out parts, to see what they are worth: table,
                          ordering, killers, history, null-windows, aspiration,
                          reductions, solver
mcts       UCT with light playouts
             playouts=N   the most playouts a move
             exploration=0.5
             memory=256   size of the tree in MiB

gtp, gomocup, nboard   a program of somebody else's that speaks GTP (any game), the
                       Gomocup protocol (Gomoku) or NBoard (Othello)
             command=\"gnugo --mode gtp\"   the program and its arguments
             dir=FOLDER   where to start it
             restart=true     a fresh process for every game
             send_pass=WHICH  tell it of passes never, forced or always; some are known by
                              name
             warmup=true      let it search once before its first game, outside the clock
             startup=30s      how long it may take to start
             timeout=5m       how long over an answer that no clock limits
             threads=1        threads that it uses
             env, init        in a file: environment variables, and lines to send it first

Any engine: name=NAME, and its own limits nodes=N, depth=N, movetime=500ms, tc=60+1,
margin=100ms, which override the tournament's. Options follow a colon, with commas:
mcts:playouts=1000,name=mine
";

/// What stands beside the weights that come with the program.
const OWN_WEIGHTS: [(&str, &str); 3] = [
    ("go", include_str!("../../../results/weights/go.toml")),
    (
        "gomoku",
        include_str!("../../../results/weights/gomoku.toml"),
    ),
    (
        "othello",
        include_str!("../../../results/weights/othello.toml"),
    ),
];

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        out.write_all(LIST.as_bytes())?;
        out.write_all(b"\nA game's own weights, and what a match said of them:\n")?;
        for (game, provenance) in OWN_WEIGHTS {
            let verdict = verdict_in(&provenance.parse()?);
            writeln!(out, "{game:<8} {verdict}")?;
        }
        Ok(())
    }
}
