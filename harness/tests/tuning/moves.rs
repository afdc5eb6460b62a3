//! Weights of moves: from choices made by known weights, and from recorded games.

use engines::go::{CELLS_9, Go, GoRules};
use engines::{Game, Knowledge, Move, MoveList, Rng};
use harness::records::{GameRow, read_games};
use harness::tuning::{
    Choices, FitError, GamesReader, MoveFit, MoveOptions, PlayedMove, Rows, Start, fit_moves,
    is_held_out,
};

use crate::assert_close;
use crate::games::reference;

const FEATURES: usize = 5;
const WEIGHTS: [f64; FEATURES] = [0.9, -0.6, 0.3, 0.0, -0.4];

type Counts = [i16; FEATURES];

/// Choices of one game, as rests and counts of candidates; the first was played.
type Plain = Vec<Vec<(f64, Counts)>>;

/// The first two features exclude each other, the last two are counted.
fn candidate(rng: &mut Rng) -> (f64, Counts) {
    let which = rng.below(3) as usize;
    let mut counts = [0; FEATURES];
    if which < 2 {
        counts[which] = 1;
    }
    counts[2] = rng.below(2) as i16;
    counts[3] = rng.below(4) as i16;
    counts[4] = rng.below(3) as i16 - 1;
    (f64::from(rng.below(3)), counts)
}

fn sum(candidate: &(f64, Counts), weights: &[f64]) -> f64 {
    let products = candidate
        .1
        .iter()
        .zip(weights)
        .map(|(&x, w)| f64::from(x) * w);
    candidate.0 + products.sum::<f64>()
}

/// Choices that are made by the known weights.
fn made(choices: usize, candidates: u32, seed: u64) -> Plain {
    let mut rng = Rng::new(seed);
    let choice = |rng: &mut Rng| {
        let number = 2 + rng.below(candidates - 1);
        let mut all: Vec<_> = (0..number).map(|_| candidate(rng)).collect();
        let strengths: Vec<f64> = all.iter().map(|one| sum(one, &WEIGHTS).exp()).collect();
        let uniform = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut left = uniform * strengths.iter().sum::<f64>();
        let chosen = strengths.iter().position(|strength| {
            left -= strength;
            left < 0.0
        });
        all.swap(0, chosen.unwrap_or(0));
        all
    };
    (0..choices).map(|_| choice(&mut rng)).collect()
}

/// Ten choices a game.
fn games(plain: &Plain) -> Choices {
    let mut choices = Choices::default();
    for game in plain.chunks(10) {
        for choice in game {
            for (rest, counts) in choice {
                let pairs = (0..).zip(*counts).filter(|&(_, count)| count != 0);
                choices.push(*rest, pairs);
            }
            choices.end_choice();
        }
        choices.end_game();
    }
    choices
}

fn fitted(plain: &Plain) -> MoveFit {
    let options = MoveOptions {
        start: vec![0.0; FEATURES],
        unit: 1.0,
    };
    fit_moves(&games(plain), &Choices::default(), &options).unwrap()
}

/// Of each candidate, how likely it is to be played.
fn shares(choice: &[(f64, Counts)], weights: &[f64]) -> Vec<f64> {
    let strengths: Vec<f64> = choice.iter().map(|one| sum(one, weights).exp()).collect();
    let all: f64 = strengths.iter().sum();
    strengths.iter().map(|strength| strength / all).collect()
}

/// The standard errors of weights: the diagonal of the inverse of what the choices
/// tell of them.
fn errors(plain: &Plain) -> Vec<f64> {
    let mut information = [[0.0; FEATURES]; FEATURES];
    for choice in plain {
        let shares = shares(choice, &WEIGHTS);
        let mean = |of: &dyn Fn(&Counts) -> f64| -> f64 {
            let products = choice
                .iter()
                .zip(&shares)
                .map(|((_, counts), share)| share * of(counts));
            products.sum()
        };
        for (i, row) in information.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                let both = mean(&|counts| f64::from(counts[i]) * f64::from(counts[j]));
                *cell += both - mean(&|counts| counts[i].into()) * mean(&|counts| counts[j].into());
            }
        }
    }
    (0..FEATURES)
        .map(|at| inverse_at(information, at).sqrt())
        .collect()
}

/// An element of the diagonal of a matrix's inverse, by elimination.
fn inverse_at(mut matrix: [[f64; FEATURES]; FEATURES], at: usize) -> f64 {
    matrix.swap(at, FEATURES - 1);
    matrix.iter_mut().for_each(|row| row.swap(at, FEATURES - 1));
    for pivot in 0..FEATURES - 1 {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let above = &above[pivot];
        for row in below {
            let factor = row[pivot] / above[pivot];
            row.iter_mut()
                .zip(above)
                .for_each(|(x, y)| *x -= factor * y);
        }
    }
    1.0 / matrix[FEATURES - 1][FEATURES - 1]
}

#[test]
fn weights_that_made_the_choices_are_found() {
    let plain = made(4_000, 8, 1);
    let fit = fitted(&plain);
    for ((weight, error), truth) in fit.weights.iter().zip(errors(&plain)).zip(WEIGHTS) {
        let off = (weight - truth) / error;
        assert!(off.abs() < 4.0, "{weight} ± {error}, not {truth}");
        assert!(error < 0.1, "{error}");
    }
}

/// The slope of the log-likelihood, with a win and a loss of every feature more.
fn slopes(plain: &Plain, weights: &[f64]) -> Vec<f64> {
    let score = |weight: &f64| 1.0 / (1.0 + (-weight).exp());
    let mut slopes: Vec<f64> = weights.iter().map(|w| 1.0 - 2.0 * score(w)).collect();
    for choice in plain {
        let shares = shares(choice, weights);
        for (at, slope) in slopes.iter_mut().enumerate() {
            *slope += f64::from(choice[0].1[at]);
            let all = choice.iter().zip(&shares);
            *slope -= all
                .map(|((_, counts), share)| share * f64::from(counts[at]))
                .sum::<f64>();
        }
    }
    slopes
}

#[test]
fn small_steps_up_the_slope_end_there_too() {
    for seed in 1..=5 {
        let plain = made(30, 5, seed);
        let mut weights = vec![0.0; FEATURES];
        for _ in 0..20_000 {
            let slopes = slopes(&plain, &weights);
            weights
                .iter_mut()
                .zip(slopes)
                .for_each(|(w, slope)| *w += 0.02 * slope);
        }
        for (weight, plain) in fitted(&plain).weights.iter().zip(weights) {
            // Their errors are a half.
            assert_close(*weight, plain, 0.02, "weight");
        }
    }
}

#[test]
fn what_is_never_played_or_always_has_a_finite_weight() {
    let mut choices = Choices::default();
    for _ in 0..99 {
        choices.push(0.0, [(0, 1)]);
        choices.push(0.0, [(1, 1)]);
        choices.end_choice();
        choices.end_game();
    }
    let options = MoveOptions {
        start: vec![0.0, 0.0, 0.0],
        unit: 100.0,
    };
    let fit = fit_moves(&choices, &Choices::default(), &options).unwrap();
    let [always, never] = [fit.weights[0], -fit.weights[1]];
    assert!(
        [always, never]
            .iter()
            .all(|weight| (1.0..10.0).contains(weight))
    );
    assert_eq!(fit.weights[2], 0.0);
    assert_eq!(fit.whole()[0], (100.0 * fit.weights[0]).round() as i32);
    assert_eq!(fit.games_with, [99, 99, 0]);
    assert_eq!(fit.scale, None);
    assert_close(
        fit.training.uniform.log_likelihood.mean,
        -2_f64.ln(),
        1e-12,
        "uniform",
    );
    assert_eq!(fit.training.fitted.first.mean, 1.0);
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let plain = made(500, 6, 2);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| fitted(&plain))
    };
    let one = with(1);
    for threads in [2, 5] {
        assert_eq!(with(threads), one);
    }
}

#[test]
fn a_start_is_judged_at_its_best_scale() {
    let (training, held_out) = (made(2_000, 8, 3), made(500, 8, 4));
    let [training, held_out] = [&training, &held_out].map(|plain| {
        let without_rest = |one: &(f64, Counts)| (0.0, one.1);
        let choice = |choice: &Vec<_>| choice.iter().map(without_rest).collect();
        games(&plain.iter().map(choice).collect())
    });
    let of = |scale: f64| MoveOptions {
        start: WEIGHTS.map(|weight| scale * weight).to_vec(),
        unit: 1_000.0,
    };
    let [large, small] =
        [50.0, 0.02].map(|scale| fit_moves(&training, &held_out, &of(scale)).unwrap());
    let [by_large, by_small] =
        [&large, &small].map(|fit| fit.training.start.unwrap().log_likelihood.mean);
    assert_close(by_large, by_small, 1e-9, "start");
    assert_close(
        large.scale.unwrap() * 50.0,
        small.scale.unwrap() * 0.02,
        1e-6,
        "scale",
    );
    // Nothing is better, and what has five numbers to fit is not much better.
    assert!(large.training.gain.mean > 0.0 && large.training.gain.mean < 0.01);
    // Against what was played, the start knows nothing.
    assert_eq!(
        fit_moves(&training, &held_out, &of(-1.0)).unwrap().scale,
        None
    );
}

#[test]
fn nothing_to_fit_to() {
    let options = MoveOptions {
        start: Vec::new(),
        unit: 1.0,
    };
    let error = |training, held_out| fit_moves(training, held_out, &options).unwrap_err();
    let (none, some) = (Choices::default(), games(&made(3, 3, 1)));
    assert_eq!(error(&none, &none), FitError::NoPosition);
    assert_eq!(error(&none, &some), FitError::AllHeldOut);
}

/// What a candidate's features sum up to, weighted to tell them apart.
fn weighted(position: &Go<CELLS_9>, mv: Move) -> f64 {
    let mut after = position.clone();
    after.play(mv);
    let mut sum = 0.0;
    position.move_features(mv, &after, &mut |feature, count| {
        sum += f64::from(count) * 1.37_f64.powi((feature % 31) as i32);
    });
    sum
}

/// The sums of all candidates of a side of the reference games, the move that was
/// played first.
fn plain_choices(wants_held_out: bool) -> Vec<Vec<f64>> {
    let mut choices = Vec::new();
    read_games(&reference("go"), |_, row: GameRow| {
        if is_held_out(&row.game_id.to_string()) != wants_held_out {
            return Ok(());
        }
        let mut position = Go::<CELLS_9>::initial(&GoRules::default());
        let opening = row.opening.split(' ').count();
        for (ply, text) in row.moves.split(' ').enumerate() {
            let played = position.parse_move(text).unwrap();
            let mut moves = MoveList::new();
            position.sensible_moves(&mut moves);
            if moves[0] != Move::PASS {
                moves.push(Move::PASS);
            }
            let is_used = ply >= opening && moves.len() > 1 && position.decided().is_none();
            if is_used && moves.contains(&played) {
                let others = moves.iter().filter(|&&mv| mv != played);
                let all = [&played].into_iter().chain(others);
                choices.push(all.map(|&mv| weighted(&position, mv)).collect());
            }
            position.play(played);
        }
        Ok(())
    })
    .unwrap();
    choices
}

#[test]
fn choices_are_those_of_a_plain_replay() {
    let reader = GamesReader {
        lesson: PlayedMove,
        keep: &[],
        hold_out: true,
        start: &Start::Hand,
        patterns: true,
        quiet: true,
    };
    let games = reader.read(&[reference("go")]).unwrap();
    let weights: Vec<f64> = (0..Go::<CELLS_9>::feature_count())
        .map(|at| 1.37_f64.powi((at % 31) as i32))
        .collect();
    for (side, is_held_out) in [(&games.training, false), (&games.held_out, true)] {
        let sums = |choice: usize| -> Vec<f64> {
            let candidates = side.candidates_of(choice);
            candidates
                .map(|at| side.candidate(at).sum(&weights))
                .collect()
        };
        let plain = plain_choices(is_held_out);
        assert_eq!(side.choices(), plain.len());
        assert!(side.games() > 0);
        for (choice, plain) in plain.into_iter().enumerate() {
            let mut found = sums(choice);
            assert_eq!(found.len(), plain.len());
            assert_close(found[0], plain[0], 1e-6, "the move that was played");
            // The others are in any order.
            let mut plain = plain;
            found.sort_by(f64::total_cmp);
            plain.sort_by(f64::total_cmp);
            for (found, plain) in found.into_iter().zip(plain) {
                assert_close(found, plain, 1e-6, "a move");
            }
        }
    }
}
