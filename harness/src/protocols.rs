//! The protocols by which programs play each other, and driving with them the
//! engines that others wrote. Being such an engine is [`server`](crate::server).

mod capacity;
mod check;
mod external;
pub(crate) mod gomocup;
mod gtp;
mod keeper;
mod lines;
mod link;
mod log;
pub(crate) mod nboard;
mod process;
mod protocol;
mod runnable;
mod search_info;
mod spec;
pub(crate) mod text;
pub(crate) mod vertex;

pub use capacity::check_capacity;
pub use check::{Finding, Verdict, check_protocol};
pub use external::External;
pub use log::check_log_folder;
pub use protocol::{Answer, Fault, GameSoFar, Reply, StartError, Terms};
pub use search_info::SearchInfo;
pub use spec::{CommandLine, ExternalOptions, ExternalSpec, Language, SendPass};
