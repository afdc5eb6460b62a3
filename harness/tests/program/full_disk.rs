//! Disks that are full or fail, by mounting one and by tracing system calls.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::{output, without_times};

const RUN: &str = "tournament --game othello:size=6 --engine random --engine greedy --pairs 400 \
                   --moves --threads 2";

fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("harness")
}

/// Whether a tool can be used; where it must be, it has to.
fn has(tool: &str, probe: &mut Command) -> bool {
    let works = probe.output().is_ok_and(|output| output.status.success());
    if !works {
        assert!(
            std::env::var_os("HARNESS_REQUIRE_PEERS").is_none(),
            "{tool} does not work here, and HARNESS_REQUIRE_PEERS is set"
        );
        println!("skipped: {tool} does not work here");
    }
    works
}

/// The files of a run apart from times.
fn content(run: &Path) -> [String; 2] {
    ["games.csv", "moves.csv"].map(|name| without_times(&run.join(name)))
}

/// Expects a message that names a file, and exit code 1.
#[track_caller]
fn failed(output: &Output, file: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains(file), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn a_full_disk() {
    let probe = ["-rm", "sh", "-c", "mount -t tmpfs none /mnt"];
    if !has("mounting", Command::new("unshare").args(probe)) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), &format!("{RUN} --out whole"));
    // The folder ends with the script, so its content is copied out.
    let script = format!(
        "mkdir disk copy && mount -t tmpfs -o size=64k none disk && \
         ($PROGRAM {RUN} --quiet --out disk/run; test $? = 1) && \
         ($PROGRAM {RUN} --quiet --out disk/run; test $? = 1) && \
         mount -o remount,size=16m disk && $PROGRAM {RUN} --quiet --out disk/run && \
         cp disk/run/*.csv copy"
    );
    let ended = Command::new("unshare")
        .args(["-rm", "sh", "-c", &script])
        .env("PROGRAM", program())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{message}");
    assert_eq!(
        message.matches("No space left on device").count(),
        2,
        "{message}"
    );
    assert!(message.contains("cannot write disk/run/"), "{message}");
    assert_eq!(
        content(&folder.path().join("copy")),
        content(&folder.path().join("whole"))
    );
}

#[test]
fn system_calls_that_fail() {
    if !has(
        "strace",
        Command::new("strace").args(["-f", "-o", "/dev/null", "true"]),
    ) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), &format!("{RUN} --out whole"));
    let whole = content(&folder.path().join("whole"));
    // The first call of each thread fails: in a new run, or in one that went on.
    for (number, (call, file, went_on)) in [
        ("write:error=ENOSPC", "games.csv", false),
        ("write:error=EIO", "games.csv", true),
        ("write:error=EIO", "moves.csv", true),
        ("fdatasync:error=EIO", "games.csv", false),
        ("fdatasync:error=EIO", "moves.csv", true),
        ("fsync:error=ENOSPC", "tournament.toml", false),
        ("rename:error=EIO", ".ratings.csv.new", true),
    ]
    .into_iter()
    .enumerate()
    {
        let out = format!("run{number}");
        let path = folder.path().join(&out).join(file);
        if went_on {
            let shorter = RUN.replace("--pairs 400", "--pairs 100");
            output(folder.path(), &format!("{shorter} --out {out}"));
        }
        let ended = Command::new("strace")
            .args(["-f", "-o", "/dev/null", "-P"])
            .arg(&path)
            .args(["-e", &format!("inject={call}:when=1")])
            .arg(program())
            .args(format!("{RUN} --extend --quiet --out").split_whitespace())
            .arg(folder.path().join(&out))
            .output()
            .unwrap();
        failed(&ended, file.trim_matches('.').trim_end_matches(".new"));
        output(folder.path(), &format!("{RUN} --extend --out {out}"));
        assert_eq!(content(&folder.path().join(&out)), whole, "{call} {file}");
        assert!(!fs::exists(&path).unwrap() || !file.ends_with(".new"));
    }
}

#[test]
fn a_folder_that_may_only_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    fs::create_dir(&out).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(out.join("probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
        return;
    }
    let ended = Command::new(program())
        .args(format!("{RUN} --out run").split_whitespace())
        .current_dir(folder.path())
        .output()
        .unwrap();
    failed(&ended, "run/");
}
