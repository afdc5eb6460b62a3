//! `harness check`.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::{Color, EngineSpec, GameSpec, GameVisitor, Knowledge};

use super::format::Format;
use super::table::Table;
use crate::error::{EXIT_DONE, EXIT_MISBEHAVED, InputError};
use crate::protocols::{External, ExternalSpec, Finding, Language, Verdict, check_protocol};
use crate::records::Termination;
use crate::tournament::{
    Adjudication, Conditions, Contender, DeadStones, Limits, PlayedGame, Player, PlayerSpec, Seat,
    play_game,
};

const EXAMPLE: &str = "\
Example:
  harness check --engine 'gtp:command=\"gnugo --mode gtp --level 0\"'";

/// Plies after which a game has shown enough.
const PLIES: u32 = 60;

/// Say what an engine that speaks GTP, Gomocup or NBoard gets wrong
///
/// Starts it, asks it everything its protocol tells of, and plays a short game on either side
/// against moves at random. Prints a line for every question: ok, wrong, or not offered where an
/// engine need not be able to do it. Exits with code 4 if anything is wrong.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The engine, as in gtp:command="gnugo --mode gtp"
    #[arg(long, value_name = "SPEC")]
    engine: String,

    /// Game [default: go:size=9 for GTP, gomoku for Gomocup, othello for NBoard]
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    /// How to print the findings
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let player: Player = self.engine.parse()?;
        player.check(&Limits::default())?;
        let PlayerSpec::External(spec) = &player.spec else {
            return Err(InputError(format!(
                "`{}` is built in; only engines that speak a protocol can be checked",
                player.spec
            ))
            .into());
        };
        let game = self.game.as_deref().unwrap_or(match spec.language {
            Language::Gtp => "go:size=9",
            Language::Gomocup => "gomoku",
            Language::Nboard => "othello",
        });
        let game: GameSpec = game.parse().map_err(InputError::new)?;
        spec.check_game(&game).map_err(InputError::new)?;
        spec.check_program().map_err(InputError::new)?;
        let findings = game.dispatch(Examination {
            spec,
            game: &game,
            limits: limits(&player),
        })?;
        self.format.print(out, &findings, || text(&findings))?;
        let is_wrong = findings.iter().any(|one| one.verdict == Verdict::Wrong);
        Ok(if is_wrong { EXIT_MISBEHAVED } else { EXIT_DONE })
    }
}

/// Its own, or a second a move; that is a wish, and whoever takes longer is
/// waited for.
fn limits(player: &Player) -> Limits {
    player.limits(&Limits {
        movetime: Some(Duration::from_secs(1)),
        margin: Some(Duration::from_secs(60)),
        ..Limits::default()
    })
}

struct Examination<'a> {
    spec: &'a ExternalSpec,
    game: &'a GameSpec,
    limits: Limits,
}

impl GameVisitor for Examination<'_> {
    type Output = anyhow::Result<Vec<Finding>>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output {
        let start = G::initial(rules);
        let mut findings = check_protocol(self.spec, self.game, &start);
        // One that is not there at all plays no games.
        if findings.len() > 1 {
            for (color, check) in [
                (Color::Black, "a game as Black"),
                (Color::White, "a game as White"),
            ] {
                findings.push(self.play(&start, color, check)?);
            }
        }
        Ok(findings)
    }
}

impl Examination<'_> {
    fn play<G: Knowledge>(
        &self,
        start: &G,
        color: Color,
        check: &'static str,
    ) -> anyhow::Result<Finding> {
        let mut examined =
            Contender::External(Box::new(External::new("examined", self.spec, None)));
        let mut random = Contender::BuiltIn("random".parse::<EngineSpec>()?.build()?);
        let seat = |contender| Seat {
            name: "",
            contender,
            limits: self.limits,
        };
        let seats = match color {
            Color::Black => [seat(&mut examined), seat(&mut random)],
            Color::White => [seat(&mut random), seat(&mut examined)],
        };
        let adjudication = Adjudication {
            plies: Some(PLIES),
            ..Adjudication::default()
        };
        let conditions = Conditions {
            spec: self.game,
            start,
            adjudication: &adjudication,
            dead_stones: &DeadStones::None,
            record_searches: false,
            stop: &AtomicBool::new(false),
        };
        let game = play_game(&conditions, &[], seats, 1).expect("nobody stops it");
        Ok(finding(check, &game, color))
    }
}

fn finding(check: &'static str, game: &PlayedGame, color: Color) -> Finding {
    let plies = game.moves.len();
    let is_wrong = matches!(
        game.termination,
        Termination::Illegal | Termination::Crash | Termination::Time | Termination::Void
    );
    let (verdict, got) = match is_wrong {
        true => (
            Verdict::Wrong,
            format!("after {plies} plies: {}", game.detail),
        ),
        false if game.impossible[color.index()] => (
            Verdict::Ok,
            format!("{plies} plies; it reports numbers that cannot be"),
        ),
        false => (Verdict::Ok, format!("{plies} plies")),
    };
    Finding {
        check,
        verdict,
        expected: "legal moves in time",
        got,
    }
}

fn text(findings: &[Finding]) -> String {
    let mut table = Table::new(["<", "<Check", "<Expected", "<Came"]);
    for finding in findings {
        let verdict = match finding.verdict {
            Verdict::Ok => "ok",
            Verdict::Wrong => "wrong",
            Verdict::NotOffered => "not offered",
        };
        table.row([verdict, finding.check, finding.expected, &finding.got].map(str::to_string));
    }
    table.to_text()
}
