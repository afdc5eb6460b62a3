//! Whether this machine allows as many processes and open files as are wanted.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::error::InputError;

/// Open files of one engine: its three streams and a log, and what starting it
/// takes for a moment.
const FILES_AN_ENGINE: u64 = 6;

/// Open files that everything else takes.
const OTHER_FILES: u64 = 64;

/// Refuses more engines at a time than this process may have files open for, or
/// than its user may have processes.
pub fn check_capacity(engines: u64, threads: u64) -> Result<(), InputError> {
    let files = FILES_AN_ENGINE * engines + OTHER_FILES;
    let limit = getrlimit(Resource::Nofile);
    let is_short = |limit: Option<u64>, needed: u64| limit.is_some_and(|limit| limit < needed);
    if is_short(limit.maximum, files) {
        return Err(too_many(engines, "open files", files, limit));
    }
    if is_short(limit.current, files) {
        let raised = Rlimit {
            current: Some(files),
            ..limit
        };
        if setrlimit(Resource::Nofile, raised).is_err() {
            return Err(too_many(engines, "open files", files, limit));
        }
    }
    // Every thread counts as a process, and an engine has one or more.
    let processes = engines + threads + 2;
    let limit = getrlimit(Resource::Nproc);
    match is_short(limit.current, processes) {
        true => Err(too_many(engines, "processes", processes, limit)),
        false => Ok(()),
    }
}

fn too_many(engines: u64, what: &str, needed: u64, limit: Rlimit) -> InputError {
    let allowed = limit.maximum.min(limit.current).unwrap_or(u64::MAX);
    InputError(format!(
        "{engines} engines at a time need {needed} {what}, but {allowed} are allowed; play fewer \
         games at a time with --threads, or raise the limit (ulimit)"
    ))
}
