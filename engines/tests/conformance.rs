//! What every game here promises, checked for each of them over many rules and
//! sizes. The games' own tests say what is true of one game; nothing below
//! knows any.
//!
//! If you add a game, this suite greets it: name some of its specs in a test
//! at the end of this file, as the others do. What fails then is what engines,
//! records and protocols rely on and the new game does not yet do.

use engines::{
    Color, Feature, Game, GameSpec, GameVisitor, GreedyWeights, IllegalMove, InvalidPosition,
    Knowledge, Move, MoveList, Rng, diagram,
};

/// Everything that [`Game`] and [`Knowledge`] promise, at the start and after
/// every ply of random games.
fn conforms<G: Knowledge>(rules: &G::Rules) {
    let start = G::initial(rules);
    let points = start.width() * start.height();
    features_are_named::<G>();
    notation_reads_back(&start);
    stones_must_fill_the_board::<G>(rules, points);

    let games = (400 / points).clamp(2, 12);
    let mut rng = Rng::new(points as u64);
    for game in 0..games {
        // Sensible moves end a game; legal ones go where nobody would.
        let choose_from: fn(&G) -> MoveList = if game % 2 == 0 {
            sensible_moves
        } else {
            legal_moves
        };
        conforms_in_one_game(rules, choose_from, &mut rng);
    }
}

/// One random game, or as much of it as matters: under some rules a game can
/// go on for ever.
fn conforms_in_one_game<G: Knowledge>(
    rules: &G::Rules,
    choose_from: fn(&G) -> MoveList,
    rng: &mut Rng,
) {
    let mut game = G::initial(rules);
    let mut past = Vec::new();
    // What looks at every point once for every point is left out at some plies
    // of a large board, but never at the end.
    let often = 1 + points(&game) / 50;
    for ply in 0..600.min(3 * points(&game)) {
        generator_agrees_with_predicate(&game);
        engines_get_moves(&game);
        features_are_in_range(&game, rng);
        playouts_end(&game, rng);
        outcomes_are_plausible(&game);
        if ply % often == 0 || game.outcome().is_some() {
            lists_are_appended_to(&game);
            moves_leave_the_original_untouched(&game, rng);
        }
        if ply % (4 * often) <= 1 || game.outcome().is_some() {
            drawing_reads_back(rules, &game);
        }
        past.push(game.clone());
        let Some(mv) = rng.choose(&choose_from(&game)) else {
            break;
        };
        game.play(mv);
    }
    equal_positions_have_equal_keys(&past);
}

fn listed<G>(game: &G, list: impl Fn(&G, &mut MoveList)) -> MoveList {
    let mut moves = MoveList::new();
    list(game, &mut moves);
    moves
}

fn legal_moves<G: Knowledge>(game: &G) -> MoveList {
    listed(game, G::legal_moves)
}

fn sensible_moves<G: Knowledge>(game: &G) -> MoveList {
    listed(game, G::sensible_moves)
}

fn points<G: Game>(game: &G) -> usize {
    game.width() * game.height()
}

fn stones<G: Game>(game: &G) -> Vec<Option<Color>> {
    (0..points(game)).map(|point| game.at(point)).collect()
}

/// Every point, a point beyond the board, one far beyond it, and the pass.
fn all_moves<G: Game>(game: &G) -> impl Iterator<Item = Move> + use<G> {
    let beyond = usize::from(u16::MAX) - 1;
    (0..=points(game))
        .chain([beyond])
        .map(Move::at)
        .chain([Move::PASS])
}

fn features_are_named<G: Knowledge>() {
    let mut names: Vec<&str> = G::FEATURES
        .iter()
        .map(|&Feature { name, .. }| name)
        .collect();
    let is_kebab = |name: &&str| {
        let part_is_word = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        name.split('-').all(part_is_word)
    };
    assert!(names.iter().all(is_kebab), "{names:?}");
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    let count = G::feature_count();
    assert!(count >= names.len());
    for feature in (0..count).step_by(1 + count / 1_000) {
        let name = G::feature_name(feature);
        assert_eq!(G::feature_index(&name), Ok(feature), "{name}");
    }
    assert!(G::feature_index("").is_err());
    assert!(G::VALUE_SCALE > 0.0 && G::VALUE_SCALE.is_finite());
}

fn notation_reads_back<G: Game>(game: &G) {
    let mut texts = Vec::new();
    for mv in (0..points(game)).map(Move::at) {
        let text = game.move_to_text(mv);
        for form in [text.to_lowercase(), text.to_uppercase()] {
            assert_eq!(game.parse_move(&form), Ok(mv), "{form}");
        }
        texts.push(text);
    }
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), points(game));

    for nothing in ["", " ", "é4", "4", "a0", "a-1", "a999", "a1a", "a1 ", "🙂"] {
        assert!(game.parse_move(nothing).is_err(), "`{nothing}`");
    }
}

fn stones_must_fill_the_board<G: Game>(rules: &G::Rules, points: usize) {
    for found in [0, points - 1, points + 1] {
        if found != points {
            let error = G::from_stones(rules, &vec![None; found], Color::Black).unwrap_err();
            let expected = points;
            assert_eq!(error, InvalidPosition::WrongSize { expected, found });
        }
    }
}

/// A move is listed if and only if it is legal, points in reading order and
/// the pass last, none twice; a finished board refuses all.
fn generator_agrees_with_predicate<G: Knowledge>(game: &G) {
    let moves = legal_moves(game);
    assert!(moves.is_sorted_by(|a, b| a < b), "{moves:?}\n{game:?}");
    let is_over = game.outcome().is_some();
    assert_eq!(moves.is_empty(), is_over, "{game:?}");
    for mv in all_moves(game) {
        let verdict = game.check(mv);
        let is_listed = moves.binary_search(&mv).is_ok();
        assert_eq!(verdict.is_ok(), is_listed, "{mv:?}\n{game:?}");
        let expected = match mv.point() {
            _ if is_over => Err(IllegalMove::GameOver),
            Some(point) if point >= points(game) => Err(IllegalMove::OffBoard),
            Some(point) if game.at(point).is_some() => Err(IllegalMove::Occupied),
            _ => verdict,
        };
        assert_eq!(verdict, expected, "{mv:?}\n{game:?}");
    }
}

/// What engines choose from is legal, and never nothing before the end.
fn engines_get_moves<G: Knowledge>(game: &G) {
    let legal = legal_moves(game);
    for moves in [sensible_moves(game), listed(game, G::candidates)] {
        assert_eq!(moves.is_empty(), legal.is_empty(), "{game:?}");
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        assert!(sorted.is_sorted_by(|a, b| a < b), "{moves:?}\n{game:?}");
        let is_legal = |mv| legal.binary_search(mv).is_ok();
        assert!(sorted.iter().all(is_legal), "{moves:?}\n{game:?}");
    }
}

/// What was in a list before has no part in it.
fn lists_are_appended_to<G: Knowledge>(game: &G) {
    let lists: [fn(&G, &mut MoveList); 3] = [G::legal_moves, G::sensible_moves, G::candidates];
    for list in lists {
        let alone = listed(game, list);
        for before in [Move::PASS, Move::at(0)] {
            // The largest empty board fills a list by itself.
            if alone.is_full() {
                continue;
            }
            let mut appended = MoveList::from_iter([before]);
            list(game, &mut appended);
            assert_eq!(appended[0], before);
            assert_eq!(appended[1..], alone[..], "after {before:?}\n{game:?}");
        }
    }
}

/// A copy is played on, the original stays: so keeping a position is taking a
/// move back. A refused move changes nothing at all.
fn moves_leave_the_original_untouched<G: Knowledge>(game: &G, rng: &mut Rng) {
    let original = game.clone();
    let (key, board) = (game.key(), stones(game));
    let moves = legal_moves(game);
    let all_of_few = |_: &Move| moves.len() < 30 || rng.below(16) == 0;
    let tried: Vec<Move> = moves.iter().copied().filter(all_of_few).collect();
    for mv in tried {
        let mut after = game.clone();
        after.play(mv);
        let mut checked = game.clone();
        assert_eq!(checked.try_play(mv), Ok(()));
        assert_eq!((&checked, checked.key()), (&after, after.key()), "{mv:?}");
        assert_ne!((&after, after.key()), (game, key), "{mv:?}");
        if after.outcome().is_none() {
            assert_eq!(after.to_move(), !game.to_move(), "{mv:?}\n{game:?}");
        }
        if mv.is_pass() {
            assert_eq!(stones(&after), board);
        }
    }
    let mut refusing = game.clone();
    for mv in all_moves(game) {
        if let Err(why) = game.check(mv) {
            assert_eq!(refusing.try_play(mv), Err(why), "{mv:?}\n{game:?}");
        }
    }
    for same in [&original, &refusing] {
        assert_eq!((game, key, &board), (same, same.key(), &stones(same)));
        assert_eq!((game.key(), &stones(game)), (key, &board));
        assert_eq!(game.to_move(), same.to_move());
        assert_eq!(legal_moves(same), moves);
    }
}

fn features_are_in_range<G: Knowledge>(game: &G, rng: &mut Rng) {
    let count = G::feature_count();
    let mut visit = |feature: usize, _: i32| {
        assert!(feature < count, "feature {feature}\n{game:?}");
    };
    game.position_features(&mut visit);
    let weights = GreedyWeights {
        capture: 20,
        liberty: 1,
    };
    let moves = legal_moves(game);
    // The last may be a pass: one of few, and easily forgotten.
    for mv in rng.choose(&moves).into_iter().chain(moves.last().copied()) {
        let mut after = game.clone();
        after.play(mv);
        after.position_features(&mut visit);
        game.move_features(mv, &after, &mut visit);
        let judged = |game: &G| (game.promise(mv), game.greedy_value(mv, &weights));
        assert_eq!(judged(game), judged(&game.clone()));
    }
}

fn playouts_end<G: Knowledge>(game: &G, rng: &mut Rng) {
    let (value, moves) = game.clone().playout(&mut rng.clone());
    assert_eq!(game.clone().playout(rng), (value, moves));
    assert!([0.0, 0.5, 1.0].contains(&value), "{value}\n{game:?}");
    match game.outcome() {
        Some(outcome) => assert_eq!((value, moves), (outcome.value_for(Color::Black), 0)),
        None => assert!((1..=3 * points(game) as u64).contains(&moves), "{moves}"),
    }
}

fn outcomes_are_plausible<G: Game>(game: &G) {
    for outcome in game.outcome().into_iter().chain([game.outcome_by_length()]) {
        let [black, white] = Color::BOTH.map(|color| outcome.value_for(color));
        let expected = match outcome.winner {
            Some(Color::Black) => (1.0, 0.0),
            Some(Color::White) => (0.0, 1.0),
            None => (0.5, 0.5),
        };
        assert_eq!((black, white), expected);
        if let Some(margin) = outcome.margin {
            assert!(margin.0 >= 0, "{outcome:?}\n{game:?}");
            assert_eq!(margin.0 == 0, outcome.winner.is_none(), "{game:?}");
        }
    }
}

fn drawing_reads_back<G: Game>(rules: &G::Rules, game: &G) {
    let read: G = diagram::parse(rules, &game.to_string(), game.to_move()).unwrap();
    assert_eq!(stones(&read), stones(game), "{game:?}");
    assert_eq!(read.to_string(), game.to_string());
    assert_eq!(read.to_move(), game.to_move());
    if read == *game {
        assert_eq!(read.key(), game.key(), "{game:?}");
    }
}

/// Of one game's positions, those and only those that are equal share a key;
/// and they are equal in what they are worth as they stand.
fn equal_positions_have_equal_keys<G: Game>(past: &[G]) {
    for (ply, game) in past.iter().enumerate() {
        for earlier in &past[..ply] {
            assert_eq!(game.key() == earlier.key(), game == earlier, "{game:?}");
            if game == earlier {
                assert_eq!(
                    game.outcome_by_length(),
                    earlier.outcome_by_length(),
                    "{game:?}"
                );
            }
        }
    }
}

struct Conforms;

impl GameVisitor for Conforms {
    type Output = ();

    fn visit<G: Knowledge>(self, rules: &G::Rules) {
        conforms::<G>(rules);
    }
}

/// Runs the suite for a game spec, which reads back from what it shows.
fn check(spec: &str) {
    let game: GameSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.to_string().parse(), Ok(game.clone()), "{spec}");
    game.dispatch(Conforms);
}

/// Go's rules in every combination.
fn check_go(size: &str) {
    for ko in ["simple", "positional", "situational"] {
        for suicide in [false, true] {
            for scoring in ["area", "territory"] {
                check(&format!(
                    "go:{size},ko={ko},suicide={suicide},scoring={scoring}"
                ));
            }
        }
    }
}

#[test]
fn go_on_tiny_boards() {
    for (width, height) in [(1, 1), (2, 1), (1, 5), (2, 2), (3, 2), (5, 5)] {
        check_go(&format!("width={width},height={height},komi=0.5"));
        check_go(&format!("width={width},height={height},komi=0"));
    }
}

#[test]
fn go_on_9x9() {
    check_go("size=9");
    check_go("width=7,height=9,handicap=4");
    for handicap in ["2", "9", "E5", "A1:B2:J9"] {
        check(&format!("go:handicap={handicap}"));
    }
}

#[test]
fn go_on_13x13() {
    check_go("size=13");
    check("go:size=13,handicap=9");
}

#[test]
fn go_on_19x19() {
    for rules in [
        "cgos",
        "tromp-taylor",
        "chinese",
        "aga",
        "new-zealand",
        "japanese",
    ] {
        check(&format!("go:size=19,rules={rules}"));
    }
    for size in [
        "size=19,handicap=9",
        "width=1,height=19",
        "width=19,height=2",
    ] {
        check(&format!("go:{size}"));
    }
}

#[test]
fn gomoku() {
    for rules in ["freestyle", "standard", "renju", "caro", "caro-overline"] {
        for size in (3..=13).chain([15, 19, 20]) {
            check(&format!("gomoku:size={size},rules={rules}"));
        }
        for (width, height) in [(3, 20), (20, 3), (7, 6)] {
            check(&format!(
                "gomoku:width={width},height={height},rules={rules}"
            ));
        }
    }
    for rules in ["freestyle", "standard"] {
        for win in [3, 4, 6, 7, 20] {
            for size in [3, 5, 8, 20] {
                check(&format!("gomoku:size={size},win={win},rules={rules}"));
            }
        }
    }
}

#[test]
fn othello() {
    for size in [4, 6, 8] {
        for score in ["empties-to-winner", "raw"] {
            check(&format!("othello:size={size},score={score}"));
        }
    }
}
