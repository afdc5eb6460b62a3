//! "Did you mean": the nearest of the alternatives that a message names.

/// How alike two words must be, from 0 to 1, for one to be meant by the other.
const ALIKE: f64 = 0.8;

/// A message about an unknown word with the alternative that was probably
/// meant. Those are serde's, as in ``unknown field `pars`, expected one of
/// `game`, `pairs` ``, and our own of the same form; any other stays as it is.
pub fn with_suggestion(message: &str) -> String {
    suggested(message).unwrap_or_else(|| message.to_string())
}

fn suggested(message: &str) -> Option<String> {
    let (before, unknown) = message.rsplit_once("unknown ")?;
    let (what, rest) = unknown.split_once(" `")?;
    let (word, rest) = rest.split_once('`')?;
    let is_word = ["field", "variant", "engine", "game"].contains(&what);
    let has_suggestion = rest.starts_with(", did you mean");
    if !is_word || has_suggestion {
        return None;
    }
    let alternatives: Vec<&str> = match rest.split_once("there are ") {
        Some((_, list)) if !rest.contains('`') => list.trim_end().split(", ").collect(),
        _ => rest.split('`').skip(1).step_by(2).collect(),
    };
    let alike = |other: &&str| strsim::jaro_winkler(word, other);
    let nearest = alternatives
        .into_iter()
        .max_by(|one, other| alike(one).total_cmp(&alike(other)))
        .filter(|nearest| alike(nearest) >= ALIKE)?;
    let rest = rest.trim_start_matches([',', ';', ' ']);
    let (first, others) = rest.split_at_checked(1)?;
    Some(format!(
        "{before}unknown {what} `{word}`, did you mean `{nearest}`? {}{others}",
        first.to_uppercase()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_meant() {
        for (message, expected) in [
            (
                "t.toml: unknown field `pars`, expected one of `game`, `pairs`, `seed`",
                "t.toml: unknown field `pars`, did you mean `pairs`? \
                 Expected one of `game`, `pairs`, `seed`",
            ),
            (
                "unknown field `capure`, expected `capture` or `liberty`",
                "unknown field `capure`, did you mean `capture`? Expected `capture` or `liberty`",
            ),
            (
                "unknown variant `swis`, expected one of `round-robin`, `swiss`",
                "unknown variant `swis`, did you mean `swiss`? \
                 Expected one of `round-robin`, `swiss`",
            ),
            (
                "unknown engine `mcst`; there are random, mcts",
                "unknown engine `mcst`, did you mean `mcts`? There are random, mcts",
            ),
            (
                "unknown field `node`, there are no fields; every engine has `name`, `nodes`",
                "unknown field `node`, did you mean `nodes`? \
                 There are no fields; every engine has `name`, `nodes`",
            ),
        ] {
            assert_eq!(with_suggestion(message), expected);
            assert_eq!(with_suggestion(expected), expected);
        }
    }

    #[test]
    fn nothing_is_made_up() {
        for message in [
            "unknown game `chess`; there are go, gomoku, othello",
            "unknown field `hash`, there are no fields",
            "unknown field ``, expected one of `a`, `b`",
            "unknown field `x",
            "unknown field `x`",
            "unknown ",
            "an unknown `go` of `og`",
            "",
        ] {
            assert_eq!(with_suggestion(message), message);
        }
    }
}
