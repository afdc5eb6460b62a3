//! `harness import`.

use std::fs;
use std::path::Path;

use harness::records::{GameRow, Termination, Winner, read_games, replay};
use predicates::prelude::*;

use crate::{games, harness, output};

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
/// Of Black's discs in a game.
const DISCS_BYTE: usize = 6;
const MOVES_BYTE: usize = 8;

/// Games of Othello that this program recorded.
pub fn reference() -> Vec<GameRow> {
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/reference");
    games(&Path::new(results).join("othello/games.csv"))
}

/// A WTHOR file: player 1 is Black in each game, player 2 White, at tournament 1.
pub fn wtb(games: &[GameRow]) -> Vec<u8> {
    let mut bytes = header(games.len() as u32, 0).to_vec();
    bytes[12] = 8;
    for game in games {
        let mut record = [1, 0, 1, 0, 2, 0, discs(game), 32].to_vec();
        let moves = game.moves.split(' ').filter(|&mv| mv != "pass");
        record.extend(moves.map(|mv| {
            let [column, row] = *mv.as_bytes() else {
                panic!("{mv}")
            };
            10 * (row - b'0') + column - b'a' + 1
        }));
        record.resize(GAME_BYTES, 0);
        bytes.extend(record);
    }
    bytes
}

fn discs(game: &GameRow) -> u8 {
    let margin = game.margin.map_or(0, |margin| margin.0 / 2);
    let lead = match game.winner {
        Winner::White => -margin,
        _ => margin,
    };
    u8::try_from((64 + lead) / 2).unwrap()
}

/// The list of names that is read with such a file.
fn list(names: &[&[u8]], bytes: usize) -> Vec<u8> {
    let mut list = header(0, names.len() as u16).to_vec();
    for name in names {
        let mut name = name.to_vec();
        name.resize(bytes, 0);
        list.extend(name);
    }
    list
}

fn header(games: u32, names: u16) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    bytes[..4].copy_from_slice(&[20, 26, 2, 16]);
    bytes[4..8].copy_from_slice(&games.to_le_bytes());
    bytes[8..10].copy_from_slice(&names.to_le_bytes());
    bytes[10..12].copy_from_slice(&1999_u16.to_le_bytes());
    bytes
}

#[test]
fn what_is_imported_is_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let played = reference();
    assert!(played.iter().any(|game| game.moves.contains("pass")));
    write("a.wtb", &wtb(&played[..120]));
    write("b.WTB", &wtb(&played[120..]));
    write(
        "wthor.jou",
        &list(&[b"???", b"Tamenori, H.", b"Andr\xe9"], 20),
    );
    write("WTH.TRN", &list(&[b"Diverses parties", b"Meijin"], 26));
    let printed = output(folder.path(), "import a.wtb b.WTB");
    output(folder.path(), "import a.wtb b.WTB --out games.csv");
    let path = folder.path().join("games.csv");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    assert!(printed.starts_with("game_id,pair_id,game,"), "{printed}");
    assert_eq!(printed.matches(",moves,tournament,year\n").count(), 1);
    assert_eq!(printed.matches(",Meijin,1999\n").count(), played.len());

    let imported = games(&path);
    assert_eq!(imported.len(), played.len());
    for ((found, played), number) in imported.iter().zip(&played).zip(1..) {
        assert_eq!((found.game_id, found.pair_id), (number, number));
        let names = (found.black.as_str(), found.white.as_str());
        assert_eq!(names, ("Tamenori, H.", "André"));
        assert_eq!(found.moves, played.moves);
        assert_eq!(found.margin, played.margin);
        assert_eq!(found.winner, played.winner);
        assert_eq!(found.termination, Termination::Score);
        replay(found).unwrap();
    }

    let rated = output(folder.path(), "rate games.csv");
    assert!(rated.contains("Tamenori, H."), "{rated}");
    let fitted = output(folder.path(), "tune fit games.csv");
    assert!(fitted.starts_with("Fitted to 160 games"), "{fitted}");
}

/// How the game is recorded whose end is cut off, with a score of its own.
fn broken_off(discs: u8) -> GameRow {
    let folder = tempfile::tempdir().unwrap();
    let mut file = wtb(&reference()[..1]);
    file[HEADER_BYTES + MOVES_BYTE + 40..].fill(0);
    file[HEADER_BYTES + DISCS_BYTE] = discs;
    fs::write(folder.path().join("a.wtb"), file).unwrap();
    harness(folder.path(), "import a.wtb --out games.csv")
        .assert()
        .success()
        .stdout("")
        .stderr(
            predicate::str::contains(
                "1 game; unfinished, and won by whom their recorded scores say: 1\n",
            )
            .and(predicate::str::contains(
                "no WTH.JOU beside the games: players have numbers",
            )),
        );
    games(&folder.path().join("games.csv")).remove(0)
}

#[test]
fn an_unfinished_game_counts_for_whom_its_score_says() {
    for (discs, winner) in [
        (64, Winner::Black),
        (33, Winner::Black),
        (31, Winner::White),
        (0, Winner::White),
    ] {
        let game = broken_off(discs);
        assert_eq!((game.winner, game.margin), (winner, None));
        assert_eq!(game.termination, Termination::Resign);
        assert_eq!(
            (game.black.as_str(), game.white.as_str()),
            ("player 1", "player 2")
        );
        assert!(game.plies >= 40);
        replay(&game).unwrap();
    }
    let game = broken_off(32);
    assert_eq!((game.winner, game.margin), (Winner::Draw, None));
    assert_eq!(game.termination, Termination::Adjudication);
    replay(&game).unwrap();
}

#[test]
fn a_game_that_cannot_have_been_is_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = wtb(&reference()[..6]);
    let at = |game: usize, byte: usize| HEADER_BYTES + GAME_BYTES * (game - 1) + byte;
    file[at(2, DISCS_BYTE)] ^= 1;
    file[at(3, MOVES_BYTE)] = 11;
    file[at(4, MOVES_BYTE + 1)] = 89;
    file[at(5, MOVES_BYTE + 3)] = 0;
    fs::write(folder.path().join("a.wtb"), file).unwrap();
    harness(folder.path(), "import a.wtb --out games.csv")
        .assert()
        .success()
        .stderr(
            predicate::str::contains("2 games\n")
                .and(predicate::str::contains(
                    "left out: a.wtb, game 2: its moves give",
                ))
                .and(predicate::str::contains(
                    "a.wtb, game 3: ply 1: a1 is illegal: the move flips no disc",
                ))
                .and(predicate::str::contains(
                    "a.wtb, game 4: move 2 is 89, which is no point",
                ))
                .and(predicate::str::contains(
                    "a.wtb, game 5: there are moves behind move 3",
                )),
        );
    let kept = games(&folder.path().join("games.csv"));
    let ids: Vec<u64> = kept.iter().map(|game| game.game_id).collect();
    assert_eq!(ids, [1, 2]);
    assert_eq!(kept[1].moves, reference()[5].moves);
}

/// All games that people played from 1977 to 2019, from wherever they are kept.
#[test]
fn games_that_people_played() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/othello/wthor");
    let Ok(entries) = fs::read_dir(&path) else {
        eprintln!("skipped: {} is missing", path.display());
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.csv");
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wtb"))
        .collect();
    files.sort();
    harness(folder.path(), "import --out games.csv")
        .args(files)
        .assert()
        .success()
        .stderr("126 309 games; unfinished, and won by whom their recorded scores say: 413\n");

    let (mut count, mut by_ending, mut passes) = (0, [0; 3], 0);
    read_games(&out, |_, game: GameRow| {
        count += 1;
        by_ending[match game.termination {
            Termination::Score => 0,
            Termination::Resign => 1,
            _ => 2,
        }] += 1;
        passes += u64::from(game.moves.contains("pass"));
        // All would take long in a program that is not optimized.
        if game.game_id % 10 == 1 || game.termination != Termination::Score {
            replay(&game)?;
        }
        Ok(())
    })
    .unwrap();
    assert_eq!((count, by_ending), (126_309, [125_896, 410, 3]));
    // 57.8 % have one.
    assert_eq!(1000 * passes / count, 578);
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.contains(",Tastet Marc,"), "names");
    assert!(text.contains(",Championnat de France,19"), "tournaments");
}
