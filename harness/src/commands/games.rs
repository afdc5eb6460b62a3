//! `harness games`.

use std::io::Write;

/// List the games and their options
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  harness games")]
pub struct Args {}

const LIST: &str = "\
go         size=9 (or width= and height=), 1 to 19
           rules=cgos | tromp-taylor | chinese | aga | new-zealand | japanese
           each part alone: ko=simple | positional | situational, suicide=true | false,
           scoring=area | territory, komi=7.5
           handicap=2 (fixed points) or handicap=C3:G7
gomoku     size=15 (or width= and height=), 3 to 20
           rules=freestyle | standard | renju | caro | caro-overline
           win=5 stones in a row
othello    size=8, 6 or 4
           score=empties-to-winner | raw

Options follow a colon, with commas: go:size=13,rules=japanese,komi=5.5
";

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        out.write_all(LIST.as_bytes())?;
        Ok(())
    }
}
