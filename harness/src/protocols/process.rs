//! A child process in a group of its own, which ends with all of that group.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
#[cfg(target_os = "linux")]
use rustix::process::{PidfdFlags, pidfd_open};

use super::keeper::Kept;

/// A running child. Dropping it ends it and whatever it has started.
pub struct Process {
    child: Child,
    group: Pid,
    ended: Option<ExitStatus>,
    _kept: Kept,
}

/// The child's standard streams; none of them ever blocks.
pub struct Pipes {
    /// What it reads, until it is closed.
    pub to: Option<ChildStdin>,
    /// What it answers.
    pub from: ChildStdout,
    /// What it complains of.
    pub errors: ChildStderr,
}

impl Process {
    /// Starts a program. A signal from the terminal does not reach it: what runs
    /// may come to its end. It does not survive this program, even if that is killed.
    pub fn start(command: &mut Command) -> io::Result<(Process, Pipes)> {
        let mut kept = Kept::new(command);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&child);
        kept.is_in(group);
        let to = child.stdin.take().expect("it was piped");
        let pipes = Pipes {
            to: None,
            from: child.stdout.take().expect("it was piped"),
            errors: child.stderr.take().expect("it was piped"),
        };
        let process = Process {
            child,
            group,
            ended: None,
            _kept: kept,
        };
        for pipe in [
            fcntl_setfl(&to, fcntl_getfl(&to)? | OFlags::NONBLOCK),
            fcntl_setfl(&pipes.from, fcntl_getfl(&pipes.from)? | OFlags::NONBLOCK),
            fcntl_setfl(
                &pipes.errors,
                fcntl_getfl(&pipes.errors)? | OFlags::NONBLOCK,
            ),
        ] {
            pipe?;
        }
        let to = Some(to);
        Ok((process, Pipes { to, ..pipes }))
    }

    /// How it ended, if it has by itself within a time.
    pub fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        const PAUSE: Duration = Duration::from_millis(10);
        let start = Instant::now();
        loop {
            if self.ended.is_some() || self.has_ended() {
                return Some(self.end());
            }
            let left = time.checked_sub(start.elapsed())?;
            self.wait_for_end(left.min(PAUSE));
        }
    }

    /// Waits for a time, or until it has ended.
    #[cfg(target_os = "linux")]
    fn wait_for_end(&self, time: Duration) {
        match pidfd_open(self.group, PidfdFlags::empty()) {
            Ok(end) => {
                let time = time.try_into().expect("it is short");
                let _ = poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&time));
            }
            Err(_) => thread::sleep(time),
        }
    }

    /// Waits for a time.
    #[cfg(not(target_os = "linux"))]
    fn wait_for_end(&self, time: Duration) {
        const PAUSE: Duration = Duration::from_micros(100);
        thread::sleep(time.min(PAUSE));
    }

    /// Whether it has ended, but is not waited for yet: its number is its own
    /// until then, and so is its group's.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(self.group), options), Ok(Some(_)))
    }

    /// Ends it and its group at once, and waits for it.
    pub fn end(&mut self) -> ExitStatus {
        *self.ended.get_or_insert_with(|| {
            // Nobody is left in a group that does not exist; it may have gone to
            // another.
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.child.kill();
            self.child
                .wait()
                .unwrap_or_else(|_| ExitStatus::from_raw(Signal::KILL.as_raw()))
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// `exit code 3`, `signal 11 (SIGSEGV)`
pub fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (_, Some(signal)) => match signal_hook::low_level::signal_name(signal) {
            Some(name) => format!("signal {signal} ({name})"),
            None => format!("signal {signal}"),
        },
        (None, None) => status.to_string(),
    }
}
