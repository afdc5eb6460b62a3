//! What engines say of their searches, each in a way of its own.

/// What was read from an engine's remarks; empty where it said nothing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchInfo {
    /// Nodes, as the engine counts them.
    pub nodes: Option<u64>,
    /// Plies ahead.
    pub depth: Option<u32>,
    /// Expected score of the side to move, 0 to 1.
    pub value: Option<f64>,
    /// Whether a number was none that can be.
    pub is_impossible: bool,
}

/// A field of a remark, by the words that stand before its number.
#[derive(Clone, Copy)]
enum Field {
    Nodes,
    Depth,
    /// From 0 to 1; Leela Zero's `lz-analyze` counts in ten thousandths. Other
    /// words for a value may mean anything.
    Winrate,
}

const WORDS: [(&str, Field); 7] = [
    ("visits", Field::Nodes),
    ("nodes", Field::Nodes),
    ("node", Field::Nodes),
    ("n", Field::Nodes),
    ("playouts", Field::Nodes),
    ("depth", Field::Depth),
    ("winrate", Field::Winrate),
];

/// What stands before each of the moves that an analysis shows.
const MOVE: &str = "info move";

impl SearchInfo {
    /// Reads a remark: words and numbers, as in `info move D4 visits 50 winrate
    /// 0.53`, `Depth 13-26 | Eval 63 | Node 113K` or `depth=5 nodes=1200`. What
    /// comes later goes before.
    pub fn read(&mut self, remark: &str) {
        match remark.strip_prefix(MOVE) {
            Some(moves) => self.read_moves(moves),
            None => self.read_words(remark, false),
        }
    }

    /// Reads what `lz-analyze` and `kata-analyze` say of some moves: the first
    /// is the best, and each has nodes of its own.
    fn read_moves(&mut self, moves: &str) {
        let mut moves = moves.split(MOVE);
        self.read_words(moves.next().unwrap_or_default(), true);
        for other in moves {
            let mut info = SearchInfo::default();
            info.read_words(other, true);
            let sum = |all: u64| all.saturating_add(info.nodes.unwrap_or(0));
            self.nodes = self.nodes.map(sum);
            self.is_impossible |= info.is_impossible;
        }
    }

    fn read_words(&mut self, remark: &str, is_in_myriads: bool) {
        let mut words = remark
            .split([' ', '=', ':', '|', ',', ';'])
            .filter(|word| !word.is_empty());
        let mut last = words.next();
        while let (Some(name), Some(word)) = (last, words.next()) {
            let field = WORDS
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name));
            if let Some((_, field)) = field {
                self.set(*field, word, is_in_myriads);
            }
            last = Some(word);
        }
    }

    fn set(&mut self, field: Field, word: &str, is_in_myriads: bool) {
        // `13-26` is the depth in full and the deepest line.
        let word = match field {
            Field::Depth if !word.starts_with('-') => word.split('-').next().unwrap_or(word),
            _ => word,
        };
        let Some(number) = number(word) else { return };
        let is_possible = match field {
            Field::Nodes => set_if(&mut self.nodes, number, (1_u64 << 53) as f64, |n| n as u64),
            Field::Depth => set_if(&mut self.depth, number, 10_000.0, |n| n as u32),
            Field::Winrate => {
                let scale = match is_in_myriads && number > 1.0 {
                    true => 10_000.0,
                    false => 1.0,
                };
                set_if(&mut self.value, number / scale, 1.0, |value| value)
            }
        };
        self.is_impossible |= !is_possible;
    }
}

/// Takes a number from 0 to `most`; empties the field for any other.
fn set_if<T>(field: &mut Option<T>, number: f64, most: f64, of: impl Fn(f64) -> T) -> bool {
    let is_possible = (0.0..=most).contains(&number);
    *field = is_possible.then(|| of(number));
    is_possible
}

/// `1200`, `0.53`, `113K`, `1.5M`, `53%`; `None` for what is no number.
fn number(word: &str) -> Option<f64> {
    let (digits, scale) = match word.chars().last()? {
        'K' | 'k' => (&word[..word.len() - 1], 1e3),
        'M' | 'm' => (&word[..word.len() - 1], 1e6),
        'G' | 'g' => (&word[..word.len() - 1], 1e9),
        '%' => (&word[..word.len() - 1], 1e-2),
        _ => (word, 1.0),
    };
    digits.parse::<f64>().ok().map(|number| number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(remark: &str) -> (Option<u64>, Option<u32>, Option<f64>) {
        let mut info = SearchInfo::default();
        info.read(remark);
        (info.nodes, info.depth, info.value)
    }

    #[test]
    fn remarks_of_many_kinds() {
        for (remark, expected) in [
            (
                "MESSAGE Speed 664K | Depth 13-26 | Eval 63 | Node 113K | Time 171ms",
                (Some(113_000), Some(13), None),
            ),
            (
                "info move D4 visits 50 winrate 0.53 order 0 pv D4 info move E5 visits 7 winrate 0.1",
                (Some(57), None, Some(0.53)),
            ),
            (
                "info move Q16 visits 7 winrate 4821 prior 900 order 0 pv Q16",
                (Some(7), None, Some(0.4821)),
            ),
            (
                "depth=5 nodes=1200 winrate=0.25",
                (Some(1200), Some(5), Some(0.25)),
            ),
            ("MESSAGE depth 4 value 0", (None, Some(4), None)),
            ("", (None, None, None)),
            ("nothing of the kind", (None, None, None)),
            ("nodes", (None, None, None)),
        ] {
            assert_eq!(read(remark), expected, "{remark}");
        }
    }

    #[test]
    fn impossible_numbers_are_left_out() {
        for remark in [
            "nodes -5",
            "nodes nan",
            "nodes 1e300",
            "nodes inf",
            "depth -1",
        ] {
            let mut info = SearchInfo {
                nodes: Some(1),
                depth: Some(1),
                ..SearchInfo::default()
            };
            info.read(remark);
            assert!(info.is_impossible, "{remark}");
            assert!(info.nodes.is_none() || info.depth.is_none(), "{remark}");
        }
    }
}
