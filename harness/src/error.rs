//! How a run ends: exit codes, and the error that means wrong input.

use thiserror::Error;

use crate::suggestion::with_suggestion;

/// Everything was done.
pub const EXIT_DONE: u8 = 0;
/// The run failed: a disk, a file, a rating that cannot be computed.
pub const EXIT_FAILED: u8 = 1;
/// The input was wrong; nothing was changed.
pub const EXIT_WRONG_INPUT: u8 = 2;

/// A test accepted H0.
pub const EXIT_NEGATIVE: u8 = 1;
/// A test ended undecided.
pub const EXIT_UNDECIDED: u8 = 3;
/// An engine misbehaved where that is not to be.
pub const EXIT_MISBEHAVED: u8 = 4;
/// A run was stopped by Ctrl-C; everything is saved.
pub const EXIT_INTERRUPTED: u8 = 130;
/// A run was stopped by a signal to terminate; everything is saved.
pub const EXIT_TERMINATED: u8 = 143;

/// Wrong input: what is wrong, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", with_suggestion(.0))]
pub struct InputError(pub String);

impl InputError {
    /// Wraps whatever says what is wrong.
    pub fn new(what: impl ToString) -> InputError {
        InputError(what.to_string())
    }
}

/// The exit code for an error that ended the program.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    if error.chain().any(|cause| cause.is::<InputError>()) {
        EXIT_WRONG_INPUT
    } else {
        EXIT_FAILED
    }
}
