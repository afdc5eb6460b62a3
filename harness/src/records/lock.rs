//! One writer a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::time::SystemTime;

use anyhow::Context;

use super::whole_file::refuse_special;
use crate::error::InputError;

/// The name of the file that is locked.
const LOCK: &str = ".lock";

/// Keeps other runs out of a folder for as long as it lives, and tells them who
/// is there. It ends with the process, however that ends. Where the file system
/// has no locks, it keeps nobody out.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Locks a folder; an error that names the holder if another has done so.
    pub fn take(folder: &Path) -> anyhow::Result<Lock> {
        let path = folder.join(LOCK);
        refuse_special(&path)?;
        let mut options = OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let holder = fs::read_to_string(&path).unwrap_or_default();
            let holder = match holder.trim() {
                "" => String::new(),
                holder => format!(" ({holder})"),
            };
            return Err(InputError(format!(
                "another run{holder} is writing {}; wait for its end, or choose another folder \
                 with --out",
                folder.display()
            ))
            .into());
        }
        let mut lock = Lock(file);
        lock.write(&description())
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(lock)
    }

    fn write(&mut self, holder: &str) -> io::Result<()> {
        self.0.set_len(0)?;
        self.0.write_all(holder.as_bytes())
    }
}

impl Drop for Lock {
    /// The file stays: were it removed, a run that has just opened it would hold
    /// a lock that nobody else sees.
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
    }
}

/// Who we are, in words.
fn description() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = match host.trim() {
        "" => String::new(),
        host => format!(" on {host}"),
    };
    let since = humantime::format_rfc3339_seconds(SystemTime::now());
    format!("process {}{host}, since {since}\n", process::id())
}
