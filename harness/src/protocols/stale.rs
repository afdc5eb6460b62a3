//! Answers that came before they were asked for.

use std::time::Instant;

use super::link::{Broken, Deadline, Link};

/// Drops what a program has already said, where no number tells an answer to
/// the next question from one to the last.
pub(super) fn drop_stale(link: &mut Link, deadline: Deadline) -> Result<(), Broken> {
    let now = Deadline {
        at: Instant::now(),
        ..deadline
    };
    loop {
        match link.receive(now) {
            Ok(_) => {}
            Err(Broken::Late) => return Ok(()),
            Err(broken) => return Err(broken),
        }
    }
}
