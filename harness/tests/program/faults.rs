//! Engines that crash, hang, flood, lie or answer late: each loses what it
//! should, and nothing is left of it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use harness::records::{GameRow, Termination, Winner, replay};
use predicates::prelude::*;

use crate::odd_engine::odd_engine;
use crate::{games, harness, without_times};

/// A language and the game that is played in it.
type Language = (&'static str, &'static str);
const GO: Language = ("gtp", "go:size=5");
const OTHELLO: Language = ("gtp", "othello:size=6");
const GOMOCUP: Language = ("gomocup", "gomoku:size=9");
const NBOARD: Language = ("nboard", "othello");

/// A pair between `random` and the odd engine with these options.
struct Match<'a> {
    language: &'a str,
    game: &'a str,
    options: &'a str,
    /// More lines of the engine's table.
    table: &'a str,
    /// More of the command line.
    arguments: &'a str,
}

impl Match<'_> {
    /// Writes the tournament's file, and marks the engine's processes.
    fn write(&self, folder: &Path) {
        let of_game = match self.language {
            "gtp" => format!("--game {}", self.game.split(':').next().unwrap()),
            _ => String::new(),
        };
        let text = format!(
            "game = '{game}'\npairs = 1\nmoves = true\nout = 'run'\n\
             [[engine]]\nkind = 'random'\n\
             [[engine]]\nkind = '{language}'\nname = 'odd'\n\
             command = '{program} {language} {of_game} {options}'\n\
             env = {{ ODD_ENGINE_OF = '{mark}' }}\n{table}\n",
            game = self.game,
            language = self.language,
            program = odd_engine().display(),
            options = self.options,
            mark = folder.display(),
            table = self.table,
        );
        fs::write(folder.join("t.toml"), text).unwrap();
    }

    /// Plays it; afterwards nothing is left of the engine.
    fn play(&self) -> Vec<GameRow> {
        let folder = tempfile::tempdir().unwrap();
        self.write(folder.path());
        let arguments = format!("tournament t.toml --quiet {}", self.arguments);
        harness(folder.path(), &arguments).assert().success();
        assert_nothing_is_left(folder.path());
        let rows = games(&folder.path().join("run/games.csv"));
        assert!(rows.len() >= 2, "{}", self.options);
        for row in &rows {
            replay(row).unwrap();
        }
        rows
    }
}

/// No process is there that the engines of a folder's tournament have started.
#[cfg(target_os = "linux")]
pub fn assert_nothing_is_left(folder: &Path) {
    let mark = format!("ODD_ENGINE_OF={}", folder.display());
    let is_marked = |process: &fs::DirEntry| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment
            .split(|&byte| byte == 0)
            .any(|variable| variable == mark.as_bytes())
    };
    // Who was killed may need a moment.
    let start = Instant::now();
    while fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .any(|process| is_marked(&process))
    {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "a process is left"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(not(target_os = "linux"))]
pub fn assert_nothing_is_left(_: &Path) {}

fn assert_odd_loses(row: &GameRow, termination: Termination, detail: &str) {
    let winner = if row.black == "odd" {
        Winner::White
    } else {
        Winner::Black
    };
    assert_eq!(
        (row.winner, row.termination),
        (winner, termination),
        "{row:?}"
    );
    assert!(row.detail.contains(detail), "{row:?}");
}

/// Each fault at the second move of a game, without a clock but with a limit
/// behind it.
fn a_fault_loses((language, game): Language) {
    use Termination::{Crash, Illegal, Time};
    // Only Gomocup's protocol has no mark by which an answer is known.
    let garbage = match language {
        "gomocup" => (Illegal, "is no move"),
        _ => (Time, "no answer"),
    };
    for (options, termination, detail) in [
        ("--crash-at 2", Crash, "exit code 3"),
        ("--signal-at 2", Crash, "signal 6 (SIGABRT)"),
        ("--answer-then-exit 2", Crash, "exit code 0"),
        ("--hang-at 2", Time, "no answer within 0.7 s"),
        ("--deaf-at 2", Time, "no answer within 0.7 s"),
        ("--chatter-at 2", Time, "no answer within 0.7 s"),
        ("--no-newline-at 2", Time, "no answer within 0.7 s"),
        ("--slow-at 2 1500", Time, "no answer within 0.7 s"),
        ("--hang-at 2 --ignore-term", Time, "no answer"),
        ("--hang-at 2 --leave-child", Time, "no answer"),
        ("--flood-at 2", Illegal, "it writes without an end"),
        ("--endless-line-at 2", Illegal, "it writes without an end"),
        ("--garbage-at 2", garbage.0, garbage.1),
        ("--bad-utf8-at 2", Illegal, "is no move"),
        ("--occupied-at 2", Illegal, ""),
        ("--beyond-at 2", Illegal, "is no move"),
        ("--move-at 2 7,", Illegal, "`7,"),
        ("--move-at 2 -1,3", Illegal, "`-1,3"),
        ("--move-at 2 40,40", Illegal, "`40,40"),
        ("--error-at 2", Illegal, "refuses"),
    ] {
        // NBoard has no word for a failure.
        if options.starts_with("--error-at") && language == "nboard" {
            continue;
        }
        // Only who is late is to be late.
        let table = match termination {
            Time => "timeout = '700ms'",
            _ => "timeout = '60s'",
        };
        let rows = Match {
            language,
            game,
            options,
            table,
            arguments: "",
        }
        .play();
        for row in &rows {
            assert_odd_loses(row, termination, detail);
            let time = match row.black == "odd" {
                true => row.time_ms_black,
                false => row.time_ms_white,
            };
            assert!(termination != Time || time >= 700.0, "{row:?}");
        }
    }
}

#[test]
fn a_fault_in_go_loses() {
    a_fault_loses(GO);
}

#[test]
fn a_fault_in_othello_loses() {
    a_fault_loses(OTHELLO);
}

#[test]
fn a_fault_in_gomocup_s_protocol_loses() {
    a_fault_loses(GOMOCUP);
}

#[test]
fn a_fault_in_nboard_s_protocol_loses() {
    a_fault_loses(NBOARD);
}

/// The second game would begin with the answer that was one too many.
#[test]
fn after_an_illegal_move_a_fresh_process_plays() {
    let rows = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--wrong-id --late-at 2 20",
        table: "",
        arguments: "",
    }
    .play();
    for row in &rows {
        assert_odd_loses(row, Termination::Illegal, "occupied");
    }
}

/// A pass where there is a move is none.
#[test]
fn a_pass_where_it_is_forbidden_loses() {
    for (language, game) in [OTHELLO, GOMOCUP, NBOARD] {
        let rows = Match {
            language,
            game,
            options: "--pass-at 2",
            table: "",
            arguments: "",
        }
        .play();
        for row in &rows {
            assert_odd_loses(row, Termination::Illegal, "");
        }
    }
}

/// What is strange but keeps to the protocol, or nearly, is played.
fn oddities_are_played((language, game): Language) {
    let of_gtp = [
        "--wrong-id-on-errors",
        "--space-before-id",
        "--late-at 3 100",
        "--nul-at 2",
    ];
    for options in [
        "",
        "--crlf",
        "--bom",
        "--banner",
        "--empty-lines",
        "--comments",
        "--flood-stderr",
        "--ignore-term",
        "--leave-child",
        "--no-about",
        "--nodes -1",
        "--nodes nan",
        "--nodes 1e300",
        "--slow-start 300",
        "--slow-first 300",
    ]
    .iter()
    .chain(of_gtp.iter().filter(|_| language == "gtp"))
    {
        let rows = Match {
            language,
            game,
            options,
            table: "timeout = '20s'",
            arguments: "",
        }
        .play();
        for row in &rows {
            assert!(!row.termination.is_forfeit(), "{options} {row:?}");
            assert_ne!(row.termination, Termination::Void, "{options} {row:?}");
            let nodes = if row.black == "odd" {
                row.nodes_black
            } else {
                row.nodes_white
            };
            assert_eq!(nodes, None, "{options} {row:?}");
        }
    }
}

#[test]
fn oddities_in_go_are_played() {
    oddities_are_played(GO);
}

#[test]
fn oddities_in_othello_are_played() {
    oddities_are_played(OTHELLO);
}

#[test]
fn oddities_in_gomocup_s_protocol_are_played() {
    oddities_are_played(GOMOCUP);
}

#[test]
fn oddities_in_nboard_s_protocol_are_played() {
    oddities_are_played(NBOARD);
}

/// Some engines play passes by themselves, and refuse to be told of them.
#[test]
fn passes_are_told_to_those_who_want_it() {
    for (name, table) in [("GTP GRhino", ""), ("other", "send_pass = 'never'")] {
        let rows = Match {
            language: "gtp",
            game: "othello:size=4",
            options: &format!("--refuse-passes --name \"{name}\""),
            table,
            arguments: "--pairs 5",
        }
        .play();
        for row in &rows {
            assert_eq!(row.termination, Termination::Score, "{row:?}");
        }
        assert!(
            rows.iter().any(|row| row.moves.contains("pass")),
            "a pass is to be seen"
        );
    }
}

/// An engine that does not start has played nothing.
#[test]
fn games_of_an_engine_that_does_not_start_are_void() {
    for (options, table, detail) in [
        ("--exit-at-start", "", "it said: odd_engine: I will not"),
        ("--usage", "", "exit code 0"),
        (
            "--slow-start 5000",
            "startup = '300ms'",
            "no answer within 0.3 s; it said nothing; does it speak gtp",
        ),
    ] {
        let rows = Match {
            language: "gtp",
            game: "go:size=5",
            options,
            table,
            arguments: "",
        }
        .play();
        for row in &rows {
            assert_eq!(
                (row.winner, row.termination),
                (Winner::None, Termination::Void)
            );
            assert!(
                row.detail.contains("engine `odd` does not start"),
                "{row:?}"
            );
            assert!(row.detail.contains(detail), "{row:?}");
        }
    }
}

#[test]
fn a_clock_is_kept() {
    for (tc, options, is_lost) in [
        ("5", "--slow-at 2 300", false),
        ("0.2", "--slow-at 2 900", true),
        ("0.5+0", "--slow-at 2 900", true),
        ("0.3+0.1", "--slow-at 2 900", true),
        ("0.2/2", "--slow-at 2 900", true),
        ("0.1+2x0.2", "--slow-at 2 1200", true),
        ("0.1+3x5", "--slow-at 2 900", false),
    ] {
        let rows = Match {
            language: "gtp",
            game: "go:size=5",
            options,
            table: "",
            arguments: &format!("--tc {tc}"),
        }
        .play();
        for row in &rows {
            match is_lost {
                true => assert_odd_loses(row, Termination::Time, "no answer within"),
                false => assert!(!row.termination.is_forfeit(), "{row:?}"),
            }
        }
    }
}

#[test]
fn a_slow_start_and_a_warm_up_are_not_on_the_clock() {
    for (options, table) in [
        ("--slow-start 1000", ""),
        ("--slow-first 1000", "warmup = true"),
    ] {
        let rows = Match {
            language: "gtp",
            game: "go:size=5",
            options,
            table,
            arguments: "--tc 0.5",
        }
        .play();
        for row in &rows {
            assert!(!row.termination.is_forfeit(), "{row:?}");
        }
    }
}

#[test]
fn resigning_is_no_fault() {
    let rows = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--resign-at 2",
        table: "",
        arguments: "",
    }
    .play();
    for row in &rows {
        assert_odd_loses(row, Termination::Resign, "");
    }
}

/// Nobody has the last word but the rules: after a fault a fresh process plays
/// the next game.
/// The logs of a match of Go with these options.
fn logs(options: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options,
        table: "",
        arguments: "",
    };
    odd.write(folder.path());
    harness(
        folder.path(),
        "tournament t.toml --quiet --threads 1 --log logs",
    )
    .assert()
    .success();
    fs::read_dir(folder.path().join("logs"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

#[test]
fn the_log_has_both_directions() {
    let logs = logs("--crash-at 2");
    assert_eq!(logs.len(), 2, "a process a game");
    for log in logs {
        assert!(log.contains(" > "), "{log}");
        assert!(log.contains("genmove"), "{log}");
        assert!(log.contains(" < ="), "{log}");
    }
}

#[test]
fn the_log_has_the_last_words() {
    for log in logs("--flood-stderr --crash-at 1") {
        assert!(log.contains(" ! what a long story"), "{}", log.len());
    }
}

/// It closes its output and fills its error stream for ever.
#[test]
fn last_words_without_an_end_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("engine"),
        r#"while read -r id command rest; do
    case $command in
        genmove) exec 1>&-; exec yes >&2 ;;
        *) echo "=$id"; echo ;;
    esac
done"#,
    )
    .unwrap();
    harness(
        folder.path(),
        "tournament --quiet --game go:size=5 --pairs 1 --out run --engine random",
    )
    .args(["--engine", "gtp:command=\"sh engine\",name=odd"])
    .assert()
    .success();
    for row in games(&folder.path().join("run/games.csv")) {
        assert_odd_loses(&row, Termination::Crash, "closed its output");
        assert!(row.detail.contains("y | y"), "{row:?}");
    }
}

#[test]
fn who_does_not_know_the_dead_stones_is_named() {
    let rows = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--dead X99",
        table: "",
        arguments: "",
    }
    .play();
    let remark = "odd does not say so (`X99` is no point): by playouts";
    for row in rows {
        assert_eq!(row.termination, Termination::Score, "{row:?}");
        assert!(row.detail.contains(remark), "{row:?}");
    }
}

#[test]
fn what_cannot_be_run_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text"), "no program").unwrap();
    // The head of a program for a machine that there is not.
    let other = folder.path().join("other");
    fs::copy(odd_engine(), &other).unwrap();
    fs::write(
        &other,
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xff\x7f",
    )
    .unwrap();
    for (command, reason) in [
        ("no-such-program", "No such file"),
        ("./no-such-program", "No such file"),
        ("./text", "Permission denied"),
        ("./other", "format error"),
        ("/", "Permission denied"),
        ("cat,dir=none", "cannot start in none: it is no folder"),
    ] {
        let assert = harness(
            folder.path(),
            &format!("tournament --engine random --engine gtp:command={command},name=mine"),
        )
        .assert()
        .code(2);
        let text = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(text.contains("engine `mine`"), "{text}");
        assert!(text.contains(reason), "{text}");
    }
    assert!(!folder.path().join("results").exists());
}

/// A path is looked for in the folder that the engine starts in, which is
/// itself found from the file, and from the run's own file later.
#[test]
fn a_folder_to_start_in() {
    let folder = tempfile::tempdir().unwrap();
    let engines = folder.path().join("engines");
    fs::create_dir(&engines).unwrap();
    fs::copy(odd_engine(), engines.join("odd")).unwrap();
    let text = "game = 'go:size=5'\npairs = 1\nout = 'run'\n\
                [[engine]]\nkind = 'random'\n\
                [[engine]]\nkind = 'gtp'\ncommand = './odd gtp'\ndir = 'engines'\n";
    fs::write(folder.path().join("t.toml"), text).unwrap();
    for (file, rest) in [
        ("t.toml", ""),
        ("run/tournament.toml", "--extend --pairs 2"),
    ] {
        harness(folder.path(), &format!("tournament {file} --quiet {rest}"))
            .assert()
            .success();
    }
    let rows = games(&folder.path().join("run/games.csv"));
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.winner != Winner::None));
}

/// Whoever was to meet an engine that does not start goes on, however low its
/// seed; no rating sees these games.
#[test]
fn an_engine_that_does_not_start_wins_no_knockout() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--exit-at-start",
        table: "[[engine]]\nkind = 'greedy'\n[[engine]]\nkind = 'pattern'\n",
        arguments: "",
    };
    odd.write(folder.path());
    let text = crate::output(folder.path(), "tournament t.toml -q --schedule knockout");
    let decided = text.split("Round  Winner").nth(1).unwrap();
    assert!(decided.contains("greedy      2–0  odd"), "{text}");
    assert!(!text.contains("tied"), "{text}");
    let rows = games(&folder.path().join("run/games.csv"));
    let is_void = |row: &&GameRow| row.termination == Termination::Void;
    assert_eq!(rows.iter().filter(is_void).count(), 2);
}

/// Even if this program is killed, nothing of an engine is left.
#[cfg(target_os = "linux")]
#[test]
fn a_game_in_which_this_program_stood_still_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--slow-at 2 1000",
        table: "",
        arguments: "",
    };
    odd.write(folder.path());
    let running = start_logged(folder.path(), "--movetime 2s");
    let signal = |name: &str| {
        let id = running.id().to_string();
        let status = Command::new("kill").args([name, &id]).status();
        assert!(status.unwrap().success());
    };
    wait_until_asked(folder.path(), 2);
    signal("-STOP");
    std::thread::sleep(Duration::from_secs(3));
    signal("-CONT");
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("a game of pair 1 is played again"), "{said}");
    let rows = games(&folder.path().join("run/games.csv"));
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter().all(|row| !row.termination.is_forfeit()),
        "{rows:?}"
    );
}

/// Starts a run that logs to `logs`.
fn start_logged(folder: &Path, options: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("harness"))
        .current_dir(folder)
        .args(["tournament", "t.toml", "--log", "logs"])
        .args(options.split_whitespace())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until an engine was asked for so many moves.
fn wait_until_asked(folder: &Path, moves: usize) {
    let is_asked = || {
        let logs = fs::read_dir(folder.join("logs")).into_iter().flatten();
        logs.flatten().any(|log| {
            let text = fs::read_to_string(log.path()).unwrap_or_default();
            text.matches("genmove").count() > moves
        })
    };
    let start = Instant::now();
    while !is_asked() {
        let waited = start.elapsed();
        assert!(waited < Duration::from_secs(60), "nothing is played");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn nothing_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--hang-at 2 --ignore-term --leave-child",
        table: "",
        arguments: "",
    };
    odd.write(folder.path());
    let mut running = start_logged(folder.path(), "");
    wait_until_asked(folder.path(), 2);
    running.kill().unwrap();
    running.wait().unwrap();
    assert_nothing_is_left(folder.path());
}

/// Nor if it comes while programs are started, which is told to nobody yet.
#[test]
fn nothing_survives_an_early_kill() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--slow-start 1000000 --ignore-term",
        table: "",
        arguments: "",
    };
    odd.write(folder.path());
    for milliseconds in 0..40 {
        let mut running = start_logged(folder.path(), "");
        std::thread::sleep(Duration::from_millis(milliseconds));
        running.kill().unwrap();
        running.wait().unwrap();
    }
    assert_nothing_is_left(folder.path());
}

/// Ten games in a row are lost by a fault; what comes then depends on the choice.
fn failing(folder: &Path, others: &[&str]) -> String {
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--crash-at 1",
        table: "",
        arguments: "",
    };
    odd.write(folder);
    let mut text = fs::read_to_string(folder.join("t.toml")).unwrap();
    for name in others {
        text += &format!("[[engine]]\nkind = 'random'\nname = '{name}'\n");
    }
    text.replace("pairs = 1", "pairs = 4")
}

#[test]
fn an_engine_that_fails_again_and_again_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let text = failing(folder.path(), &["two", "three"]);
    fs::write(folder.path().join("t.toml"), text).unwrap();
    let files = [1, 3].map(|threads| {
        let arguments = format!("tournament t.toml --threads {threads} --out o{threads}");
        let assert = harness(folder.path(), &arguments).assert().success();
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(
            stderr.contains("engine `odd` failed 10 games in a row, the last one so: exit code 3"),
            "{stderr}"
        );
        without_times(&folder.path().join(format!("o{threads}/games.csv")))
    });
    assert_eq!(files[0], files[1]);
    let rows = games(&folder.path().join("o1/games.csv"));
    assert_eq!(rows.len(), 2 * 4 * 6);
    let of_odd: Vec<&GameRow> = rows
        .iter()
        .filter(|row| row.black == "odd" || row.white == "odd")
        .collect();
    for row in &of_odd[..10] {
        assert_odd_loses(row, Termination::Crash, "exit code 3");
    }
    for row in &of_odd[10..] {
        assert_eq!(row.termination, Termination::Void, "{row:?}");
        assert_eq!(row.detail, "engine `odd` is left out");
        replay(row).unwrap();
    }
    // Going on with it finds the same.
    harness(folder.path(), "tournament t.toml --out o1 --quiet")
        .assert()
        .success();
    assert_eq!(games(&folder.path().join("o1/games.csv")), rows);
}

/// Such a run ends in good order: a table, its files, and nothing lost.
#[test]
fn a_run_may_stop_at_an_engine_that_fails_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    for (others, arguments, how_on) in [
        (&["two", "three"][..], "--on-failure stop", "To go on"),
        (&[], "", "nobody is left to play"),
    ] {
        // The others' games end before its last one.
        let text = failing(folder.path(), others)
            .replace("pairs = 4", "pairs = 40")
            .replace("--crash-at 1", "--crash-at 1 --slow-first 200");
        fs::write(folder.path().join("t.toml"), text).unwrap();
        let out = folder.path().join(format!("of-{}", others.len()));
        let arguments = format!(
            "tournament t.toml --quiet --threads 4 {arguments} --out {}",
            out.display()
        );
        let stop = || {
            let assert = harness(folder.path(), &arguments).assert().code(1);
            let [stdout, stderr] = [&assert.get_output().stdout, &assert.get_output().stderr]
                .map(|text| String::from_utf8_lossy(text).into_owned());
            assert!(
                stderr.contains("engine `odd` failed 10 games in a row") && stderr.contains(how_on),
                "{stderr}"
            );
            let rows = games(&out.join("games.csv"));
            assert!(
                stdout.contains(&format!(", {} games\n", rows.len())),
                "{stdout}"
            );
            let ratings = fs::read_to_string(out.join("ratings.csv")).unwrap();
            assert_eq!(ratings.lines().count(), 3 + others.len());
            assert_nothing_is_left(folder.path());
            rows
        };
        let failed = |rows: &[GameRow]| {
            let of_odd = rows.iter().filter(|row| row.at_fault() == Some("odd"));
            of_odd.count()
        };
        let before = stop();
        assert_eq!(failed(&before), 10);
        match how_on {
            "To go on" => {
                let waiting = games(&out.join("waiting-games.csv"));
                assert!(!waiting.is_empty());
                let after = stop();
                assert_eq!(failed(&after), 20);
                // Their times tell that they are the same games; some may wait
                // again.
                let waits = out.join("waiting-games.csv");
                let mut known = after;
                if waits.exists() {
                    known.extend(games(&waits));
                }
                assert!(waiting.iter().all(|row| known.contains(row)));
            }
            _ => assert_eq!(stop(), before),
        }
    }
}

#[test]
fn strictly_a_fault_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    for (options, code) in [("--crash-at 2", 4), ("", 0)] {
        let odd = Match {
            language: "gtp",
            game: "go:size=5",
            options,
            table: "",
            arguments: "",
        };
        odd.write(folder.path());
        let call = format!("tournament t.toml --strict --quiet --out of-{code}");
        let assert = harness(folder.path(), &call).assert().code(code);
        let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        let words = "did not start: 2 (odd 2 by a crash); the last one, engine `odd` in game 2: exit code 3";
        assert_eq!(text.contains(words), code == 4, "{text}");
    }
}

#[test]
fn impossible_numbers_are_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--nodes -5",
        table: "",
        arguments: "",
    };
    odd.write(folder.path());
    let assert = harness(folder.path(), "tournament t.toml --threads 2 --pairs 3")
        .assert()
        .success();
    let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert_eq!(
        stderr.matches("engine `odd` reports numbers").count(),
        1,
        "{stderr}"
    );
    // Nor does it matter if nobody hears it, or wants to.
    let (_, closed) = std::io::pipe().unwrap();
    let status = Command::new(assert_cmd::cargo::cargo_bin!("harness"))
        .current_dir(folder.path())
        .args(["tournament", "t.toml", "--out", "unheard"])
        .stdout(Stdio::null())
        .stderr(closed)
        .status();
    assert!(status.unwrap().success());
    harness(folder.path(), "tournament t.toml --quiet --out quiet")
        .assert()
        .success()
        .stderr(predicates::str::contains("reports numbers").not());
}

/// What it says of a search on its error stream, just before it answers.
#[test]
fn nodes_of_a_quick_engine_are_heard_from_its_first_move_on() {
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--nodes 5",
        table: "",
        arguments: "",
    };
    for game in odd.play() {
        let moves = game.plies - game.opening.split(' ').count() as u64;
        let (nodes, its_moves) = match game.black == "odd" {
            true => (game.nodes_black, moves.div_ceil(2)),
            false => (game.nodes_white, moves / 2),
        };
        assert_eq!(nodes, Some(5 * its_moves), "{game:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn more_engines_than_there_may_be_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "",
        table: "",
        arguments: "",
    };
    odd.write(folder.path());
    let line = format!(
        "ulimit -n 100; exec {} tournament t.toml --pairs 50 --threads 50",
        assert_cmd::cargo::cargo_bin("harness").display()
    );
    let assert = assert_cmd::Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", &line])
        .assert()
        .code(2);
    let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(
        stderr.contains("50 engines at a time need 364 open files, but 100"),
        "{stderr}"
    );
    assert!(!folder.path().join("run").exists());
}

/// An engine that fails at random, in every way: each game is on record once.
///
/// At full size, built with `cargo build --release -p harness --bins --example
/// odd_engine`: a file as this one with `command = "target/release/examples/odd_engine
/// gtp --seed 1 --random-faults 7 25"`, and `/usr/bin/time -v target/release/harness
/// tournament FILE --threads 4 --pairs 5000`. Its memory is that of `--pairs 500`, but
/// for what waits behind a slow game.
#[test]
fn faults_at_random_lose_games_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Match {
        language: "gtp",
        game: "go:size=5",
        options: "--seed 1 --random-faults 7 25",
        table: "timeout = '200ms'\nstartup = '2s'",
        arguments: "",
    };
    odd.write(folder.path());
    harness(
        folder.path(),
        "tournament t.toml --threads 4 --pairs 60 --quiet",
    )
    .assert()
    .success();
    let rows = games(&folder.path().join("run/games.csv"));
    let ids: Vec<u64> = rows.iter().map(|row| row.game_id).collect();
    assert_eq!(ids, (1..=120).collect::<Vec<u64>>());
    for row in &rows {
        replay(row).unwrap();
        assert!(row.at_fault().is_none_or(|name| name == "odd"), "{row:?}");
    }
    assert!(rows.iter().any(|row| row.at_fault().is_some()));
    assert!(rows.iter().any(|row| row.at_fault().is_none()));
    assert_nothing_is_left(folder.path());
}

/// A path in a file is one from that file, wherever the program is called from.
#[test]
fn a_program_is_found_from_the_file_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir_all(&inner).unwrap();
    fs::copy(odd_engine(), inner.join("mine")).unwrap();
    fs::write(inner.join("script"), "exec ./mine gtp").unwrap();
    for (out, command) in [("program-run", "./mine gtp"), ("script-run", "sh script")] {
        let text = format!(
            "game = 'go:size=5'\npairs = 1\nout = '{out}'\n[[engine]]\nkind = 'random'\n\
             [[engine]]\nkind = 'gtp'\nname = 'odd'\ncommand = '{command}'\n",
        );
        fs::write(inner.join("t.toml"), text).unwrap();
        let run = inner.join(out);
        for file in [inner.join("t.toml"), run.join("tournament.toml")] {
            harness(folder.path(), "tournament --quiet")
                .arg(file)
                .assert()
                .success();
            let rows = games(&run.join("games.csv"));
            assert_eq!(rows.len(), 2);
            assert!(
                rows.iter().all(|row| !row.termination.is_forfeit()),
                "{rows:?}"
            );
        }
    }
}

/// What a run prints that it goes on with does so from anywhere.
#[test]
fn the_file_of_a_run_goes_on_with_programs_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::copy(odd_engine(), here.join("mine")).unwrap();
    fs::write(here.join("script"), "exec ./mine gtp").unwrap();
    harness(
        here,
        "tournament --quiet --game go:size=5 --pairs 1 --out run",
    )
    .args(["--engine", "gtp:command=\"./mine gtp\",name=odd"])
    .args(["--engine", "gtp:command=\"sh script\",name=script"])
    .args(["--engine", "gtp:command=\"./mine gtp\",name=there,dir=."])
    .assert()
    .success();
    let run = here.join("run");
    let recorded = fs::read(run.join("games.csv")).unwrap();
    for (from, file) in [
        (here, "run/tournament.toml"),
        (&run, "tournament.toml"),
        (
            Path::new("/"),
            run.join("tournament.toml").to_str().unwrap(),
        ),
    ] {
        harness(from, "tournament --quiet")
            .arg(file)
            .assert()
            .success();
    }
    assert!(!run.join("tournament.toml.old").exists());
    assert_eq!(fs::read(run.join("games.csv")).unwrap(), recorded);
}

/// The protocol says whole seconds, or nothing.
#[test]
fn who_cannot_be_told_of_a_limit_is_named() {
    for ((language, game), options, limit, expected) in [
        (
            GO,
            "",
            "--movetime 500ms",
            "time: GTP counts in whole seconds",
        ),
        (
            GO,
            "",
            "--nodes 9",
            "limit on nodes: GTP has no word for it",
        ),
        (
            GO,
            "",
            "--depth 1",
            "limit on depth: GTP has no word for it",
        ),
        (
            GO,
            "--timeless",
            "--tc 60+1",
            "time: it has no time_settings",
        ),
        (NBOARD, "", "--tc 60+1", "time: NBoard has no word for time"),
        (
            NBOARD,
            "",
            "--nodes 9",
            "limit on nodes: NBoard has no word for it",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let odd = Match {
            language,
            game,
            options,
            table: "",
            arguments: "",
        };
        odd.write(folder.path());
        harness(folder.path(), "tournament t.toml")
            .args(limit.split(' '))
            .assert()
            .success()
            .stderr(predicates::str::contains(format!(
                "engine `odd` cannot be told of its {expected}"
            )));
    }
}

/// This one does not end before it has seen the ratings.
#[test]
fn results_do_not_wait_until_engines_have_ended() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "game = 'go:size=5'\npairs = 1\nout = 'run'\n\
         [[engine]]\nkind = 'random'\n\
         [[engine]]\nkind = 'gtp'\nname = 'slow'\n\
         command = ['sh', '-c', '{program} gtp --game go; \
         until test -s run/ratings.csv; do sleep 0.01; done; echo > seen']\n",
        program = odd_engine().display(),
    );
    fs::write(folder.path().join("t.toml"), text).unwrap();
    harness(folder.path(), "tournament t.toml --quiet")
        .assert()
        .success()
        .stdout(predicates::str::contains("slow"));
    assert!(folder.path().join("seen").exists());
}
