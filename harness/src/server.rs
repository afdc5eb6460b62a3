//! Being an engine: any built-in one, behind the protocol that a match runner
//! or a graphical board speaks.
//!
//! Each protocol reads lines from an [`Input`], which goes on reading while an
//! engine thinks, and writes its answers to any [`Write`](std::io::Write).

mod choice;
pub mod gomocup;
pub mod gtp;
mod input;
pub mod nboard;
mod table;
mod time_left;

pub use choice::EngineChoice;
pub use input::{Input, Interrupts};
