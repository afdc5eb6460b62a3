//! Weights files: what they mean, and what is wrong with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engines::go::{CELLS_9, CELLS_19, Go};
use engines::gomoku::Gomoku;
use engines::othello::{Othello, OthelloRules};
use engines::pattern::Weights;
use engines::{Budget, Color, Engine, EngineSpec, Game, Knowledge, Move, Rng, diagram};

/// How a game goes on between an engine and itself.
fn moves(engine: &mut dyn Engine<Othello>) -> Vec<Move> {
    let mut position = Othello::initial(&OthelloRules::default());
    let budget = Budget {
        nodes: Some(200),
        ..Budget::default()
    };
    engine.new_game(5);
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        let mv = engine.search(&position, &budget, &AtomicBool::new(false));
        moves.push(mv.best);
        position.play(mv.best);
    }
    moves
}

#[test]
fn weights_in_memory_play_as_those_of_a_file() {
    let path = file("some.csv", "feature,weight\ndisc-a1,70\nmobility,9\n");
    let [corner, other] = ["disc-a1", "disc-d3"].map(Weights::<Othello>::feature);
    let written = Weights::<Othello>::read(&path).unwrap();
    let changed = Weights::<Othello>::zero();
    let mobility = Weights::<Othello>::feature("mobility").unwrap();
    let changed = changed.with([(corner.unwrap(), 70), (mobility, 8)]);
    let weights = changed.with([(mobility, 9)]);
    assert_eq!(weights.values(), written.values());
    let another = written.with([(other.unwrap(), -50)]);
    for kind in ["pattern", "alphabeta"] {
        let spec: EngineSpec = format!("{kind}:weights=\"{}\"", path.display())
            .parse()
            .unwrap();
        assert_eq!(spec.weights(), Some(Some(path.as_path())));
        let expected = moves(spec.build().unwrap().as_mut());
        let plays =
            |weights: &Weights<_>| moves(spec.build_with(weights.clone()).unwrap().as_mut());
        assert_eq!(plays(&weights), expected, "{kind}");
        assert_ne!(plays(&another), expected, "{kind}");
    }
    for kind in ["random", "greedy", "mcts"] {
        let spec: EngineSpec = kind.parse().unwrap();
        assert_eq!(spec.weights(), None);
        let error = spec.build_with(weights.clone()).err().unwrap().to_string();
        assert_eq!(error, format!("{kind} has no weights"));
    }
}

/// A file with this text.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_feature_that_is_not_named_weighs_nothing() {
    let position: Othello = diagram::parse(
        &OthelloRules::default(),
        "X . . . . . . .
         . O X X . . . .
         . . O X . . . .
         . . X O X . . .
         . . . . O . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
        Color::Black,
    )
    .unwrap();
    let sum_of = |name: &str, weight: i32| {
        let index = Othello::FEATURES
            .iter()
            .position(|feature| feature.name == name)
            .unwrap();
        let mut sum = 0;
        position.position_features(&mut |feature, count| {
            if feature == index {
                sum += weight * count;
            }
        });
        sum
    };
    for (text, expected) in [
        ("feature,weight\n", 0),
        ("feature,weight\nmobility,-7\n", sum_of("mobility", -7)),
        (
            "weight,feature\r\n3,disc-b2\r\n\r\n-7,mobility",
            sum_of("mobility", -7) + sum_of("disc-b2", 3),
        ),
    ] {
        let weights = Weights::<Othello>::read(&file("partial.csv", text)).unwrap();
        assert_eq!(weights.of_position(&position), expected, "{text}");
    }
    assert_ne!(sum_of("mobility", -7), 0);
    assert_ne!(sum_of("disc-b2", 3), 0);
}

#[test]
fn the_hand_weights_read_back_from_a_file() {
    fn check<G: Knowledge>(rules: &G::Rules, name: &str) {
        let rows = G::FEATURES
            .iter()
            .map(|feature| format!("{},{}\n", feature.name, feature.hand_weight));
        let text = "feature,weight\n".to_string() + &rows.collect::<String>();
        let read = Weights::<G>::read(&file(name, text)).unwrap();
        let hand = Weights::<G>::load(Some(Path::new("hand"))).unwrap();
        for position in super::positions::<G>(rules, 1, 20) {
            assert_eq!(read.of_position(&position), hand.of_position(&position));
        }
    }
    check::<Go<CELLS_9>>(&Default::default(), "go.csv");
    check::<Gomoku>(&Default::default(), "gomoku.csv");
    check::<Othello>(&Default::default(), "othello.csv");
}

#[test]
fn a_game_has_weights_of_its_own() {
    fn own<G: Knowledge>() -> Vec<i32> {
        Weights::<G>::load(None).unwrap().values()
    }
    fn assert_shipped<G: Knowledge>(file: &str) {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/weights");
        let shipped = shipped.join(file);
        let read = Weights::<G>::read(&shipped).unwrap();
        assert_eq!(own::<G>(), read.values());
        assert_ne!(own::<G>(), Weights::<G>::hand().values());
        const MOST_BYTES: u64 = 5_000_000;
        assert!(fs::metadata(&shipped).unwrap().len() <= MOST_BYTES);
    }
    assert_shipped::<Go<CELLS_9>>("go.csv");
    assert_shipped::<Go<CELLS_19>>("go.csv");
    assert_shipped::<Gomoku>("gomoku.csv");
    assert_shipped::<Othello>("othello.csv");
}

#[test]
fn many_features_read_back_from_a_file() {
    let mut rng = Rng::new(1);
    let mut expected = vec![0; Othello::feature_count()];
    let mut text = "feature,weight\n".to_string();
    for feature in (0..expected.len()).step_by(37) {
        expected[feature] = rng.below(1_001) as i32 - 500;
        let name = Othello::feature_name(feature);
        text += &format!("{name},{}\n", expected[feature]);
    }
    let weights = Weights::<Othello>::read(&file("many.csv", text)).unwrap();
    assert_eq!(weights.values(), expected);
    for position in super::positions::<Othello>(&Default::default(), 1, 60) {
        let mut sum = 0;
        position.position_features(&mut |feature, count| sum += expected[feature] * count);
        assert_eq!(weights.of_position(&position), sum);
    }
}

#[test]
fn no_weights_are_worth_nothing() {
    let weights = Weights::<Othello>::zero();
    assert!(weights.values().iter().all(|&weight| weight == 0));
    for position in super::positions::<Othello>(&Default::default(), 2, 20) {
        assert_eq!(weights.of_position(&position), 0);
    }
}

fn error<G: Knowledge>(path: &Path) -> String {
    let error = Weights::<G>::read(path).unwrap_err().to_string();
    assert!(error.contains(&path.display().to_string()), "{error}");
    assert!(!error.contains('\n'), "{error}");
    // The engines that have weights say the same, and who says it.
    for kind in ["pattern", "alphabeta"] {
        let spec: EngineSpec = format!("{kind}:weights=\"{}\"", path.display())
            .parse()
            .unwrap();
        let refused = spec.build::<G>().err().unwrap().to_string();
        assert_eq!(refused, format!("{kind}: {error}"));
    }
    error
}

#[test]
fn mistakes_in_a_file_are_named_with_their_line() {
    for (line, text, expected) in [
        (2, "feature,weight\nmobilty,5\n", "`mobilty` is no feature"),
        (
            3,
            "feature,weight\nmobility,5\nmobility,5\n",
            "`mobility` is given twice",
        ),
        (
            4,
            "feature,weight\nodd/3/1,5\nmobility,5\nodd/3/1,5\n",
            "`odd/3/1` is given twice",
        ),
        (
            3,
            "feature,weight\ndiag4/3/..X.,5\ndiag4/3/.X..,5\n",
            "mirrored, it is `diag4/3/..X.`",
        ),
        (2, "feature,weight\nmobility,five\n", "whole number"),
        (2, "feature,weight\nmobility,0.5\n", "whole number"),
        (2, "feature,weight\nmobility,NaN\n", "whole number"),
        (2, "feature,weight\nmobility,\n", "whole number"),
        (2, "feature,weight\nmobility,3000000000\n", "whole number"),
        (
            3,
            "feature,weight\nmobility,5\ndisc-a1\n",
            "expected 2 fields, but found 1",
        ),
        (
            2,
            "feature,weight\nmobility,5,6\n",
            "expected 2 fields, but found 3",
        ),
        (
            5,
            "feature,weight\nmobility,5\n\n\nmobilty,5\n",
            "`mobilty` is no feature",
        ),
        (
            5,
            "feature,weight\nmobility,5\n\n\ndisc-a1,x\n",
            "whole number",
        ),
        (1, "name,weight\nmobility,5\n", "`feature`"),
        (1, "feature,value\nmobility,5\n", "`weight`"),
        (1, "mobility,5\ndisc-a1,3\n", "`feature`"),
        (1, "name,value\n", "`feature`"),
        (1, "", "`feature`"),
    ] {
        let path = file("wrong.csv", text);
        let error = error::<Othello>(&path);
        let place = format!("{}, line {line}: ", path.display());
        assert!(error.contains(&place), "{text:?}: {error}");
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn text_in_another_encoding_is_refused() {
    let path = file("latin.csv", b"feature,weight\nmobilit\xe9,5\n");
    let error = error::<Othello>(&path);
    assert!(error.contains("line 2: the text is not UTF-8"), "{error}");
}

#[test]
fn weights_of_another_game_are_refused() {
    let path = file("other-game.csv", "feature,weight\nmobility,5\n");
    let error = error::<Gomoku>(&path);
    assert!(error.contains("line 2: `mobility` is no"), "{error}");
    assert!(error.contains("own-open-four"), "{error}");
}

#[test]
fn a_missing_file_is_named() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere.csv");
    let error = error::<Go<CELLS_9>>(&path);
    assert!(error.contains("cannot read weights file"), "{error}");
}
