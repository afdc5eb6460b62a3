//! Positions of recorded games, beside a plain way to find them.

use std::path::PathBuf;

use engines::othello::{Othello, OthelloRules};
use engines::{Color, Game, Knowledge, MoveList};
use harness::records::{GameRow, Winner, read_games};
use harness::tuning::{
    Evaluation, Games, GamesReader, Keep, Label, SampleStore, Samples, Start, is_held_out,
};

const ALL: [Keep; 4] = [Keep::Opening, Keep::Forced, Keep::Decided, Keep::Forfeits];

pub fn reference(game: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/reference");
    PathBuf::from(folder).join(game).join("games.csv")
}

fn read(game: &str, label: Label, keep: &[Keep]) -> Games<SampleStore<i16>> {
    let reader = GamesReader {
        lesson: label,
        keep,
        hold_out: true,
        start: &Start::Hand,
        patterns: true,
        quiet: true,
    };
    reader.read(&[reference(game)]).unwrap()
}

/// Labels and sums of the features, weighted to tell them apart.
type Rows = Vec<(f64, f64)>;

fn weights() -> Vec<f64> {
    (0..Othello::feature_count())
        .map(|at| 1.37f64.powi((at % 31) as i32))
        .collect()
}

fn rows(games: &Games<SampleStore<i16>>) -> [Rows; 2] {
    let weights = weights();
    [&games.training, &games.held_out].map(|side| {
        let mut all = Rows::new();
        let each = |samples: &Samples<i16>| {
            let rows = (0..samples.positions()).map(|at| samples.row(at));
            all.extend(rows.map(|row| (row.target, row.sum(&weights))));
        };
        side.for_each(each).unwrap();
        all
    })
}

/// The same, move by move.
fn plain_rows(label: Label, keeps_all: bool) -> [Rows; 2] {
    let mut sides = [Rows::new(), Rows::new()];
    let weights = weights();
    read_games(&reference("othello"), |_, row: GameRow| {
        let side = &mut sides[usize::from(is_held_out(&row.game_id.to_string()))];
        let mut position = Othello::initial(&OthelloRules::default());
        let opening = row.opening.split(' ').count();
        for (ply, text) in row.moves.split(' ').enumerate() {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if keeps_all || (ply >= opening && moves.len() > 1) {
                let mut sum = 0.0;
                position.position_features(&mut |at, count| sum += weights[at] * f64::from(count));
                side.push((target(label, &row, position.to_move()), sum));
            }
            position.play(position.parse_move(text).unwrap());
        }
        Ok(())
    })
    .unwrap();
    sides
}

fn target(label: Label, row: &GameRow, side: Color) -> f64 {
    let wins = match (row.winner, side) {
        (Winner::Draw, _) => 0.0,
        (Winner::Black, Color::Black) | (Winner::White, Color::White) => 1.0,
        _ => -1.0,
    };
    match label {
        Label::Result => (1.0 + wins) / 2.0,
        Label::Margin => wins * f64::from(row.margin.unwrap().0) / 2.0,
    }
}

#[test]
fn positions_are_those_of_a_plain_replay() {
    for label in [Label::Result, Label::Margin] {
        for keep in [ALL.as_slice(), &[]] {
            let found = rows(&read("othello", label, keep));
            let plain = plain_rows(label, !keep.is_empty());
            for (found, plain) in found.iter().zip(&plain) {
                assert_eq!(found.len(), plain.len());
                for (one, other) in found.iter().zip(plain) {
                    assert_eq!(one.0, other.0);
                    assert!((one.1 - other.1).abs() < 1e-9, "{one:?}, {other:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_left_out_is_counted() {
    for game in ["go", "gomoku", "othello"] {
        let positions = |keep: &[Keep]| {
            let games = read(game, Label::Result, keep);
            let tally = games.tally;
            let all = games.training.positions() + games.held_out.positions();
            (all as u64, tally.opening + tally.forced + tally.decided)
        };
        let (all, none) = positions(&ALL);
        assert_eq!(none, 0);
        let mut left_out = Vec::new();
        for keep in [&ALL[1..], &[ALL[0], ALL[2]], &ALL[..2], &[]] {
            let (kept, without) = positions(keep);
            assert_eq!(kept + without, all, "{game}, {keep:?}");
            left_out.push(without);
        }
        // Openings; passes, where there are some; what Go knows to be decided.
        assert!(left_out[0] > 0);
        assert_eq!(left_out[1] > 0, game != "gomoku");
        assert_eq!(left_out[2] > 0, game == "go");
    }
}

#[test]
fn a_game_knows_its_features() {
    let othello = "othello".parse().unwrap();
    let hand = Evaluation::of(&othello, &Start::Hand).unwrap();
    assert_eq!(
        (hand.plain, hand.start.len()),
        (11, Othello::feature_count())
    );
    assert_eq!(hand.name(0), "disc-a1");
    assert_eq!(hand.start[0], 100);
    assert_eq!(hand.value_scale, Othello::VALUE_SCALE);
    let zero = Evaluation::of(&othello, &Start::Zero).unwrap();
    assert!(zero.start.iter().all(|&weight| weight == 0));
}
