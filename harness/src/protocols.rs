//! Engines that others wrote: how to start one, talk to it, and get rid of it.

mod capacity;
mod check;
mod external;
mod gomocup;
mod gtp;
mod keeper;
mod lines;
mod link;
mod log;
mod nboard;
mod process;
mod search_info;
mod spec;
mod stale;

pub use capacity::check_capacity;
pub use check::{Finding, Verdict, check_protocol};
pub use external::{Answer, External, Fault, GameSoFar, Reply, StartError, Terms};
pub use search_info::SearchInfo;
pub use spec::{CommandLine, ExternalOptions, ExternalSpec, Language, SendPass};
