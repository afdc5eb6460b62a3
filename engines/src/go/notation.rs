//! How Go names its points.

use crate::notation::Notation;

/// `Q16`: letters without I, rows from the bottom.
pub const NOTATION: Notation = Notation {
    columns: "ABCDEFGHJKLMNOPQRST",
    rows_from_top: false,
    passes: true,
};
