//! Time controls and their text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::InputError;

/// How much time a player has. The text is in seconds, down to thousandths:
///
/// ```
/// use std::time::Duration;
///
/// use harness::clock::TimeControl;
///
/// let control: TimeControl = "60+0.5".parse()?;
/// assert_eq!(
///     control,
///     TimeControl::Fischer {
///         main: Duration::from_secs(60),
///         increment: Duration::from_millis(500),
///     }
/// );
/// assert_eq!(control.to_string(), "60+0.5");
/// # Ok::<(), harness::error::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// `300/25`: 25 moves in 300 s, then anew, without what was left. `10`: one
    /// move in 10 s.
    Moves {
        /// For all the moves.
        time: Duration,
        /// How many.
        moves: u32,
    },
    /// `60+1`: 60 s, and 1 s more after every move. `60+0`: sudden death.
    Fischer {
        /// For the first move.
        main: Duration,
        /// After every move.
        increment: Duration,
    },
    /// `60+5x10`: 60 s, then 5 periods of 10 s. A move that ends within its
    /// period gives it back in full.
    ByoYomi {
        /// Before the first period.
        main: Duration,
        /// How many.
        periods: u32,
        /// One of them.
        period: Duration,
    },
}

impl TimeControl {
    /// The most seconds (12 days), moves or periods: more is a mistake.
    const MOST: u32 = 1_000_000;

    const FORMS: &str = "write 10 (seconds a move), 60+1 (60 s and 1 s more a move), \
                         300/25 (25 moves in 300 s) or 60+5x10 (60 s, then 5 periods of 10 s)";

    fn parse(text: &str) -> Result<TimeControl, String> {
        if let Some((main, rest)) = text.split_once('+') {
            let main = seconds(main)?;
            if let Some((periods, period)) = rest.split_once('x') {
                return Ok(TimeControl::ByoYomi {
                    main,
                    periods: count("periods", periods)?,
                    period: more_than_0("period", seconds(period)?)?,
                });
            }
            return Ok(TimeControl::Fischer {
                main: more_than_0("main time", main)?,
                increment: seconds(rest)?,
            });
        }
        let (time, moves) = text.split_once('/').unwrap_or((text, "1"));
        Ok(TimeControl::Moves {
            time: more_than_0("time", seconds(time)?)?,
            moves: count("moves", moves)?,
        })
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let (whole, thousandths) = text.split_once('.').unwrap_or((text, "0"));
    if ![whole, thousandths].into_iter().all(is_number) {
        return Err(format!(
            "`{}` is no number of seconds such as 10 or 0.5",
            text.escape_debug()
        ));
    }
    if thousandths.len() > 3 {
        return Err(format!("`{text}` is finer than thousandths of a second"));
    }
    let whole = whole.parse().unwrap_or(u64::MAX);
    let thousandths = format!("{thousandths:0<3}").parse().unwrap_or(0);
    let most = Duration::from_secs(TimeControl::MOST.into());
    Duration::from_secs(whole)
        .checked_add(Duration::from_millis(thousandths))
        .filter(|time| *time <= most)
        .ok_or_else(|| format!("`{text}` is more than {} seconds", TimeControl::MOST))
}

fn count(what: &str, text: &str) -> Result<u32, String> {
    let most = TimeControl::MOST;
    let number = is_number(text).then(|| text.parse().unwrap_or(u32::MAX));
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| {
            format!(
                "`{}` is no number of {what} from 1 to {most}",
                text.escape_debug()
            )
        })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn more_than_0(what: &str, time: Duration) -> Result<Duration, String> {
    match time.is_zero() {
        true => Err(format!("the {what} must be more than 0")),
        false => Ok(time),
    }
}

impl FromStr for TimeControl {
    type Err = InputError;

    fn from_str(text: &str) -> Result<TimeControl, InputError> {
        TimeControl::parse(text).map_err(|error| {
            let text = text.escape_debug();
            InputError(format!(
                "`{text}` is no time control: {error}; {}",
                Self::FORMS
            ))
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The shortest text of a float is exact to thousandths up to here.
        let seconds = |time: &Duration| time.as_millis() as f64 / 1000.0;
        match self {
            TimeControl::Moves { time, moves: 1 } => write!(f, "{}", seconds(time)),
            TimeControl::Moves { time, moves } => write!(f, "{}/{moves}", seconds(time)),
            TimeControl::Fischer { main, increment } => {
                write!(f, "{}+{}", seconds(main), seconds(increment))
            }
            TimeControl::ByoYomi {
                main,
                periods,
                period,
            } => write!(f, "{}+{periods}x{}", seconds(main), seconds(period)),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// From text; from a number too, as an engine's option `tc=10` is one.
impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = TimeControl;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time control such as 10 or \"60+1\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<TimeControl, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<TimeControl, E> {
                self.visit_str(&seconds.to_string())
            }

            fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<TimeControl, E> {
                self.visit_str(&seconds.to_string())
            }

            fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<TimeControl, E> {
                self.visit_str(&seconds.to_string())
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
