//! The numbers that `INFO` has for rules, and for time without a limit.

use engines::gomoku::Variant;

/// What `time_left` says where only single moves are limited, in milliseconds.
pub const UNLIMITED: u64 = i32::MAX as u64;

/// Bits of `rule`. The bit 2, a game that goes on after a five, changes
/// nothing for an engine.
const EXACT: u32 = 1;
const RENJU: u32 = 4;
const CARO: u32 = 8;

/// The number of a variant's rules.
pub fn rule(variant: Variant) -> u32 {
    match variant {
        Variant::Freestyle => 0,
        Variant::Standard => EXACT,
        Variant::Renju => RENJU,
        Variant::CaroOverline => CARO,
        Variant::Caro => CARO | EXACT,
    }
}

/// The variant that a number asks for.
pub fn variant(rule: u32) -> Variant {
    let has = |bit| rule & bit != 0;
    match (has(RENJU), has(CARO), has(EXACT)) {
        (true, _, _) => Variant::Renju,
        (false, false, false) => Variant::Freestyle,
        (false, false, true) => Variant::Standard,
        (false, true, false) => Variant::CaroOverline,
        (false, true, true) => Variant::Caro,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_a_mask() {
        for (number, expected) in [
            (0, Variant::Freestyle),
            (1, Variant::Standard),
            (4, Variant::Renju),
            (8, Variant::CaroOverline),
            (9, Variant::Caro),
        ] {
            assert_eq!(rule(expected), number);
            assert_eq!(variant(number), expected, "{number}");
            assert_eq!(variant(number | 2), expected, "{number}");
        }
        assert_eq!(variant(RENJU | EXACT), Variant::Renju);
    }
}
