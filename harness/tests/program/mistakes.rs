//! Wrong input: one clear message, exit code 2, nothing written.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use harness::records::{Winner, csv_lines};
use harness::tuning::is_held_out;
use predicates::prelude::*;

use crate::import::{reference, wtb};
use crate::verify::weights;
use crate::{harness, output};

/// Runs, and expects a message and that the folder looks as before.
fn refused(folder: &Path, arguments: &str, expected: &str) {
    let before = listing(folder);
    let message = predicate::str::contains(expected).normalize();
    harness(folder, arguments)
        .assert()
        .code(2)
        .stdout("")
        .stderr(message.and(predicate::str::contains("panicked").not()));
    assert_eq!(listing(folder), before, "{arguments}");
}

/// Every file below a folder with its content.
fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.push((path.display().to_string(), Vec::new()));
            files.extend(listing(&path));
        } else {
            files.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn of_commands_that_are_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["gtp", "gomocup", "nboard"] {
        for (arguments, expected) in [
            (
                "--engine mcst",
                "unknown engine `mcst`, did you mean `mcts`?",
            ),
            ("--engine mcts:hash=1", "unknown field `hash`"),
            (
                "--engine mcts --depth 3",
                "mcts needs a limit: nodes, movetime",
            ),
            (
                "--engine mcts:tc=60+1",
                "engine `mcts:tc=60+1` has a clock of its own, but here the protocol gives the clock",
            ),
            (
                "--engine mcts:nodes=5,margin=1s",
                "instead of tc and margin use movetime, nodes or depth",
            ),
            ("--nodes 0", "nodes must be more than 0"),
            ("--movetime 0s", "movetime must be more than 0"),
            ("--movetime soon", "`soon` is no time such as 500ms or 2s"),
            ("--engine pattern:weights=none.csv", "none.csv"),
            ("--sed 1", "unexpected argument '--sed'"),
        ] {
            refused(folder.path(), &format!("{command} {arguments}"), expected);
        }
    }
    for (arguments, expected) in [
        (
            "gtp --game chess",
            "unknown game `chess`; there are go, gomoku, othello",
        ),
        ("gtp --game go:size=20", "1 to 19 points"),
        (
            "gtp --resign 0.5",
            "resign must be from 0 up and less than 0.5, but is 0.5",
        ),
        ("gtp --resign nan", "resign must be from 0 up"),
        ("gomocup --game gomoku", "unexpected argument '--game'"),
    ] {
        refused(folder.path(), arguments, expected);
    }
}

#[test]
fn on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for (arguments, expected) in [
        (
            "check --engine greedy",
            "`greedy` is built in; only engines that speak a protocol can be checked",
        ),
        (
            "check --engine gomocup:command=x --game go",
            "the gomocup protocol knows nothing of go",
        ),
        ("check --engine gtp:command=./none", "cannot run ./none: "),
        ("check --engine gtp", "missing field `command`"),
        (
            "tournament --engine mcst",
            "unknown engine `mcst`, did you mean `mcts`? There are random, greedy, pattern",
        ),
        (
            "tournament --engine mcts:playout=5 --engine random",
            "unknown field `playout`, did you mean `playouts`? Expected one of",
        ),
        (
            "tournament --engine random --engine gtp:command=cat,startup=13days",
            "`13days` is more than 1000000 s",
        ),
        (
            "tournament --engine gtp:command=cat --engine random --log file",
            "cannot write logs to file: ",
        ),
        (
            "tournament --engine gtp:command=cat --engine gtp:command=cat,dir=none,name=b",
            "engine `b`: cannot start in none: it is no folder",
        ),
        (
            "tournament --engine mcts:exploration=-1 --engine random",
            "exploration must be a number from 0 up, but is -1",
        ),
        ("tournament --engine mcts:hash=16", "unknown field `hash`"),
        (
            "tournament --engine random:node=16",
            "unknown field `node`, did you mean `nodes`?",
        ),
        (
            "tournament --game go:rule=aga",
            "unknown field `rule`, did you mean `rules`?",
        ),
        (
            "tournament --engine mcts",
            "a tournament needs two engines, but 1 was given",
        ),
        (
            "tournament --engine mcts --engine mcts",
            "two engines are called `mcts`; give one another name",
        ),
        (
            "tournament --engine random: --engine mcts",
            "no option after `random:`",
        ),
        (
            "tournament --adjudicate resing=0.02",
            "adjudication: unknown field `resing`, did you mean `resign`? Expected one of `resign`",
        ),
        (
            "tournament --adjudicate resign=2%",
            "adjudication: resign: invalid type",
        ),
        (
            "tournament --adjudicate resign=0.5",
            "resign must be from 0 up and less than 0.5, but is 0.5",
        ),
        (
            "tournament --adjudicate draw=-0.1",
            "draw must be from 0 up and less than 0.5, but is -0.1",
        ),
        (
            "tournament --adjudicate draw_after=60",
            "adjudication: draw_after says nothing without draw",
        ),
        (
            "tournament --adjudicate resign=0.1,resign_moves=0",
            "adjudication: resign_moves must be more than 0",
        ),
        (
            "tournament --adjudicate plies",
            "`plies` has no value; write plies=…",
        ),
        (
            "tournament --game othello --adjudicate life=true",
            "adjudication: life needs Go with scoring=area, not othello",
        ),
        (
            "tournament --game go:rules=japanese --adjudicate life=true",
            "adjudication: life needs Go with scoring=area, not go:size=9,rules=japanese",
        ),
        (
            "tournament --game chess",
            "unknown game `chess`; there are go, gomoku, othello",
        ),
        (
            "tournament --game go:size=20",
            "go: a Go board has 1 to 19 points on a side, but 20",
        ),
        (
            "tournament --game go:komi=7.3",
            "komi must be a whole or half number",
        ),
        (
            "tournament --game othello:size=7",
            "size must be 4, 6 or 8, but is 7",
        ),
        (
            "tournament --game gomoku:size=2",
            "gomoku: size=2 is out of range: 3 to 20",
        ),
        (
            "tournament --game gomoku:colour=red",
            "unknown field `colour`",
        ),
        ("tournament --pairs 0", "pairs must be more than 0"),
        (
            "tournament --pairs many",
            "invalid value 'many' for '--pairs <N>'",
        ),
        ("tournament --nodes 0", "nodes must be more than 0"),
        (
            "tournament --movetime soon",
            "`soon` is no time such as 500ms or 2s",
        ),
        ("tournament --movetime 0s", "movetime must be more than 0"),
        (
            "tournament --depth 3",
            "engine `mcts`: mcts needs a limit: nodes, movetime or its option playouts",
        ),
        (
            "tournament --threads 0",
            "invalid value '0' for '--threads <N>'",
        ),
        (
            "tournament --threads 1025",
            "threads must be 1 to 1024, but is 1025",
        ),
        (
            "tournament --pairs 18446744073709551615",
            "pairs must be at most 450359962737049 with 5 engines",
        ),
        (
            "tournament --opening-plies 4294967295",
            "an opening must have at most 1000 plies, but 4294967295 were asked for",
        ),
        (
            "tournament --engine alphabeta:hash=4294967295 --engine random",
            "no memory for a table of hash=4294967295 MiB",
        ),
        (
            "tournament --engine mcts:memory=4294967295 --engine random",
            "memory must be at most 65535 MiB, but is 4294967295",
        ),
        (
            "tournament --engine mcts:playouts=18446744073709551615 --engine random",
            "`playouts` must be at most 9223372036854775807",
        ),
        (
            "tournament --engine mcts:memory=-1 --engine random",
            "mcts: memory: invalid value: integer `-1`, expected u32",
        ),
        (
            "tournament --engine random:depth=x --engine greedy",
            "engine `random`: depth: invalid type: string",
        ),
        (
            "tournament --game go:size=-1",
            "a Go board has 1 to 19 points on a side, but -1",
        ),
        (
            "tournament --game go:handicap=true",
            "go: handicap: expected a number of stones, as in 2, or points",
        ),
        ("tournament --game göö", "unknown game `göö`"),
        (
            "tournament --seed 9007199254740992",
            "seed must be at most 9007199254740991",
        ),
        (
            "tournament --engine pattern:weights=none.csv --engine random",
            "cannot read weights file none.csv",
        ),
        ("tournament none.toml", "cannot read none.toml"),
        (
            "tournament --node 5",
            "a similar argument exists: '--nodes'",
        ),
        (
            "tournament --sprt elo0=0",
            "an SPRT compares two engines, but there are 5",
        ),
        (
            "tournament --sprt elo2=0",
            "unknown field `elo2`, did you mean `elo1`? Expected one of `elo0`, `elo1`, `alpha`, `beta`",
        ),
        ("sprt", "an SPRT compares two engines, but there are 5"),
        (
            "sprt --expect elo0=30,elo1=0",
            "elo1 must be more than elo0 by 0.01 or more, but they are 0 and 30",
        ),
        (
            "sprt --expect alpha=0.7",
            "alpha must be from 0.000000001 to less than 0.5, but is 0.7",
        ),
        (
            "sprt --expect elo1=0.1",
            "would take about 50 000 000 pairs, too many to simulate",
        ),
        (
            "sprt --expect elo1=30 --draws 1",
            "draws must be from 0 to 0.99, but is 1",
        ),
        (
            "sprt --expect elo1=30 --game othello",
            "'--expect [<TEST>]' cannot be used with '--game <SPEC>'",
        ),
        (
            "sprt t.toml --expect",
            "'[FILE]' cannot be used with '--expect [<TEST>]'",
        ),
        (
            "sprt --moves --expect elo1=30",
            "'--moves' cannot be used with '--expect [<TEST>]'",
        ),
        (
            "sprt --expect elo1=30 --spread -1",
            "spread must be from 0 to 1000, but is -1",
        ),
        (
            "tournament --openings none.txt",
            "cannot read openings from `none.txt`: No such file",
        ),
        (
            "tournament --openings .",
            "cannot read openings from `.`: Is a directory",
        ),
        (
            "tournament --opening-order shuffled",
            "an order of openings needs a file of them",
        ),
        (
            "tournament --openings none.txt --opening-order random",
            "invalid value 'random' for '--opening-order <ORDER>'",
        ),
        ("openings", "required"),
        ("openings chess", "unknown game `chess`"),
        (
            "openings othello --count 0",
            "invalid value '0' for '--count <N>'",
        ),
        (
            "openings othello --within 0.6",
            "`0.6` is no number from 0 to 0.5",
        ),
        (
            "openings othello --within nan",
            "`nan` is no number from 0 to 0.5",
        ),
        (
            "openings othello --plies 1001",
            "an opening must have at most 1000 plies, but 1001",
        ),
        (
            "openings othello --engine random",
            "engine `random` does not say who is better after 0 nodes; choose one that searches",
        ),
        (
            "openings othello --engine pattern",
            "engine `pattern` does not say who is better",
        ),
        (
            "openings othello --engine alphabeta:movetime=5ms",
            "has a limit of time, and the set would be another each time",
        ),
        (
            "openings othello --engine mcts --depth 3",
            "engine `mcts`: mcts needs a limit",
        ),
        (
            "openings othello --engine mcts:memory=4294967295",
            "memory must be at most 65535 MiB",
        ),
        ("openings othello --nodes 0", "nodes must be more than 0"),
        (
            "openings othello --seed 9007199254740992",
            "seed must be at most 9007199254740991",
        ),
        (
            "openings othello --out none/set.txt",
            "cannot write none/set.txt: none is no folder",
        ),
        ("openings othello --out .", "cannot write .: . is a folder"),
        (
            "tournament --schedule gauntlet --challengers 5",
            "challengers must be 1 to 4 with 5 engines, but is 5",
        ),
        (
            "tournament --schedule gauntlet --challengers 0",
            "challengers must be 1 to 4 with 5 engines, but is 0",
        ),
        (
            "tournament --challengers 2",
            "challengers needs the schedule `gauntlet`",
        ),
        ("tournament --rounds 2", "rounds needs the schedule `swiss`"),
        (
            "tournament --schedule swiss --rounds 5",
            "rounds must be 1 to 4 with 5 engines, who have no more opponents",
        ),
        (
            "tournament --schedule swiss --engine mcts --engine random",
            "a Swiss tournament needs three engines, but 2 were given",
        ),
        (
            "tournament --schedule knockout --pairs 562949953421312",
            "pairs must be at most 562949953421311 with 5 engines",
        ),
        (
            "tournament --schedule roundrobin",
            "a similar value exists: 'round-robin'",
        ),
        ("rate none.csv", "cannot read none.csv"),
        ("rate", "required"),
        ("perft chess 3", "unknown game `chess`"),
        ("perft othello -1", "unexpected argument"),
        ("perft othello x", "invalid value 'x'"),
        ("perft othello 0 --divide", "0 is not in 1..=200"),
        ("perft go 4294967295", "4294967295 is not in 1..=200"),
        ("rate .", "cannot read .: Is a directory"),
        ("tournamet", "a similar subcommand exists: 'tournament'"),
    ] {
        refused(folder.path(), arguments, expected);
    }
}

#[test]
fn in_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for (text, expected) in [
        ("pairs = ", "line 1, column 9"),
        ("pair = 5", "unknown field `pair`, did you mean `pairs`?"),
        (
            "[budgt]",
            "unknown field `budgt`, did you mean `budget`? Expected one of",
        ),
        (
            "schedule = 'swis'",
            "unknown variant `swis`, did you mean `swiss`?",
        ),
        (
            "game = 'go'\npairs = 'x'",
            "invalid type: string \"x\", expected u64",
        ),
        (
            "[budget]\nnode = 5",
            "unknown field `node`, did you mean `nodes`? Expected one of `nodes`",
        ),
        ("[budget]\nmovetime = 'x'", "`x` is no time"),
        (
            "[[engine]]\nname = 'a'",
            "[[engine]] number 1 has no kind; there are random",
        ),
        (
            "[[engine]]\nkind = 5",
            "[[engine]] number 1: 5 is no kind; there are random",
        ),
        (
            "[[engine]]\nkind = 'random'\nname = [1]",
            "engine `random`: name must be a string, but is [1]",
        ),
        ("out = ''", "t.toml: out must not be empty"),
        ("[openings]\nfile = ''", "cannot read openings from ``"),
        ("[openings]\norder = 'random'", "unknown variant `random`"),
        (
            "[openings]\norder = 'shuffled'",
            "an order of openings needs a file of them",
        ),
        (
            "[openings]\nbook = 'x'",
            "unknown field `book`, expected one of",
        ),
        (
            "[sprt]\nelo2 = 5",
            "unknown field `elo2`, did you mean `elo1`?",
        ),
        (
            "[sprt]\nelo1 = -5\n[[engine]]\nkind = 'random'\n[[engine]]\nkind = 'greedy'",
            "elo1 must be more than elo0",
        ),
        (
            "[[engine]]\nkind = 'mcts'\nplayout = 3",
            "[[engine]] number 1: mcts: unknown field `playout`",
        ),
        (
            "[[engine]]\nkind = 'random'\nname = ''\n[[engine]]\nkind = 'mcts'",
            "must not be empty",
        ),
    ] {
        write("t.toml", text);
        refused(folder.path(), "tournament t.toml", expected);
    }
    for (text, expected) in [
        (
            "feature,weight\nmobility,1\nmobility,2\n",
            "w.csv, line 3: `mobility` is given twice",
        ),
        (
            "feature,weight\nterritory,1\n",
            "w.csv, line 2: `territory` is no feature of this game; it has disc-a1",
        ),
        (
            "feature,weight\nmobility,x\n",
            "w.csv, line 2: expected `feature,weight`",
        ),
        ("feature\nmobility\n", "w.csv, line 1: expected the columns"),
        (
            "feature,weight\nmobility\n",
            "expected 2 fields, but found 1",
        ),
    ] {
        write("w.csv", text);
        let run = "tournament --game othello --engine pattern:weights=w.csv --engine random";
        refused(folder.path(), run, expected);
    }
    for (text, expected) in [
        ("", "b.txt holds no openings: each line of moves is one"),
        (
            "f5d6\nf5d7\n",
            "b.txt, line 2, column 3: white cannot play `d7`: the move flips no disc",
        ),
        (
            "(;GM[2]SZ[6];B[cb])",
            "b.txt, line 1, column 10: SZ[6] is not the board of this tournament",
        ),
        (
            "(;GM[1];B[dd])",
            "b.txt, line 1, column 5: GM[1] is another game",
        ),
        (
            "(;B[fe]",
            "b.txt, line 1, column 1: this `(` is never closed",
        ),
    ] {
        write("b.txt", text);
        let run = "tournament --game othello --openings b.txt";
        refused(folder.path(), run, expected);
        write("t.toml", "game = 'othello'\n[openings]\nfile = 'b.txt'");
        refused(folder.path(), "tournament t.toml --dry-run", expected);
    }
}

#[test]
fn in_files_to_rate() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| fs::write(folder.path().join("games.csv"), text).unwrap();
    for (text, expected) in [
        ("", "games.csv is empty"),
        (
            "black,white\na,b\n",
            "games.csv, line 1: the columns are black, white; name those that are missing with \
             --columns winner=…",
        ),
        (
            "first,second,winner\na,b,black\n",
            "name those that are missing with --columns black=…,white=…",
        ),
        (
            "black,white,winner,black\na,b,black,c\n",
            "line 1: two columns are called `black`",
        ),
        (
            "black,white,winner\na,b,black,c\n",
            "games.csv, line 2: expected 3 fields, but found 4",
        ),
        (
            "black,white,winner\na,b,black\nb,a,blue\n",
            "games.csv, line 3: column 3 (winner): `blue` is no result such as black, white",
        ),
        ("black,white,winner\na,b,\n", "`` is no result"),
        (
            "white;black;Result\na;b;1-0\n",
            "line 2: column 3 (Result): whose points come first in `1-0`? Say --columns \
             white-black=Result if White's do, as in chess; --columns black-white=Result if",
        ),
    ] {
        write(text);
        refused(folder.path(), "rate games.csv", expected);
    }
    fs::write(
        folder.path().join("games.csv"),
        b"black,white,winner\n\xe9,b,black\n",
    )
    .unwrap();
    let expected = "games.csv, line 2: the text is not UTF-8";
    refused(folder.path(), "rate games.csv", expected);

    write("a 1 2 3 b\n");
    for (text, expected) in [
        ("", "games.csv is empty"),
        (
            "a 1 2 3 b\na 1 2 b\n",
            "games.csv, line 2: expected name, wins, draws, losses, name, but found `a 1 2 b`",
        ),
        ("black,white,winner\n", "line 1: expected name, wins"),
        ("a 1 2 4294967296 b\n", "line 1: expected name, wins"),
    ] {
        write(text);
        refused(folder.path(), "rate games.csv --format-in wdl", expected);
    }
}

#[test]
fn in_options_of_rate() {
    let given_twice = tempfile::tempdir().unwrap();
    let file = given_twice.path().join("games.csv");
    fs::write(&file, "black,white,winner\na,b,black\n,b,white\n").unwrap();
    refused(
        given_twice.path(),
        "rate games.csv ./games.csv",
        "./games.csv is given twice",
    );
    refused(
        given_twice.path(),
        "rate games.csv",
        "games.csv, line 3: Black has no name",
    );

    let folder = tempfile::tempdir().unwrap();
    let games = "black,white,winner\na,b,black\nb,a,black\nc,a,black\n";
    fs::write(folder.path().join("games.csv"), games).unwrap();
    for (options, expected) in [
        ("--anchor", "a value is required"),
        ("--anchor a", "`a` is not NAME=ELO, as in random=0"),
        ("--anchor =5", "`=5` is not NAME=ELO"),
        ("--anchor a=", "`a=` is not NAME=ELO"),
        ("--anchor a=b=", "`a=b=` is not NAME=ELO"),
        ("--anchor a=five", "`a=five` is not NAME=ELO"),
        ("--anchor a=1,5", "`a=1,5` is not NAME=ELO"),
        (
            "--anchor a=NaN",
            "an anchor's Elo must be from -100000 to 100000, but is NaN",
        ),
        ("--anchor a=-inf", "but is -inf"),
        ("--anchor a=1e999", "but is inf"),
        (
            "--anchor a=1e300",
            "an anchor's Elo must be from -100000 to 100000",
        ),
        (
            "--anchor d=5",
            "no player is named `d`, so ratings cannot be anchored there; there are a, b, c",
        ),
        ("--anchor a=b=5", "no player is named `a=b`"),
        (
            "--anchor c=5",
            "ratings cannot be anchored to `c`, who has none",
        ),
        ("--anchor a=5 --anchor b=5", "cannot be used multiple times"),
        (
            "--columns black",
            "`black` is not NAME=COLUMN, as in black=first",
        ),
        (
            "--columns blak=white",
            "nothing is called `blak`; there are black, white, winner",
        ),
        (
            "--columns black=first",
            "games.csv, line 1: there is no column `first`, but black, white, winner",
        ),
        (
            "--columns black=white,white=white",
            "column `white` cannot hold two things",
        ),
        (
            "--columns black=white,black=white",
            "`black` is given twice",
        ),
        (
            "--columns winner=a,black-white=b",
            "only one of winner, black-white and white-black can be used",
        ),
        (
            "--columns black=a --format-in wdl",
            "lines of wdl have no --columns",
        ),
        (
            "--format-in pgn",
            "invalid value 'pgn' for '--format-in <FORMAT>'",
        ),
    ] {
        refused(
            folder.path(),
            &format!("rate games.csv {options}"),
            expected,
        );
    }
}

#[test]
fn a_folder_that_holds_another_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello:size=4 --engine random --engine greedy --out run";
    output(folder.path(), &format!("{run} --pairs 2"));
    refused(
        folder.path(),
        &format!("{run} --pairs 3"),
        "run holds another run: pairs was 2 and is 3 now; --extend plays the games that are missing",
    );
    fs::remove_file(folder.path().join("run/tournament.toml")).unwrap();
    refused(
        folder.path(),
        &format!("{run} --pairs 2"),
        "run holds games.csv of another run, without its tournament.toml",
    );
    fs::write(folder.path().join("file"), "").unwrap();
    refused(
        folder.path(),
        "tournament --game othello:size=4 --engine random --engine greedy --out file",
        "cannot",
    );
}

#[test]
fn numbers_that_cannot_be_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let row = |nodes: &str, time: &str, winner: &str| {
        format!(
            "1,1,othello:size=8,,{},b,{winner},2,score,,60,{nodes},5,{time},2,1,f5\n",
            "a".repeat(70_000)
        )
    };
    let header = "game_id,pair_id,game,opening,black,white,winner,margin,termination,detail,plies,\
                  nodes_black,nodes_white,time_ms_black,time_ms_white,seed,moves\n";
    let write = |rows: [String; 2]| {
        fs::write(
            folder.path().join("games.csv"),
            format!("{header}{}", rows.concat()),
        )
        .unwrap();
    };
    for time in ["NaN", "inf", "1e400", "-1"] {
        write([row("5", "1", "black"), row("5", time, "white")]);
        let expected = "games.csv, line 3: a time in milliseconds must be a number from 0 up";
        refused(folder.path(), "rate games.csv", expected);
    }
    write([row("5", "1", "black"), row("-5", "1", "white")]);
    let expected = "line 3: column 12 (nodes_black): invalid digit";
    refused(folder.path(), "rate games.csv", expected);

    // Large numbers and long names are only unusual.
    let most = u64::MAX.to_string();
    write([row(&most, "1", "black"), row(&most, "1", "white")]);
    assert!(output(folder.path(), "rate games.csv").contains("50.0 %"));
    // Who played void games alone is in the table all the same.
    write([row("5", "1", "none"), row("5", "1", "none")]);
    assert!(output(folder.path(), "rate games.csv").contains("no-games"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_or_error() {
    let folder = tempfile::tempdir().unwrap();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let run = |arguments: &[&str], full_stream: fn(&mut Command, fs::File)| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("harness"));
        command.args(arguments).current_dir(folder.path());
        full_stream(&mut command, full());
        command.output().unwrap()
    };
    let output = run(&["games"], |command, file| {
        command.stdout(file);
    });
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("cannot write standard output: No space left"),
        "{message}"
    );
    let output = run(&["tournament", "--pairs", "0"], |command, file| {
        command.stderr(file);
    });
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn positions() {
    let folder = tempfile::tempdir().unwrap();
    for (points, expected) in [
        ("X", "does not end with the side to move"),
        (".... Y", "does not end with the side to move"),
        ("...a X", "`a` (character 4) is neither X, O"),
        ("... X", "the board has 16 points, but 3 were given"),
    ] {
        harness(folder.path(), "perft othello:size=4 1 --position")
            .arg(points)
            .assert()
            .code(2)
            .stderr(predicate::str::contains(expected));
    }
    harness(folder.path(), "perft go:width=3,height=1 1 --position")
        .arg("XOX X")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("the chain at A1 has no liberty"));
    harness(folder.path(), "perft othello:size=4 1 --divide --position")
        .arg("XXXXXXXXXXXXXXXX X")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("the game is over here"));
}

/// The line is the one that an editor shows, whatever ends lines, and with blank ones
/// before, between and in quotes.
#[test]
fn on_a_line_that_an_editor_finds() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/reference/othello");
    let reference = fs::read_to_string(reference.join("games.csv")).unwrap();
    let reference: Vec<&str> = reference.lines().take(3).collect();
    let unplayable = reference[2].replace(" f6", " z9");
    let games = [reference[0], reference[1], &unplayable];
    let unequal = [reference[0], reference[1], "3,4"];
    let tables = [
        (
            "rate g.csv",
            ["black,white,winner", "a,b,black", "b,a,blue"],
        ),
        (
            "rate g.csv",
            ["black,white,winner", "\"a\n\nc\",b,black", "b,a"],
        ),
        ("tune fit g.csv", games),
        ("tune fit g.csv", unequal),
        (
            "tune fit --features g.csv",
            ["game_id,result_stm,disc", "1,1,3", "1,1,x"],
        ),
        (
            "tune fit --features good.csv --start g.csv",
            ["feature,weight", "disc,1", "disc,2"],
        ),
        (
            "tournament --game othello --engine alphabeta:weights=g.csv --engine random --nodes 9 --pairs 1 --out new",
            ["feature,weight", "mobility,1", "mobility,2"],
        ),
    ];
    write(
        "good.csv",
        "game_id,result_stm,disc\n1,1,3\n1,0,-3\n2,1,-1\n",
    );
    for (command, lines) in tables {
        for end in ["\n", "\r\n", "\r"] {
            for [before, between] in [[0, 0], [0, 2], [3, 1]] {
                let gap = end.repeat(1 + between);
                let text = format!("{}{}{end}", end.repeat(before), lines.join(&gap));
                write("g.csv", &text);
                let inside = lines[1].matches('\n').count();
                let line = before + 3 + 2 * between + inside;
                refused(folder.path(), command, &format!("g.csv, line {line}: "));
            }
        }
    }
}

#[test]
fn in_tables_of_features() {
    let folder = tempfile::tempdir().unwrap();
    let table = "game_id,ply,result_stm,disc,corner\ng1,0,1,3,0\ng1,1,0,-2,1\ng2,0,0.5,1,-1\n";
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("good.csv", table);
    for (from, to, expected) in [
        (
            "game_id",
            "game",
            "t.csv, line 1: there is no column `game_id`",
        ),
        (
            "result_stm",
            "result",
            "line 1: there is no column `result_stm`",
        ),
        ("corner", "disc", "line 1: there are two columns `disc`"),
        (
            "ply",
            "result_stm",
            "line 1: there are two columns `result_stm`",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,0,-2,one",
            "t.csv, line 3: column 5 (corner): `one` is no number",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,0,NaN,1",
            "line 3: column 4 (disc): `NaN` is no number",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,0,inf,1",
            "line 3: column 4 (disc): `inf` is no number",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,0,,1",
            "line 3: column 4 (disc): `` is no number",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,NaN,-2,1",
            "line 3: column 3 (result_stm): `NaN` is no number",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,1.5,-2,1",
            "line 3: column 3 (result_stm): a result is from 0 to 1, but this is 1.5",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,0,-2,1,5",
            "line 3: expected 5 fields, but found 6",
        ),
        (
            "g1,1,0,-2,1",
            "g1,1,0,-2",
            "line 3: expected 5 fields, but found 4",
        ),
    ] {
        write("t.csv", &table.replace(from, to));
        refused(
            folder.path(),
            "tune fit --all-games --features t.csv",
            expected,
        );
    }
    for (text, expected) in [
        ("", "line 1: there is no column `game_id`"),
        ("game_id,result_stm,disc\n", "there are no positions"),
        (
            "game_id,result_stm\n1,1\n",
            "behind `result_stm` there is no column of a feature",
        ),
        (
            "result_stm,game_id\n1,1\n",
            "`game_id` must stand before `result_stm`",
        ),
        (
            "game_id,result_stm,\u{ff}\n1,1,x\n",
            "line 2: column 3 (ÿ): `x` is no number",
        ),
    ] {
        write("t.csv", text);
        refused(
            folder.path(),
            "tune fit --all-games --features t.csv",
            expected,
        );
    }
    write("t.csv", "game_id,result_stm,disc\n1,1,2\n");
    for (weights, expected) in [
        (
            "feature,weight\ndisk,1\n",
            "w.csv, line 2: `disk` is no feature; there are disc, corner",
        ),
        (
            "feature,weight\ndisc,1\ndisc,1\n",
            "w.csv, line 3: `disc` is given twice",
        ),
        (
            "feature,weight\ndisc,NaN\n",
            "w.csv, line 2: the weight of `disc` is NaN",
        ),
        (
            "feature,weight\ndisc,much\n",
            "line 2: column 2 (weight): invalid float literal",
        ),
        ("feature,value\ndisc,1\n", "line 2: missing field `weight`"),
    ] {
        write("w.csv", weights);
        refused(
            folder.path(),
            "tune fit --features good.csv --start w.csv",
            expected,
        );
    }
    for (arguments, expected) in [
        ("--features none.csv", "cannot read none.csv: "),
        ("--features .", "cannot read .: "),
        (
            "--features good.csv --features t.csv",
            "t.csv, line 1: the features are others than in good.csv",
        ),
        (
            "--features good.csv --label margin",
            "there is no column `margin_stm`",
        ),
        (
            "--features good.csv --start none.csv",
            "cannot read none.csv: ",
        ),
        (
            "--features good.csv --start hand",
            "a table has no hand weights; name a file",
        ),
        (
            "--features good.csv --ridge -1",
            "`-1` is no number from 0 up",
        ),
        (
            "--features good.csv --ridge nan",
            "`nan` is no number from 0 up",
        ),
        ("--features good.csv --label score", "invalid value 'score'"),
        ("--features good.csv --threads 0", "0 is not in 1..=1024"),
        ("", "required arguments were not provided"),
    ] {
        refused(folder.path(), &format!("tune fit {arguments}"), expected);
    }
}

#[test]
fn in_games_to_fit_to() {
    let folder = tempfile::tempdir().unwrap();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/reference");
    let copy = |game: &str| {
        let text = fs::read_to_string(results.join(game).join("games.csv")).unwrap();
        let first: Vec<&str> = text.lines().take(12).collect();
        fs::write(folder.path().join(format!("{game}.csv")), first.join("\n")).unwrap();
        text
    };
    let othello = copy("othello");
    copy("go");
    copy("gomoku");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let line = |at: usize| othello.lines().nth(at).unwrap();
    let held_out = (1..).find(|id| is_held_out(&id.to_string())).unwrap();
    let with = |row: String| format!("{}\n{}\n{row}\n", line(0), line(1));
    for (text, expected) in [
        (String::new(), "there are no games"),
        (line(0).to_string(), "there are no games"),
        (
            with(line(2).replace(" d", " a")),
            "t.csv, line 3: game 2: ply ",
        ),
        (
            with(line(2).replace(" f6", " pass")),
            "t.csv, line 3: game 2: ply ",
        ),
        (
            with(line(2).replace(" f6", " z9")),
            "t.csv, line 3: game 2: ply ",
        ),
        (
            with(line(2).replace("score", "five")),
            "t.csv, line 3: game 2: the result is ",
        ),
        (
            with(line(2).replace("othello:size=8", "othello:size=6")),
            "line 3: this is a game of othello:size=6, but the first is of othello:size=8",
        ),
        (
            with(line(2).replace("othello", "chess")),
            "line 3: unknown game `chess`",
        ),
        (
            with("3,4".to_string()),
            "line 3: expected 17 fields, but found 2",
        ),
        (
            "black,white,winner\na,b,black\n".to_string(),
            "t.csv, line 2: it does not say which game this is",
        ),
        (
            format!("{}\n{}\n", line(0), line(held_out)),
            "all games are held out",
        ),
    ] {
        write("t.csv", &text);
        refused(folder.path(), "tune fit t.csv --out w.csv", expected);
    }
    write("twice.csv", "feature,weight\nmobility,1\nmobility,1\n");
    write("unknown.csv", "feature,weight\nmobilty,1\n");
    write("nan.csv", "feature,weight\nmobility,NaN\n");
    write("hand.csv", "feature,weight\nmobility,1\n");
    write("tournament.toml", "game = 'othello'\n");
    write("drawn.svg", "<svg/>");
    for (arguments, expected) in [
        (
            "othello.csv go.csv",
            "go.csv, line 2: this is a game of go:",
        ),
        ("othello.csv othello.csv", "othello.csv is given twice"),
        ("none.csv", "cannot read none.csv: "),
        (
            "gomoku.csv --label margin",
            "there is no position to fit to. 11 games. Left out",
        ),
        (
            "othello.csv --start twice.csv",
            "twice.csv, line 3: `mobility` is given twice",
        ),
        (
            "othello.csv --start unknown.csv",
            "unknown.csv, line 2: `mobilty` is no feature",
        ),
        (
            "othello.csv --start nan.csv",
            "nan.csv, line 2: expected `feature,weight` with a whole",
        ),
        ("gomoku.csv --start nan.csv", "nan.csv, line 2: "),
        (
            "gomoku.csv --start none.csv",
            "cannot read weights file none.csv: ",
        ),
        ("othello.csv --keep void", "invalid value 'void'"),
        (
            "othello.csv --out none/w.csv",
            "cannot write none/w.csv: none is no folder",
        ),
        (
            "othello.csv --out w.toml",
            "weights are CSV, but w.toml ends as",
        ),
        (
            "othello.csv --out othello.csv",
            "othello.csv is to be read; --out must be another file",
        ),
        (
            "othello.csv --start hand.csv --out hand.csv",
            "hand.csv is to be read; --out must be another file",
        ),
        (
            "othello.csv --out tournament.csv",
            "tournament.toml would be written beside the weights, but is something else",
        ),
        (
            "othello.csv --out drawn.csv",
            "drawn.svg would be written beside the weights, but is something else",
        ),
        (
            "othello.csv --out w.svg",
            "weights are CSV, but w.svg ends as",
        ),
        (
            "othello.csv --min-games 12",
            "no feature is on in 12 of the 9 games to fit to",
        ),
        ("othello.csv --min-games 0", "invalid value '0'"),
        ("--features t.csv --patterns", "cannot be used with"),
        ("--features t.csv --min-games 2", "cannot be used with"),
        (
            "othello.csv --label move",
            "othello.csv, line 2: game 1: moves of this game have no features of their own",
        ),
        ("gomoku.csv --label move", "fit to results or margins"),
        (
            "go.csv --label move --ridge 1",
            "--label move takes no --ridge",
        ),
        (
            "--features t.csv --label move",
            "a table has no moves; --label move takes games",
        ),
        ("go.csv --label moves", "invalid value 'moves'"),
        ("othello.csv --features t.csv", "cannot be used with"),
        ("--features t.csv --out w.csv", "cannot be used with"),
    ] {
        refused(folder.path(), &format!("tune fit {arguments}"), expected);
    }
}

#[test]
fn in_files_to_import() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let good = wtb(&reference()[..2]);
    let with = |changes: &[(usize, u8)]| {
        let mut file = good.clone();
        changes.iter().for_each(|&(at, byte)| file[at] = byte);
        file
    };
    write("good.wtb", &good);
    write("empty.wtb", b"");
    write("cut.wtb", &good[..good.len() - 1]);
    write("counted.wtb", &with(&[(4, 3)]));
    write("huge.wtb", &with(&[(7, 255)]));
    write("wide.wtb", &with(&[(12, 10)]));
    write("alone.wtb", &with(&[(13, 1)]));
    write("none.wtb", &wtb(&[]));
    write("illegal.wtb", &with(&[(24, 11), (92, 11)]));
    fs::create_dir(folder.path().join("folder.wtb")).unwrap();
    fs::create_dir(folder.path().join("list")).unwrap();
    write("list/a.wtb", &good);
    write("list/WTH.JOU", &good[..20]);
    for (arguments, expected) in [
        ("", "required arguments were not provided"),
        ("missing.wtb", "cannot read missing.wtb: No such file"),
        ("folder.wtb", "folder.wtb is not a file"),
        (
            "games.sgf",
            "games.sgf: the extension tells the format, and known is .wtb",
        ),
        ("good.wtb good.wtb", "good.wtb is given twice"),
        (
            "good.wtb --out good.wtb",
            "good.wtb is to be read; --out must be another file",
        ),
        ("good.wtb --out no/games.csv", "no is no folder"),
        (
            "empty.wtb",
            "empty.wtb has 0 bytes, fewer than the header of a WTHOR file",
        ),
        (
            "good.wtb cut.wtb",
            "cut.wtb: its header counts 2 records, which takes 152 bytes, but it has 151",
        ),
        (
            "counted.wtb",
            "its header counts 3 records, which takes 220 bytes",
        ),
        (
            "huge.wtb",
            "its header counts 4278190082 records, which takes 290916925592 bytes",
        ),
        (
            "wide.wtb",
            "wide.wtb: its board has 10×10 points, and only 8×8 is known",
        ),
        ("alone.wtb", "alone.wtb: it has solitaires"),
        ("none.wtb", "there are no games"),
        (
            "illegal.wtb",
            "illegal.wtb, game 1: ply 1: a1 is illegal: the move flips no disc; nor can 1 more be read",
        ),
        (
            "list/a.wtb",
            "list/WTH.JOU: its header counts 0 records, which takes 16 bytes",
        ),
    ] {
        refused(folder.path(), &format!("import {arguments}"), expected);
        let to_file = format!("import {arguments} --out games.csv");
        if !arguments.contains("--out") {
            refused(folder.path(), &to_file, expected);
        }
    }
}

#[test]
fn in_names_that_no_file_of_text_holds() {
    let folder = tempfile::tempdir().unwrap();
    let name = |ending: &str| OsString::from_vec([b"g\xff", ending.as_bytes()].concat());
    let text = csv_lines(&reference()[..20], true).unwrap();
    fs::write(folder.path().join(name(".csv")), text).unwrap();
    fs::write(folder.path().join(name(".w")), weights(|weight| weight)).unwrap();
    let before = listing(folder.path());
    for (arguments, ending) in [
        ("tune fit --out w.csv", ".csv"),
        ("tune verify --against hand --game othello", ".w"),
        ("tune generations --game othello --start", ".w"),
        ("tune generations --game othello --out", ""),
    ] {
        harness(folder.path(), arguments)
            .arg(name(ending))
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(format!(
                "the path g\u{fffd}{ending} is not UTF-8"
            )));
        assert_eq!(listing(folder.path()), before, "{arguments}");
    }
}

#[test]
fn a_result_that_is_not_the_boards_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = reference().swap_remove(0);
    game.winner = Winner::Draw;
    game.margin = None;
    let text = csv_lines([&game], true).unwrap();
    fs::write(folder.path().join("g.csv"), text).unwrap();
    let found = &reference()[0];
    let points = found.margin.unwrap();
    let expected = format!(
        "g.csv, line 2: game 1: the result is {} by {points} (score), but draw (score) is recorded",
        found.winner
    );
    refused(folder.path(), "tune fit g.csv", &expected);
}

#[test]
fn in_the_place_of_what_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, bytes: &[u8]| fs::write(path(name), bytes).unwrap();
    fs::create_dir(path("more")).unwrap();
    let good = wtb(&reference()[..2]);
    for name in ["a.wtb", "more/b.wtb"] {
        write(name, &good);
    }
    for name in ["WTH.JOU", "WTH.TRN", "more/wthor.jou"] {
        write(name, &wtb(&[]));
    }
    symlink("WTH.JOU", path("link")).unwrap();
    let text = csv_lines(&reference()[..20], true).unwrap();
    write("w.csv", weights(|weight| weight).as_bytes());
    write("w.toml", b"weights_sha256 = \"\"");
    write("w.svg", &text);
    for (arguments, read) in [
        ("import a.wtb --out WTH.JOU", "WTH.JOU"),
        ("import a.wtb --out more/../WTH.TRN", "WTH.TRN"),
        ("import a.wtb --out link", "WTH.JOU"),
        ("import more/b.wtb a.wtb --out WTH.TRN", "WTH.TRN"),
        ("import a.wtb more/b.wtb --out more/wthor.jou", "wthor.jou"),
        (
            "openings othello:size=4 --engine alphabeta:weights=w.csv --out ./w.csv",
            "w.csv",
        ),
        ("tune fit w.svg --out w.other", "w.svg"),
    ] {
        let expected = format!("{read} is to be read; --out must be another file");
        refused(folder.path(), arguments, &expected);
    }
}

#[test]
fn in_weights_to_verify() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let hand = weights(|weight| weight);
    for name in [
        "new.csv",
        "same.csv",
        "changed.csv",
        "broken.csv",
        "bare.csv",
    ] {
        write(name, &hand);
    }
    write("old.csv", &weights(|weight| -weight));
    write("go.csv", "feature,weight\nstone,100\n");
    write("go2.csv", "feature,weight\nstone,-100\n");
    write("doubled.csv", "feature,weight\nmobility,1\nmobility,2\n");
    write("changed.toml", "game = 'othello'\nweights_sha256 = '00'\n");
    write("broken.toml", "verdict =\n");
    write("bare.toml", "game = 'othello'\n");
    for (arguments, expected) in [
        ("new.csv", "required arguments were not provided"),
        (
            "new.csv --against hand",
            "new.toml does not say what game the weights are of; say --game",
        ),
        (
            "none.csv --against hand --game othello",
            "cannot read none.csv: No such file",
        ),
        (
            "new.csv --against none.csv --game othello",
            "cannot read none.csv: No such file",
        ),
        (
            "new.csv --against same.csv --game othello",
            "new.csv and same.csv hold the same weights",
        ),
        (
            "new.csv --against go.csv --game othello",
            "go.csv, line 2: ",
        ),
        ("new.csv --against hand --game go", "new.csv, line 2: "),
        (
            "doubled.csv --against hand --game othello",
            "doubled.csv, line 3: ",
        ),
        (
            "new.csv --against old.csv --game chess",
            "unknown game `chess`",
        ),
        (
            "changed.csv --against old.csv",
            "changed.toml: it tells where other weights come from, as changed.csv was changed",
        ),
        (
            "broken.csv --against old.csv",
            "broken.toml: TOML parse error at line 1",
        ),
        (
            "bare.csv --against old.csv",
            "bare.toml: weights_sha256, which tells",
        ),
        (
            "new.csv --against old.csv --game othello --engine mcts",
            "engine `mcts`: it has no weights; alphabeta and pattern have",
        ),
        (
            "new.csv --against old.csv --game othello --engine pattern:weights=old.csv",
            "engine `pattern:weights=old.csv`: leave out weights: this command gives it",
        ),
        (
            "new.csv --against old.csv --game othello --engine alphabeta:hahs=1",
            "unknown field `hahs`, did you mean `hash`?",
        ),
        (
            "new.csv --against old.csv --game othello --opponents greedy",
            "one opponent may be a special case; give --opponents two or more",
        ),
        (
            "new.csv --against old.csv --game othello --opponents greedy random:name=new",
            "two engines are called `new`",
        ),
        (
            "new.csv --against old.csv --game othello --depth 2 --opponents greedy mcts:name=x",
            "mcts needs a limit: nodes, movetime",
        ),
        (
            "go.csv --against go2.csv --game go --engine pattern:name=x",
            "engine `pattern:name=x`: leave out name: this command gives it",
        ),
        (
            "go.csv --against go2.csv --game go --engine pattern",
            "pattern plays alike with go.csv and go2.csv: in Go pattern chooses by features of",
        ),
        (
            "new.csv --against old.csv --game othello --sprt elo0=30",
            "sprt: elo1 must be more than elo0",
        ),
        (
            "new.csv --against old.csv --game othello --pairs 0",
            "pairs must be more than 0",
        ),
        (
            "new.csv --against old.csv --game othello --gauntlet-pairs 0",
            "pairs must be more than 0",
        ),
        (
            "new.csv --against old.csv --game othello --seed 9007199254740992",
            "seed must be at most 9007199254740991",
        ),
        (
            "go.csv --against own --game go --engine mcts",
            "it has no weights; alphabeta and pattern have",
        ),
    ] {
        refused(folder.path(), &format!("tune verify {arguments}"), expected);
    }
}

#[test]
fn in_what_generations_are_made_by() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("go.csv", "feature,weight\nstone,100\n");
    write("doubled.csv", "feature,weight\nmobility,1\nmobility,2\n");
    for (arguments, expected) in [
        ("", "required arguments were not provided"),
        ("--game chess", "unknown game `chess`"),
        (
            "--game othello --engine mcts",
            "engine `mcts`: it has no weights; alphabeta and pattern have",
        ),
        (
            "--game othello --engine pattern:weights=go.csv",
            "leave out weights: this command gives it",
        ),
        (
            "--game othello --start none.csv",
            "cannot read weights file none.csv",
        ),
        ("--game othello --start go.csv", "go.csv, line 2: "),
        (
            "--game othello --start doubled.csv",
            "doubled.csv, line 3: ",
        ),
        ("--game othello --generations 0", "0 is not in 1..=1000"),
        ("--game othello --keep 0", "0 is not in 1..=1000"),
        ("--game othello --pairs 0", "pairs must be more than 0"),
        ("--game othello --test-pairs 0", "pairs must be more than 0"),
        (
            "--game othello --gauntlet-pairs 0",
            "pairs must be more than 0",
        ),
        ("--game othello --ridge=-1", "`-1` is no number from 0 up"),
        (
            "--game gomoku --label margin",
            "nobody wins gomoku:size=15,rules=freestyle by points",
        ),
        (
            "--game othello --pairs 20 --min-games 36",
            "--min-games must be at most the games to fit to, but is 36",
        ),
        (
            "--game othello --pairs 20 --min-games 18446744073709551615",
            "--pairs 20 makes 40 games",
        ),
        (
            "--game go --engine pattern --label move",
            "[possible values: result, margin]",
        ),
        (
            "--game othello --depth 2 --opponents greedy mcts:name=x",
            "mcts needs a limit: nodes, movetime",
        ),
        (
            "--game othello --opponents greedy",
            "give --opponents two or more",
        ),
        (
            "--game othello --seed 9007199254740992",
            "seed must be at most 9007199254740991",
        ),
    ] {
        let call = format!("tune generations {arguments} --out run");
        refused(folder.path(), &call, expected);
        assert!(!folder.path().join("run").exists(), "{arguments}");
    }
}

#[test]
fn in_what_to_tune_by_games() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let good = "game = 'othello'\n\
                pairs = 4\n\
                [engine]\n\
                kind = 'pattern'\n\
                weights = 'w.csv'\n\
                [weights]\n\
                disc-a1 = { min = 0, max = 300 }\n\
                mobility = { min = -50, max = 50, c_end = 2 }\n";
    write("w.csv", &weights(|weight| weight));
    write("go.csv", "feature,weight\nstone,100\n");
    write("book.txt", "f5 d6\nf5 f6\n");
    for (from, to, expected) in [
        (
            "pairs",
            "pars",
            "t.toml: TOML parse error at line 2, column 1",
        ),
        (
            "c_end",
            "c",
            "t.toml: TOML parse error at line 8, column 35",
        ),
        (
            "mobility",
            "mobilty",
            "t.toml, line 8: `mobilty` is no feature of this game",
        ),
        (
            "min = -50",
            "min = nan",
            "t.toml, line 8: min of `mobility` must be a number within",
        ),
        (
            "max = 50",
            "max = inf",
            "t.toml, line 8: max of `mobility` must be a number within",
        ),
        (
            "min = -50",
            "min = 60",
            "t.toml, line 8: min of `mobility`, 60, must be less than max, 50",
        ),
        (
            "min = -50",
            "min = -0.5",
            "line 8: min and max of `mobility` must be whole numbers",
        ),
        (
            "min = 0",
            "min = 200",
            "t.toml, line 7: start of `disc-a1`, 100, is not from min, 200, to max, 300",
        ),
        (
            "min = -50",
            "start = 51, min = -50",
            "t.toml, line 8: start of `mobility`, 51, is not",
        ),
        (
            "c_end = 2",
            "c_end = 0",
            "t.toml, line 8: c_end of `mobility` must be a number more than 0",
        ),
        (
            "c_end = 2",
            "r_end = nan",
            "t.toml, line 8: r_end of `mobility` must be a number more than 0",
        ),
        (
            "max = 50",
            "max = 'high'",
            "t.toml: TOML parse error at line 8, column 31",
        ),
        (", max = 50", "", "missing field `max`"),
        (
            "'othello'",
            "'chess'",
            "t.toml, line 1: unknown game `chess`",
        ),
        (
            "'othello'",
            "'go'",
            "w.csv, line 2: `disc-a1` is no feature of this game",
        ),
        (
            "w.csv",
            "go.csv",
            "go.csv, line 2: `stone` is no feature of this game",
        ),
        ("w.csv", "none.csv", "cannot read weights file none.csv"),
        ("game = 'othello'\n", "", "missing field `game`"),
        (
            "kind = 'pattern'\nweights = 'w.csv'",
            "kind = 'mcts'",
            "t.toml, line 6: mcts has no weights; alphabeta and pattern have",
        ),
        (
            "'pattern'",
            "'patern'",
            "t.toml, line 3: unknown engine `patern`, did you mean `pattern`?",
        ),
        (
            "kind = 'pattern'\n",
            "",
            "t.toml, line 3: [engine] has no kind; there are random, ",
        ),
        (
            "kind = 'pattern'\nweights = 'w.csv'",
            "kind = 'gtp'\ncommand = 'cat'",
            "t.toml, line 3: `gtp:command=\"cat\"` is not built in",
        ),
        (
            "weights = 'w.csv'\n",
            "",
            "t.toml: the engine must say which weights to begin with: weights = \"own\", \"hand\", or a file",
        ),
        (
            "weights = 'w.csv'",
            "name = 'x'",
            "t.toml, line 3: an engine that is tuned has no name",
        ),
        (
            "weights = 'w.csv'",
            "nodes = 0",
            "t.toml: engine `plus`: nodes must be more than 0",
        ),
        (
            "pairs = 4",
            "pairs = 0",
            "t.toml: pairs must be more than 0",
        ),
        (
            "pairs = 4",
            "iterations = 0",
            "t.toml: iterations must be 1 to 1000000000, but is 0",
        ),
        (
            "pairs = 4",
            "seed = 9007199254740992",
            "t.toml: seed must be at most",
        ),
        (
            "pairs = 4",
            "gains = { alpha = nan }",
            "t.toml: alpha must be a number from 0 to 1, but is NaN",
        ),
        ("pairs = 4", "gains = { beta = 1 }", "unknown field `beta`"),
        (
            "pairs = 4",
            "openings = { file = 'book.txt', order = 'sequential' }",
            "leave out their order",
        ),
        (
            "pairs = 4",
            "pairs = 4\nopenings = { file = 'book.txt' }",
            "t.toml: there are only 2 openings for the 4 pairs of an iteration",
        ),
        (
            "'othello'\npairs = 4",
            "'othello:size=4'\npairs = 400\nopenings = { plies = 2 }",
            "openings for the 400 pairs of an iteration",
        ),
        (
            "[weights]",
            "[options]",
            "t.toml, line 7: pattern: unknown field `disc-a1`",
        ),
        (
            "[weights]",
            "[options]\nweights = { min = 0, max = 1 }",
            "t.toml, line 7: pattern: weights: invalid type",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        write("t.toml", &good.replacen(from, to, 1));
        refused(folder.path(), "tune spsa t.toml --out run", expected);
    }
    write("t.toml", good);
    fs::create_dir(folder.path().join("mine")).unwrap();
    write("mine/weights.csv", &weights(|weight| weight));
    let taken = "weights.csv is there already; choose another folder with --out";
    refused(folder.path(), "tune spsa t.toml --out mine", taken);
    write("t.toml", good.split("[weights]").next().unwrap());
    refused(
        folder.path(),
        "tune spsa t.toml",
        "t.toml: nothing is tuned: ",
    );
    let unread = "game = 'go'\nbudget = { nodes = 9 }\n[engine]\nkind = 'pattern'\n\
                  weights = 'hand'\n[weights]\nstone = { min = 0, max = 200 }\n";
    write("t.toml", unread);
    refused(
        folder.path(),
        "tune spsa t.toml",
        "t.toml: pattern does not play by stone: in this game pattern chooses by features of",
    );
    let mcts = "game = 'go'\n[engine]\nkind = 'mcts'\n[options]\n";
    for (row, expected) in [
        (
            "exploration = { min = -1, max = 1 }",
            "t.toml: mcts: exploration must be a number from 0 up",
        ),
        (
            "playouts = { min = 1, max = 9 }",
            "t.toml, line 5: `playouts` has no value yet; give it a start",
        ),
        (
            "nodes = { min = 1, max = 9 }",
            "t.toml, line 5: mcts: unknown field `nodes`",
        ),
    ] {
        write("t.toml", &format!("{mcts}{row}\n"));
        refused(folder.path(), "tune spsa t.toml", expected);
    }
    for (arguments, expected) in [
        ("none.toml", "cannot read none.toml: "),
        (".", "cannot read .: "),
        ("t.toml --threads 0", "0 is not in 1..=1024"),
        ("", "required arguments were not provided"),
    ] {
        refused(folder.path(), &format!("tune spsa {arguments}"), expected);
    }
}
