//! Nothing that this program starts survives it, even if it is killed.

use std::collections::BTreeSet;
use std::io::{self, PipeWriter, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rustix::process::Pid;

/// A process group that is ended when this program is gone.
pub struct Kept(Pid);

impl Kept {
    /// From now on.
    pub fn new(group: Pid) -> Kept {
        tell(|keeper| keeper.add(group));
        Kept(group)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        tell(|keeper| keeper.remove(self.0));
    }
}

/// The one keeper of this program; it runs while there is something to keep.
static KEEPER: Mutex<Option<Keeper>> = Mutex::new(None);

/// A shell that notes groups and, when nobody writes to it any more, ends those
/// that are left. It is in a group of its own, so that Ctrl-C passes it by.
struct Keeper {
    /// Started while other things are done.
    shell: JoinHandle<io::Result<Child>>,
    to: PipeWriter,
    groups: BTreeSet<i32>,
}

const SCRIPT: &str = r#"
groups=" "
while read -r change group; do
    case $change in
        add) groups="$groups$group " ;;
        remove) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -KILL "-$group"; done
"#;

fn tell(what: impl FnOnce(&mut Keeper) -> io::Result<()>) {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if keeper.is_none() {
        *keeper = Keeper::start().ok();
    }
    // Without it everything works, unless this program is killed.
    let Some(mut one) = keeper.take() else { return };
    if what(&mut one).is_err() {
        *keeper = Keeper::instead_of(one).ok();
    } else if one.groups.is_empty() {
        one.stop();
    } else {
        *keeper = Some(one);
    }
}

impl Keeper {
    fn start() -> io::Result<Keeper> {
        let (from, to) = io::pipe()?;
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", SCRIPT])
            .stdin(from)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        let shell = thread::Builder::new().spawn(move || shell.spawn())?;
        Ok(Keeper {
            shell,
            to,
            groups: BTreeSet::new(),
        })
    }

    /// One that knows what a keeper knew who is gone.
    fn instead_of(gone: Keeper) -> io::Result<Keeper> {
        let mut keeper = Keeper::start()?;
        for group in &gone.groups {
            writeln!(keeper.to, "add {group}")?;
        }
        keeper.groups = gone.groups.clone();
        gone.stop();
        Ok(keeper)
    }

    fn add(&mut self, group: Pid) -> io::Result<()> {
        let group = group.as_raw_nonzero().get();
        self.groups.insert(group);
        self.to.write_all(format!("add {group}\n").as_bytes())
    }

    fn remove(&mut self, group: Pid) -> io::Result<()> {
        let group = group.as_raw_nonzero().get();
        self.groups.remove(&group);
        match self.groups.is_empty() {
            // It is stopped instead.
            true => Ok(()),
            false => self.to.write_all(format!("remove {group}\n").as_bytes()),
        }
    }

    /// Ends one that has nothing to keep, or is gone.
    fn stop(self) {
        if let Ok(Ok(mut shell)) = self.shell.join() {
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}
