//! Rules of the three games: listing moves, making and taking back, whole
//! random games.

mod settings;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use engines::{GameSpec, GameVisitor, Knowledge, MoveList, Rng};

/// Games, as they are called in the report.
const GAMES: [(&str, &str); 6] = [
    ("go 9x9", "go:size=9"),
    ("go 13x13", "go:size=13"),
    ("go 19x19", "go:size=19"),
    ("gomoku 15x15", "gomoku:size=15"),
    ("renju 15x15", "gomoku:size=15,rules=renju"),
    ("othello 8x8", "othello:size=8"),
];

/// Where in a random game the positions stand, in percent of its length.
const STAGES: [(&str, usize); 3] = [("opening", 10), ("middle game", 50), ("late", 90)];

/// Positions a stage, each of another game.
const POSITIONS: u64 = 16;

/// A benchmark of one game.
trait OnGame {
    fn run<G: Knowledge>(&mut self, name: &str, rules: &G::Rules);
}

fn on_each_game(benchmark: &mut impl OnGame) {
    struct Visitor<'a, B>(&'a mut B, &'a str);
    impl<B: OnGame> GameVisitor for Visitor<'_, B> {
        type Output = ();
        fn visit<G: Knowledge>(self, rules: &G::Rules) {
            self.0.run::<G>(self.1, rules);
        }
    }
    for (name, spec) in GAMES {
        let game: GameSpec = spec.parse().expect("a game");
        game.dispatch(Visitor(benchmark, name));
    }
}

/// The positions of a random game.
fn random_game<G: Knowledge>(rules: &G::Rules, seed: u64) -> Vec<G> {
    let mut rng = Rng::new(seed);
    let mut game = G::initial(rules);
    let mut all = Vec::new();
    loop {
        let mut moves = MoveList::new();
        game.sensible_moves(&mut moves);
        let Some(mv) = rng.choose(&moves) else {
            return all;
        };
        all.push(game.clone());
        game.play(mv);
    }
}

fn at_stage<G: Knowledge>(rules: &G::Rules, percent: usize) -> Vec<G> {
    (0..POSITIONS)
        .map(|seed| {
            let mut game = random_game::<G>(rules, seed);
            game.swap_remove(game.len() * percent / 100)
        })
        .collect()
}

/// `legal_moves`; the rate is positions a second.
struct Movegen<'a>(&'a mut Criterion);

impl OnGame for Movegen<'_> {
    fn run<G: Knowledge>(&mut self, name: &str, rules: &G::Rules) {
        let mut group = self.0.benchmark_group(format!("movegen/{name}"));
        group.throughput(Throughput::Elements(POSITIONS));
        for (stage, percent) in STAGES {
            let positions = at_stage::<G>(rules, percent);
            let id = BenchmarkId::from_parameter(stage);
            group.bench_with_input(id, &positions, |bencher, positions| {
                bencher.iter(|| {
                    for position in positions {
                        let mut moves = MoveList::new();
                        black_box(position).legal_moves(&mut moves);
                        black_box(&moves);
                    }
                });
            });
        }
        group.finish();
    }
}

/// A position is copied, played on and dropped, for each of its legal moves:
/// how a search makes a move and takes it back. The rate is moves a second.
struct MakeUndo<'a>(&'a mut Criterion);

impl OnGame for MakeUndo<'_> {
    fn run<G: Knowledge>(&mut self, name: &str, rules: &G::Rules) {
        let mut group = self.0.benchmark_group(format!("make_undo/{name}"));
        for (stage, percent) in STAGES {
            let positions: Vec<(G, MoveList)> = at_stage::<G>(rules, percent)
                .into_iter()
                .map(|position| {
                    let mut moves = MoveList::new();
                    position.legal_moves(&mut moves);
                    (position, moves)
                })
                .collect();
            let moves = positions.iter().map(|(_, moves)| moves.len() as u64).sum();
            group.throughput(Throughput::Elements(moves));
            let id = BenchmarkId::from_parameter(stage);
            group.bench_with_input(id, &positions, |bencher, positions| {
                bencher.iter(|| {
                    for (position, moves) in positions {
                        for &mv in moves {
                            let mut after = black_box(position).clone();
                            after.play(black_box(mv));
                            black_box(&after);
                        }
                    }
                });
            });
        }
        group.finish();
    }
}

/// Whole games by sensible moves at random: as playouts play them, and move
/// for move through the rules. The rate is games a second.
struct RandomGames<'a>(&'a mut Criterion);

impl OnGame for RandomGames<'_> {
    fn run<G: Knowledge>(&mut self, name: &str, rules: &G::Rules) {
        let mut group = self.0.benchmark_group(format!("random_games/{name}"));
        group.throughput(Throughput::Elements(1));
        let start = G::initial(rules);
        group.bench_function("playout", |bencher| {
            let mut rng = Rng::new(1);
            bencher.iter(|| black_box(&start).clone().playout(&mut rng));
        });
        group.bench_function("by the rules", |bencher| {
            let mut rng = Rng::new(1);
            bencher.iter(|| {
                let mut game = black_box(&start).clone();
                loop {
                    let mut moves = MoveList::new();
                    game.sensible_moves(&mut moves);
                    let Some(mv) = rng.choose(&moves) else {
                        return game.outcome();
                    };
                    game.play(mv);
                }
            });
        });
        group.finish();
    }
}

fn movegen(criterion: &mut Criterion) {
    on_each_game(&mut Movegen(criterion));
}

fn make_undo(criterion: &mut Criterion) {
    on_each_game(&mut MakeUndo(criterion));
}

fn random_games(criterion: &mut Criterion) {
    on_each_game(&mut RandomGames(criterion));
}

criterion_group! {
    name = rules;
    config = settings::criterion();
    targets = movegen, make_undo, random_games
}
criterion_main!(rules);
