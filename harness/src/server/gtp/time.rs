//! Both sides' clocks, as `time_settings` and `time_left` tell of them.

use std::time::Duration;

use engines::Color;

use super::command::{Answer, Command, syntax_error};
use crate::server::time_left::TimeLeft;

/// Main time, then periods of so many stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What one side has left: of its main time, if `stones` is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Left {
    time: Duration,
    stones: u32,
}

/// The clocks; without settings time is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    settings: Option<Settings>,
    left: [Left; 2],
}

impl Times {
    /// `time_settings MAIN PERIOD STONES`, in seconds. A period without stones
    /// means that there is no limit.
    pub fn set(&mut self, command: &Command) -> Answer {
        let [main, period] = [seconds(command, 0)?, seconds(command, 1)?];
        let stones = command.read(2)?;
        let is_limited = stones > 0 || period.is_zero();
        self.start(is_limited.then_some(Settings {
            main,
            period,
            stones: if period.is_zero() { 0 } else { stones },
        }));
        Ok(String::new())
    }

    /// `kgs-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS |
    /// canadian MAIN PERIOD STONES`. Of byo-yomi one period is counted on.
    pub fn set_kgs(&mut self, command: &Command) -> Answer {
        let settings = |period, stones| {
            Ok::<_, String>(Some(Settings {
                main: seconds(command, 1)?,
                period,
                stones,
            }))
        };
        let kind = command.arguments.first().copied().unwrap_or_default();
        let settings = match kind {
            "none" => None,
            "absolute" => settings(Duration::ZERO, 0)?,
            "byoyomi" => settings(seconds(command, 2)?, 1)?,
            "canadian" => settings(seconds(command, 2)?, command.read(3)?)?,
            _ => return Err(syntax_error()),
        };
        self.start(settings);
        Ok(String::new())
    }

    /// `time_left COLOR SECONDS STONES`. In byo-yomi, where a period is for one
    /// stone, KGS has its periods stand for the stones.
    pub fn set_left(&mut self, command: &Command) -> Answer {
        let color = command.color(0)?;
        let (time, stones): (_, u32) = (seconds(command, 1)?, command.read(2)?);
        let is_byo_yomi = self.settings.is_some_and(|settings| settings.stones == 1);
        if self.settings.is_none() {
            self.start(Some(Settings {
                main: time,
                period: Duration::ZERO,
                stones: 0,
            }));
        }
        self.left[color.index()] = Left {
            time,
            stones: if is_byo_yomi { stones.min(1) } else { stones },
        };
        Ok(String::new())
    }

    /// Sets both clocks for a new game.
    pub fn restart(&mut self) {
        self.start(self.settings);
    }

    fn start(&mut self, settings: Option<Settings>) {
        self.settings = settings;
        let full = settings.map_or(Left::default(), |settings| match settings.main {
            Duration::ZERO => settings.full_period(),
            main => Left {
                time: main,
                stones: 0,
            },
        });
        self.left = [full; 2];
    }

    /// What a side has to think with.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        let settings = self.settings?;
        let left = self.left[color.index()];
        let extra = match left.stones {
            0 if settings.stones > 0 => settings.period / settings.stones,
            _ => Duration::ZERO,
        };
        Some(TimeLeft {
            left: Some(left.time),
            moves: (left.stones > 0).then_some(left.stones),
            extra,
            turn: None,
        })
    }

    /// Takes a move's time off a clock, until `time_left` says better.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let Some(settings) = self.settings else {
            return;
        };
        let left = &mut self.left[color.index()];
        let rest = left.time.saturating_sub(time);
        *left = match left.stones {
            0 if rest.is_zero() => settings.full_period(),
            1 => settings.full_period(),
            stones => Left {
                time: rest,
                stones: stones.saturating_sub(1),
            },
        };
    }
}

impl Settings {
    fn full_period(&self) -> Left {
        Left {
            time: self.period,
            stones: self.stones,
        }
    }
}

/// Seconds, whole or not; a clock that has run out may be below zero.
fn seconds(command: &Command, index: usize) -> Result<Duration, String> {
    let seconds = command.number(index)?.max(0.0);
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::input::Line;

    fn tell(times: &mut Times, text: &str) -> Answer {
        let line = Line {
            text: text.to_string(),
            is_cut: false,
        };
        let command = Command::parse(&line).unwrap();
        match command.name {
            "time_settings" => times.set(&command),
            "kgs-time_settings" => times.set_kgs(&command),
            _ => times.set_left(&command),
        }
    }

    fn side(times: &Times, color: Color) -> Option<(u64, Option<u32>, u64)> {
        let clock = times.time_left(color)?;
        Some((clock.left?.as_secs(), clock.moves, clock.extra.as_secs()))
    }

    fn black(times: &Times) -> Option<(u64, Option<u32>, u64)> {
        side(times, Color::Black)
    }

    #[test]
    fn settings_become_clocks() {
        let mut times = Times::default();
        for (text, expected) in [
            ("time_settings 60 0 0", Some((60, None, 0))),
            ("time_settings 60 30 5", Some((60, None, 6))),
            ("time_settings 0 30 5", Some((30, Some(5), 0))),
            ("time_settings 0 1 0", None),
            ("time_settings 0 0 0", Some((0, None, 0))),
            ("kgs-time_settings none", None),
            ("kgs-time_settings absolute 9", Some((9, None, 0))),
            ("kgs-time_settings byoyomi 9 30 5", Some((9, None, 30))),
            (
                "kgs-time_settings canadian 0 300 25",
                Some((300, Some(25), 0)),
            ),
            ("time_left b 5.5 0", Some((5, None, 12))),
            ("time_left b -3 0", Some((0, None, 12))),
            ("time_left b 1e300 2", Some((u64::MAX, Some(2), 0))),
        ] {
            assert_eq!(tell(&mut times, text), Ok(String::new()), "{text}");
            assert_eq!(black(&times), expected, "{text}");
        }
        for text in [
            "time_settings",
            "time_settings 1 2",
            "time_settings 1 2 x",
            "time_settings nan 2 3",
            "time_settings inf 2 3",
            "time_left red 1 1",
            "kgs-time_settings hourglass 3",
        ] {
            let before = times;
            assert_eq!(tell(&mut times, text), Err(syntax_error()), "{text}");
            assert_eq!(times, before);
        }
    }

    #[test]
    fn in_byo_yomi_the_stones_that_are_left_are_periods() {
        for settings in ["kgs-time_settings byoyomi 9 30 5", "time_settings 9 30 1"] {
            let mut times = Times::default();
            for (text, expected) in [
                (settings, (9, None, 30)),
                ("time_left b 30 5", (30, Some(1), 0)),
                ("time_left b 12 1", (12, Some(1), 0)),
                ("time_left b 5 0", (5, None, 30)),
            ] {
                tell(&mut times, text).unwrap();
                assert_eq!(black(&times), Some(expected), "{settings}, {text}");
            }
        }
    }

    #[test]
    fn without_settings_what_one_side_has_left_sets_both_clocks() {
        let mut times = Times::default();
        tell(&mut times, "time_left b 60 0").unwrap();
        assert_eq!(side(&times, Color::White), Some((60, None, 0)));
        tell(&mut times, "time_left w 50 0").unwrap();
        assert_eq!(side(&times, Color::White), Some((50, None, 0)));
        assert_eq!(black(&times), Some((60, None, 0)));
    }

    #[test]
    fn main_time_runs_into_periods() {
        let mut times = Times::default();
        tell(&mut times, "time_settings 10 30 2").unwrap();
        let mut after = |seconds| {
            times.spend(Color::Black, Duration::from_secs(seconds));
            black(&times).unwrap()
        };
        assert_eq!(after(4), (6, None, 15));
        assert_eq!(after(7), (30, Some(2), 0));
        assert_eq!(after(20), (10, Some(1), 0));
        assert_eq!(after(5), (30, Some(2), 0));
        times.restart();
        assert_eq!(black(&times), Some((10, None, 15)));
    }
}
