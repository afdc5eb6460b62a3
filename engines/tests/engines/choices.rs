//! What the engines choose where it is known what they should.

use engines::go::{CELLS_9, Go, GoRules, Preset};
use engines::gomoku::{Gomoku, GomokuRules};
use engines::othello::{Othello, OthelloRules};
use engines::{Budget, Color, EngineSpec, Game, Knowledge, Move, MoveList, diagram};

use super::{ENGINES, engine, nodes, positions, search};

/// The most that a sum of squares over `freedom` degrees of freedom exceeds
/// once in a thousand times (Wilson and Hilferty 1931).
fn chi_squared_limit(freedom: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + 3.09 * part.sqrt()).powi(3)
}

fn check_uniform<G: Knowledge>(rules: &G::Rules, seed: u64) {
    const DRAWS: usize = 200;
    let mut random = engine::<G>("random");
    random.new_game(seed);
    for position in positions::<G>(rules, seed, 4) {
        let mut moves = MoveList::new();
        position.sensible_moves(&mut moves);
        let mut counts = vec![0; moves.len()];
        for _ in 0..DRAWS * moves.len() {
            let best = search(&mut random, &position, &Budget::default()).best;
            let index = moves.iter().position(|&mv| mv == best);
            counts[index.expect("a sensible move")] += 1;
        }
        let draws = DRAWS as f64;
        let chi: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - draws).powi(2) / draws)
            .sum();
        let limit = match moves.len() {
            1 => 0.0,
            moves => chi_squared_limit(moves as f64 - 1.0),
        };
        assert!(chi <= limit, "{chi} > {limit}: {counts:?}\n{position:?}");
    }
}

#[test]
fn random_is_uniform() {
    check_uniform::<Go<CELLS_9>>(&GoRules::new(Preset::Cgos, 5, 5), 1);
    check_uniform::<Gomoku>(&GomokuRules::default(), 2);
    check_uniform::<Othello>(&OthelloRules::default(), 3);
}

/// The choice of an engine with seed 1.
fn choice<G: Knowledge>(engine_spec: &str, position: &G, budget: &Budget) -> String {
    let mut engine = engine::<G>(engine_spec);
    engine.new_game(1);
    position.move_to_text(search(&mut engine, position, budget).best)
}

fn go(drawing: &str, to_move: Color) -> Go<CELLS_9> {
    let rules = GoRules::new(Preset::Cgos, 5, 5);
    diagram::parse(&rules, drawing, to_move).unwrap()
}

#[test]
fn greedy_takes_the_bigger_capture() {
    let position = go(
        ". X O . .
         X O O X .
         . X X X O
         . . . O .
         . . . X .",
        Color::Black,
    );
    // Three stones at D5; White's at A5 would take none.
    assert_eq!(choice("greedy", &position, &nodes(100)), "D5");
    let stones = |mv: &str| {
        let mut after = position.clone();
        after.play(position.parse_move(mv).unwrap());
        after.prisoners(Color::Black)
    };
    assert_eq!(stones("D5"), 3);
}

/// In random games, every stone that greedy plays has two liberties or takes
/// something, and none would be worth more by its own measure.
#[test]
fn greedy_gives_nothing_away() {
    let rules = GoRules::default();
    let mut greedy = engine::<Go<CELLS_9>>("greedy");
    greedy.new_game(4);
    let (mut passes, mut captures) = (0, 0);
    for seed in 0..12 {
        for position in positions::<Go<CELLS_9>>(&rules, seed, 60) {
            let best = search(&mut greedy, &position, &Budget::default()).best;
            let mut moves = MoveList::new();
            position.sensible_moves(&mut moves);
            let worths = moves.iter().map(|&mv| worth(&position, mv));
            let most = worths.flatten().max();
            if best.is_pass() {
                assert_eq!(most, None, "{position:?}");
                passes += 1;
            } else {
                assert_eq!(worth(&position, best), most, "{best:?}\n{position:?}");
                captures += usize::from(most > Some(19));
            }
        }
    }
    assert!(passes > 10 && captures > 100, "{passes}, {captures}");
}

/// Twenty for a captured stone and one for a liberty; nothing for a stone that
/// can be taken at once for none.
fn worth(position: &Go<CELLS_9>, mv: Move) -> Option<usize> {
    let cell = position.board().cell(mv.point()?);
    let stones = position.board().stones(!position.to_move()).count();
    let mut after = position.clone();
    after.play(mv);
    let left = after.board().stones(!position.to_move()).count();
    let captured = (stones - left) as usize;
    let liberties = after.board().count_liberties(cell);
    (captured > 0 || liberties > 1).then_some(20 * captured + liberties)
}

fn gomoku(drawing: &str, to_move: Color) -> Gomoku {
    let rules = GomokuRules {
        width: 7,
        height: 7,
        ..GomokuRules::default()
    };
    diagram::parse(&rules, drawing, to_move).unwrap()
}

const FOUR: &str = "
    . . . . . . .
    . . . . O . .
    . . . O . . .
    O X X X X . .
    . . . . . . .
    . . O . . . .
    . . . . . . .";

#[test]
fn searching_engines_win_in_one_and_stop_one() {
    for spec in ["alphabeta", "mcts", "pattern", "greedy"] {
        for to_move in Color::BOTH {
            let position = gomoku(FOUR, to_move);
            assert_eq!(choice(spec, &position, &nodes(20_000)), "f4", "{spec}");
        }
    }
}

#[test]
fn mcts_takes_the_last_disc() {
    let position: Othello = diagram::parse(
        &OthelloRules::default(),
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . X O O O . .
         . . X X . . . .
         . . . X X . . .
         . . . . X . . .
         . . . . . . . .",
        Color::Black,
    )
    .unwrap();
    assert_eq!(choice("mcts", &position, &nodes(50_000)), "g4");
    assert_eq!(choice("alphabeta", &position, &nodes(50_000)), "g4");
}

/// The chain on the third row and the one below it have a liberty each: who
/// moves takes the other.
#[test]
fn mcts_takes_and_saves_what_decides_a_game_of_go() {
    let drawing = "
        . . . . .
        X X X X X
        O O O O O
        X X X X O
        O O O . .";
    for (to_move, winning) in [(Color::Black, ["D1", "E1"]), (Color::White, ["D1", "D1"])] {
        let position = go(drawing, to_move);
        let best = choice("mcts", &position, &nodes(100_000));
        assert!(winning.contains(&best.as_str()), "{best}\n{position:?}");
    }
}

/// The choices at the start of Othello, whose four moves are alike, by seeds.
fn first_choices(spec: &str, budget: &Budget) -> Vec<Move> {
    let mut engine = engine::<Othello>(spec);
    let start = Othello::initial(&OthelloRules::default());
    let choices = (0..40).map(|seed| {
        engine.new_game(seed);
        search(&mut engine, &start, budget).best
    });
    choices.collect()
}

#[test]
fn specs_know_what_choices_depend_on() {
    for spec in ENGINES {
        let parsed: EngineSpec = spec.parse().unwrap();
        let [few, more] = [nodes(200), nodes(1000)];
        let choices = first_choices(spec, &more);
        let vary = choices.iter().any(|&choice| choice != choices[0]);
        assert_eq!(vary, parsed.uses_seed(), "{spec}");
        if !parsed.uses_budget(&few) && !parsed.uses_budget(&more) {
            assert_eq!(first_choices(spec, &few), choices, "{spec}");
        }
    }
    let uses = |spec: &str, limit| {
        let spec: EngineSpec = spec.parse().unwrap();
        spec.uses_budget(&nodes(limit))
    };
    assert!(uses("mcts", 1000) && uses("alphabeta", 1000));
    // Too few nodes for a look at every move.
    assert!(uses("greedy", 2) && !uses("greedy", 1000));
    assert!(!uses("random", 2));
    let choices = |limit| first_choices("greedy", &nodes(limit));
    assert_ne!(choices(1), choices(1000));
}
