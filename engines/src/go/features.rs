//! The named features of Go, their hand weights and their numbers. Behind them
//! come the [neighborhoods](super::neighborhoods).

use crate::knowledge::Feature;

/// Names the features once, with their hand weights, and gives each its index.
macro_rules! features {
    ($($index:ident: $name:literal = $weight:literal,)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Index { $($index,)* }
        pub const FEATURES: &[Feature] = &[$(Feature { name: $name, hand_weight: $weight },)*];
        $(pub const $index: usize = Index::$index as usize;)*
    };
}

features! {
    // Of a position, counted for the side to move.
    STONE: "stone" = 100,
    TERRITORY: "territory" = 60,
    ENCLOSED: "enclosed" = 0,
    LIBERTY: "liberty" = 12,
    CHAIN: "chain" = 0,
    EYE: "eye" = 0,
    ONE_EYE: "one-eye" = 0,
    TWO_EYES: "two-eyes" = 0,
    KOMI: "komi" = 50,
    OWN_ATARI: "own-atari" = -100,
    THEIR_ATARI: "their-atari" = 180,
    OWN_TWO_LIBERTIES: "own-two-liberties" = 0,
    THEIR_TWO_LIBERTIES: "their-two-liberties" = 0,
    OWN_THREE_LIBERTIES: "own-three-liberties" = 0,
    THEIR_THREE_LIBERTIES: "their-three-liberties" = 0,
    // Of a move.
    MOVE_PASS: "move-pass" = -10,
    MOVE_CAPTURE: "move-capture" = 120,
    MOVE_CAPTURE_1: "move-capture-1" = 0,
    MOVE_CAPTURE_2: "move-capture-2" = 0,
    MOVE_CAPTURE_3: "move-capture-3" = 0,
    MOVE_RESCUE: "move-rescue" = 0,
    MOVE_SAVE: "move-save" = 90,
    MOVE_ESCAPE_2: "move-escape-2" = 0,
    MOVE_ESCAPE_3: "move-escape-3" = 0,
    MOVE_ATARI: "move-atari" = 35,
    MOVE_PRESS: "move-press" = 0,
    MOVE_SELF_ATARI: "move-self-atari" = -110,
    MOVE_SELF_ATARI_1: "move-self-atari-1" = 0,
    MOVE_SELF_ATARI_2: "move-self-atari-2" = 0,
    MOVE_SELF_ATARI_3: "move-self-atari-3" = 0,
    MOVE_LIBERTY: "move-liberty" = 6,
    MOVE_TWO_LIBERTIES: "move-two-liberties" = 0,
    MOVE_LINE_1: "move-line-1" = -50,
    MOVE_LINE_2: "move-line-2" = -5,
    MOVE_LINE_3: "move-line-3" = 25,
    MOVE_LINE_4: "move-line-4" = 20,
    MOVE_CONTACT: "move-contact" = 15,
    MOVE_NEAR_LAST: "move-near-last" = 15,
    MOVE_FROM_LAST_2: "move-from-last-2" = 0,
    MOVE_FROM_LAST_3: "move-from-last-3" = 0,
    MOVE_FROM_LAST_4: "move-from-last-4" = 0,
    MOVE_FROM_LAST_5: "move-from-last-5" = 0,
    MOVE_FROM_LAST_6: "move-from-last-6" = 0,
    MOVE_FROM_LAST_7: "move-from-last-7" = 0,
    MOVE_HANE: "move-hane" = 30,
    MOVE_CUT: "move-cut" = 25,
    MOVE_EDGE: "move-edge" = 20,
    MOVE_OWN_AREA: "move-own-area" = -60,
}
