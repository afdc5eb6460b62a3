//! What an engine thinks, line by line: the commands by which boards analyze.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engines::{Budget, Color, Game, Knowledge, SearchReport};

use super::command::{Answer, Command, color};
use super::session::Session;
use crate::protocols::vertex;

/// Whose form a line has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Leela Zero's: chances to win in hundredths of a percent.
    LeelaZero,
    /// KataGo's: chances to win from 0 to 1.
    KataGo,
}

impl Dialect {
    /// The dialect of a command that analyzes until the next one comes.
    pub fn of_analysis(command: &str) -> Option<Dialect> {
        match command {
            "lz-analyze" => Some(Dialect::LeelaZero),
            "analyze" | "kata-analyze" => Some(Dialect::KataGo),
            _ => None,
        }
    }

    /// The dialect of a command that chooses a move and says why.
    pub fn of_genmove(command: &str) -> Option<Dialect> {
        match command {
            "lz-genmove_analyze" => Some(Dialect::LeelaZero),
            "genmove_analyze" | "kata-genmove_analyze" => Some(Dialect::KataGo),
            _ => None,
        }
    }

    /// What a search found; `visits` are its nodes. An engine without an
    /// opinion gives both sides the same chance.
    fn line<G: Game>(self, position: &G, report: &SearchReport) -> String {
        let name = vertex::format(position, report.best);
        let value = report.value.unwrap_or(0.5);
        let chance = match self {
            Dialect::LeelaZero => format!("{:.0}", 10_000.0 * value),
            Dialect::KataGo => format!("{value:.4}"),
        };
        let mut line = format!(
            "info move {name} visits {} winrate {chance} order 0 pv",
            report.nodes
        );
        for &mv in &report.variation {
            line.push(' ');
            line.push_str(&vertex::format(position, mv));
        }
        line
    }
}

/// The side to move and the time between two lines, in either order:
/// `black 50`, `50`, `interval 50`. What else KataGo takes is of no use here:
/// `avoid COLOR POINTS PLIES`, as `allow`; other words have one value each.
fn options(command: &Command, to_move: Color) -> (Color, Duration) {
    let (mut side, mut interval) = (to_move, 100);
    let mut words = command.arguments.iter();
    while let Some(&word) = words.next() {
        if let Some(color) = color(word) {
            side = color;
        } else if let Ok(number) = word.parse() {
            interval = number;
        } else {
            let values = match word {
                // A number, which is read as one that stands alone.
                "interval" => 0,
                "avoid" | "allow" => 3,
                _ => 1,
            };
            words.by_ref().take(values).for_each(drop);
        }
    }
    (side, Duration::from_millis(interval.clamp(1, 6_000) * 10))
}

impl<G: Knowledge, W: Write> Session<'_, '_, G, W> {
    /// Searches again and again, each time twice as long, until a line waits.
    pub(super) fn analyze(&mut self, command: &Command, dialect: Dialect) -> io::Result<()> {
        let (side, interval) = options(command, self.table.position().to_move());
        let position = match self.at_turn_of(side) {
            Ok(position) => position,
            Err(error) => return self.respond(command.id, &Err(error)),
        };
        writeln!(self.out, "={}", command.id)?;
        self.out.flush()?;
        let mut time = interval;
        let mut is_first = true;
        loop {
            let start = Instant::now();
            let budget = Budget {
                time: Some(time),
                ..Budget::default()
            };
            let report = self.engine.search(&position, &budget, self.input.stop());
            let is_told_to_stop = self.input.stop().load(Ordering::Relaxed);
            if is_first || !is_told_to_stop {
                writeln!(self.out, "{}", dialect.line(&position, &report))?;
                self.out.flush()?;
            }
            self.input.wait(interval.saturating_sub(start.elapsed()));
            if self.input.stop().load(Ordering::Relaxed) {
                break;
            }
            time = time.saturating_mul(2);
            is_first = false;
        }
        writeln!(self.out)?;
        self.out.flush()
    }

    /// As `genmove`, with a line about the search before the move.
    pub(super) fn genmove_analyze(&mut self, command: &Command, dialect: Dialect) -> Answer {
        let position = self.table.position();
        let (color, _) = options(command, position.to_move());
        if self.passes_by_force(color)? {
            return Ok("\nplay PASS".to_string());
        }
        let report = self.think(color)?;
        let line = dialect.line(self.table.position(), &report);
        let name = self.play_out(color, &report)?;
        Ok(format!("\n{line}\nplay {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::input::Line;

    #[test]
    fn only_the_interval_is_an_interval() {
        for (arguments, side, centiseconds) in [
            ("", Color::White, 100),
            ("50", Color::White, 50),
            ("black 50", Color::Black, 50),
            ("50 b", Color::Black, 50),
            ("interval 50", Color::White, 50),
            ("b interval 0", Color::Black, 1),
            ("b 999999", Color::Black, 6_000),
            ("b 50 maxmoves 3", Color::Black, 50),
            ("minmoves 2 rootInfo true b 50", Color::Black, 50),
            ("rootInfo true pvVisits 1", Color::White, 100),
            ("b interval 50 avoid w Q16,D4 5", Color::Black, 50),
            ("allow b C3 1 avoid w D4 2", Color::White, 100),
            ("interval", Color::White, 100),
            ("b avoid", Color::Black, 100),
        ] {
            let line = Line {
                text: format!("kata-analyze {arguments}"),
                is_cut: false,
            };
            let command = Command::parse(&line).unwrap();
            let interval = Duration::from_millis(centiseconds * 10);
            let found = options(&command, Color::White);
            assert_eq!(found, (side, interval), "{arguments}");
        }
    }
}
