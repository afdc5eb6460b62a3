//! Nothing that this program starts survives it, even if it is killed.

use std::collections::BTreeSet;
use std::io::{self, PipeWriter, Write};
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::Pid;

/// A child that is ended when this program is gone, with all of its group.
pub struct Kept(Option<Pid>);

impl Kept {
    /// One that is about to be started. It is given a mark by which it can be found
    /// before its group is known.
    pub fn new(command: &mut Command) -> Kept {
        command.env(MARK, &*OWN_MARK);
        let mut keeper = lock();
        if keeper.is_none() {
            // Without it everything works, unless this program is killed.
            *keeper = Keeper::start().ok();
        }
        if let Some(keeper) = &mut *keeper {
            keeper.kept += 1;
        }
        Kept(None)
    }

    /// It was started, as the leader of a group.
    pub fn is_in(&mut self, group: Pid) {
        self.0 = Some(group);
        if let Some(keeper) = &mut *lock() {
            keeper.add(group);
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut keeper = lock();
        if let Some(one) = &mut *keeper {
            one.kept = one.kept.saturating_sub(1);
            match (one.kept, self.0) {
                (0, _) => *keeper = None,
                (_, Some(group)) => one.remove(group),
                _ => {}
            }
        }
    }
}

/// The environment variable of all that this program starts, and its value.
const MARK: &str = "HARNESS_KEEPER";
static OWN_MARK: LazyLock<String> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    format!("{}-{}", process::id(), now.unwrap_or_default().as_nanos())
});

/// The one keeper of this program; it runs while there is something to keep.
static KEEPER: Mutex<Option<Keeper>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Keeper>> {
    KEEPER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A shell that notes groups and, when nobody writes to it any more, ends those
/// that are left, and whatever has the mark. It is in a group of its own, so that
/// Ctrl-C passes it by.
struct Keeper {
    shell: Child,
    to: PipeWriter,
    groups: BTreeSet<i32>,
    kept: usize,
}

/// Who is killed while it starts a program leaves one that shows its mark a little
/// later.
const SCRIPT: &str = r#"
groups=" "
while read -r change group; do
    case $change in
        add) groups="$groups$group " ;;
        remove) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -KILL "-$group"; done
for pause in 0 0.1 1; do
    sleep $pause
    for process in $(grep -ls "$1" /proc/[0-9]*/environ); do
        process=${process#/proc/}
        kill -KILL "${process%/environ}"
    done
done
"#;

impl Keeper {
    fn start() -> io::Result<Keeper> {
        let (from, to) = io::pipe()?;
        let shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "keeper"])
            .arg(format!("{MARK}={}", *OWN_MARK))
            .stdin(from)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Keeper {
            shell,
            to,
            groups: BTreeSet::new(),
            kept: 0,
        })
    }

    fn add(&mut self, group: Pid) {
        let group = group.as_raw_nonzero().get();
        self.groups.insert(group);
        self.tell("add", group);
    }

    fn remove(&mut self, group: Pid) {
        let group = group.as_raw_nonzero().get();
        self.groups.remove(&group);
        self.tell("remove", group);
    }

    /// If it is gone, another takes over what it kept.
    fn tell(&mut self, change: &str, group: i32) {
        let text = format!("{change} {group}\n");
        if self.to.write_all(text.as_bytes()).is_ok() {
            return;
        }
        let Ok(mut other) = Keeper::start() else {
            return;
        };
        let groups = self.groups.iter();
        let all: String = groups.map(|group| format!("add {group}\n")).collect();
        let _ = other.to.write_all(all.as_bytes());
        other.groups = self.groups.clone();
        other.kept = self.kept;
        *self = other;
    }
}

/// It has nothing to keep any more.
impl Drop for Keeper {
    fn drop(&mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}
