//! Statistics of a match of two: against known answers, at the edges, and over
//! simulated matches.

use std::fs;

use engines::rng::{Rng, mix};
use harness::ratings::{
    GameResult, MatchCounts, MatchElo, MatchModel, Sprt, Units, Verdict, expect, match_interval,
};

use super::assert_close;

/// The rows of a table of tests/data, without its title.
fn table(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a table");
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// Games alone: lost, drawn, won.
fn of_games(games: [u64; 3]) -> MatchCounts {
    MatchCounts {
        games,
        ..MatchCounts::default()
    }
}

/// Pairs alone; those of one point as if both games were drawn.
fn of_pairs(pairs: [u64; 5]) -> MatchCounts {
    let [none, half, one, more, two] = pairs;
    MatchCounts {
        pairs,
        split_pairs: 0,
        games: [2 * none + half, half + 2 * one + more, more + 2 * two],
    }
}

fn counts(text: &str) -> MatchCounts {
    let cells: Vec<u64> = text.split(',').map(|cell| cell.parse().unwrap()).collect();
    match cells.len() {
        3 => of_games(cells.try_into().unwrap()),
        _ => of_pairs(cells.try_into().unwrap()),
    }
}

#[test]
fn known_counts_have_known_ratios_and_elo() {
    let rows = table("sprt/llr.tsv");
    assert_eq!(rows.len(), 10);
    for row in rows {
        let [
            case,
            cells,
            elo0,
            elo1,
            logistic,
            normalized,
            elo,
            elo_95,
            los,
            decision,
        ] = row.try_into().expect("ten columns");
        let counts = counts(&cells);
        let sprt = Sprt {
            elo0: number(&elo0),
            elo1: number(&elo1),
            ..Sprt::default()
        };
        let in_units = |units| Sprt { units, ..sprt }.log_likelihood_ratio(&counts);
        let ratios = [in_units(Units::Logistic), in_units(Units::Normalized)];
        assert_close(ratios[0], number(&logistic), 1e-6, &case);
        assert_close(ratios[1], number(&normalized), 1e-6, &case);
        let estimate = MatchElo::new(&counts);
        assert_close(estimate.elo, number(&elo), 1e-4, &case);
        assert_close(estimate.elo_95, number(&elo_95), 1e-4, &case);
        assert_close(estimate.los, number(&los), 1e-6, &case);
        let verdict = match decision.as_str() {
            "H0" => Verdict::AcceptH0,
            "H1" => Verdict::AcceptH1,
            _ => Verdict::Continue,
        };
        assert_eq!(sprt.verdict(&counts), verdict, "{case}");
    }
}

/// Scores at which others print infinities, or a ratio of 0.
#[test]
fn every_score_has_finite_numbers() {
    let mut edges = vec![MatchCounts::default(), of_games([0, 0, 10])];
    for games in [1, 400, 1_000_000_000] {
        edges.extend((0..3).map(|cell| {
            let mut cells = [0; 3];
            cells[cell] = games;
            of_games(cells)
        }));
        edges.extend((0..5).map(|cell| {
            let mut cells = [0; 5];
            cells[cell] = games;
            of_pairs(cells)
        }));
    }
    for counts in edges {
        let MatchElo {
            elo,
            elo_95,
            normalized,
            normalized_95,
            los,
        } = MatchElo::new(&counts);
        for number in [elo, elo_95, normalized, normalized_95, los] {
            assert!(number.is_finite(), "{counts:?}");
        }
        for units in [Units::Logistic, Units::Normalized] {
            for (elo0, elo1) in [(0.0, 30.0), (-5.0, 0.0), (-1000.0, 1000.0), (999.0, 1000.0)] {
                let sprt = Sprt {
                    elo0,
                    elo1,
                    units,
                    ..Sprt::default()
                };
                let ratio = sprt.log_likelihood_ratio(&counts);
                assert!(ratio.is_finite(), "{counts:?} {sprt:?}: {ratio}");
                let won_all = counts.games[0] == 0 && counts.games[1] == 0 && counts.games[2] > 0;
                assert!(!won_all || ratio > 0.0, "{counts:?} {sprt:?}: {ratio}");
            }
        }
        let interval = match_interval(&counts);
        for end in [interval.low, interval.high].into_iter().flatten() {
            assert!(end.is_finite(), "{counts:?}");
        }
    }
    let sprt = Sprt::default();
    assert_eq!(sprt.verdict(&of_games([0, 0, 400])), Verdict::AcceptH1);
    assert_eq!(
        sprt.verdict(&of_pairs([0, 0, 0, 0, 200])),
        Verdict::AcceptH1
    );
    assert_eq!(sprt.verdict(&of_games([400, 0, 0])), Verdict::AcceptH0);
    assert_eq!(sprt.verdict(&MatchCounts::default()), Verdict::Continue);
}

/// The other player's ratio is that of the mirrored hypotheses.
#[test]
fn sides_can_be_exchanged() {
    for pairs in [[1, 2, 4, 3, 2], [0, 0, 5, 0, 7], [30, 20, 100, 25, 45]] {
        let mut mirrored = pairs;
        mirrored.reverse();
        for units in [Units::Logistic, Units::Normalized] {
            let sprt = Sprt {
                elo0: -10.0,
                elo1: 25.0,
                units,
                ..Sprt::default()
            };
            let other = Sprt {
                elo0: -25.0,
                elo1: 10.0,
                ..sprt
            };
            let ratio = sprt.log_likelihood_ratio(&of_pairs(pairs));
            let of_other = other.log_likelihood_ratio(&of_pairs(mirrored));
            assert_close(ratio, -of_other, 1e-9, "mirrored");
        }
        let (own, other) = (
            match_interval(&of_pairs(pairs)),
            match_interval(&of_pairs(mirrored)),
        );
        assert_close(own.low.unwrap(), -other.high.unwrap(), 1e-9, "low");
        assert_close(own.high.unwrap(), -other.low.unwrap(), 1e-9, "high");
    }
}

#[test]
fn plain_counts_have_wilsons_interval_and_perfect_ones_clopper_and_pearsons_bound() {
    let rows = table("ratings/intervals.tsv");
    assert_eq!(rows.len(), 12);
    for row in rows {
        let (wins, losses): (u64, u64) = (row[0].parse().unwrap(), row[1].parse().unwrap());
        let interval = match_interval(&of_games([losses, 0, wins]));
        let expected = match (wins, losses) {
            (_, 0) => (Some(number(&row[8])), None),
            (0, _) => (None, Some(number(&row[9]))),
            _ => (Some(number(&row[6])), Some(number(&row[7]))),
        };
        assert_eq!(interval.low.is_some(), expected.0.is_some(), "{row:?}");
        assert_eq!(interval.high.is_some(), expected.1.is_some(), "{row:?}");
        for (end, expected) in [(interval.low, expected.0), (interval.high, expected.1)] {
            assert_close(
                end.unwrap_or(0.0),
                expected.unwrap_or(0.0),
                1e-3,
                &format!("{row:?}"),
            );
        }
    }
}

/// In the middle of the scale and with many pairs, the interval is nearly the
/// mean and Student's t; pairs that do not vary are counted by their games.
#[test]
fn paired_counts_have_a_t_interval() {
    let interval = match_interval(&of_pairs([30, 20, 100, 25, 45]));
    // Mean 0.539773, its standard error 0.020813, t 1.970806.
    let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
    let (low, high) = (
        elo(0.539773 - 1.970806 * 0.020813),
        elo(0.539773 + 1.970806 * 0.020813),
    );
    assert_close(interval.low.unwrap(), low, 0.5, "low");
    assert_close(interval.high.unwrap(), high, 0.5, "high");

    for pairs in [
        [0, 0, 1, 0, 0],
        [0, 0, 50, 0, 0],
        [0, 0, 0, 7, 0],
        [0, 1, 0, 0, 0],
    ] {
        let paired = of_pairs(pairs);
        assert_eq!(
            match_interval(&paired),
            match_interval(&of_games(paired.games))
        );
    }
    assert_eq!(match_interval(&MatchCounts::default()).low, None);
    assert_eq!(match_interval(&MatchCounts::default()).high, None);
}

/// Every small match has an interval that is not empty, holds its score, and is
/// bounded on the sides where both players scored.
#[test]
fn no_interval_is_empty() {
    for code in 0..4_u64.pow(5) {
        let counts = of_pairs(std::array::from_fn(|cell| {
            code / 4_u64.pow(cell as u32) % 4
        }));
        let Some(score) = counts.score() else {
            continue;
        };
        let interval = match_interval(&counts);
        let elo = 400.0 * (score / (1.0 - score)).log10();
        assert!(
            interval.low.is_none_or(|low| low < elo - 1.0),
            "{counts:?} {interval:?}"
        );
        assert!(
            interval.high.is_none_or(|high| high > elo + 1.0),
            "{counts:?} {interval:?}"
        );
        assert_eq!(interval.low.is_none(), score == 0.0, "{counts:?}");
        assert_eq!(interval.high.is_none(), score == 1.0, "{counts:?}");
    }
}

/// The interval's promise, where openings favor one side: 95 % of them hold the
/// Elo of the expected score.
#[test]
fn intervals_cover_the_truth() {
    const MATCHES: u64 = 4000;
    for (elo, spread, pairs) in [
        (0.0, 40.0, 20),
        (0.0, 40.0, 100),
        (100.0, 40.0, 50),
        (200.0, 40.0, 100),
        (0.0, 300.0, 50),
        (100.0, 300.0, 100),
        (350.0, 40.0, 50),
    ] {
        let model = MatchModel {
            elo,
            draws: 0.05,
            spread,
        };
        let truth = expected_elo(&model);
        let mut covered = 0;
        for number in 0..MATCHES {
            let mut rng = Rng::new(mix(7, number));
            let mut counts = MatchCounts::default();
            (0..pairs).for_each(|_| counts.add_pair(model.play_pair(&mut rng)));
            let interval = match_interval(&counts);
            let holds = interval.low.is_none_or(|low| low <= truth)
                && interval.high.is_none_or(|high| truth <= high);
            covered += u64::from(holds);
        }
        let part = covered as f64 / MATCHES as f64;
        assert_close(part, 0.95, 0.015, &format!("{elo} {spread} {pairs}"));
    }
}

/// The Elo of the score that a model expects, over its openings.
fn expected_elo(model: &MatchModel) -> f64 {
    let steps = (-600..=600).map(|step| f64::from(step) / 100.0);
    let (mut sum, mut weights) = (0.0, 0.0);
    for deviation in steps {
        let weight = (-deviation * deviation / 2.0).exp();
        let elo = model.elo + model.spread * deviation;
        sum += weight / (1.0 + 10_f64.powf(-elo / 400.0));
        weights += weight;
    }
    let score = sum / weights;
    400.0 * (score / (1.0 - score)).log10()
}

/// Without draws and openings both kinds of Elo agree near 0; many draws make the
/// same logistic Elo a larger normalized one.
#[test]
fn models_can_be_given_in_normalized_elo() {
    let model = |draws: f64| MatchModel {
        elo: 0.0,
        draws,
        spread: 0.0,
    };
    let logistic = |draws: f64| model(draws).with_elo(10.0, Units::Normalized).elo;
    assert_close(logistic(0.0), 10.0, 0.01, "without draws");
    assert_close(logistic(0.75), 5.0, 0.01, "with three draws of four games");
    assert_eq!(model(0.5).with_elo(7.0, Units::Logistic).elo, 7.0);
    let mut counts = MatchCounts::default();
    let mut rng = Rng::new(11);
    let model = MatchModel {
        spread: 200.0,
        ..model(0.3)
    }
    .with_elo(50.0, Units::Normalized);
    (0..100_000).for_each(|_| counts.add_pair(model.play_pair(&mut rng)));
    // Four standard errors.
    assert_close(MatchElo::new(&counts).normalized, 50.0, 3.2, "simulated");
}

/// Draws leave the expected score as it is, and are as many as asked for.
#[test]
fn simulated_games_score_as_elos_curve_says() {
    let model = MatchModel {
        elo: 100.0,
        draws: 0.2,
        spread: 0.0,
    };
    let mut rng = Rng::new(3);
    let mut counts = MatchCounts::default();
    (0..100_000).for_each(|_| counts.add_pair(model.play_pair(&mut rng)));
    // Four standard errors.
    assert_close(counts.score().unwrap(), 0.640065, 0.004, "score");
    assert_close(
        counts.games[GameResult::Draw as usize] as f64 / 200_000.0,
        0.2,
        0.004,
        "draws",
    );
}

/// The test keeps its error rates, and takes as many games as it is known to:
/// the means are of an independent simulation.
#[test]
fn the_test_errs_as_rarely_as_it_promises() {
    let sprt = Sprt::default();
    let at = |elo: f64| {
        let model = MatchModel {
            elo,
            draws: 0.05,
            spread: 40.0,
        };
        expect(&sprt, &model, 2000, 1)
    };
    let (equal, middle, better) = (at(0.0), at(15.0), at(30.0));
    assert!((0.033..=0.065).contains(&equal.accepted_h1), "{equal:?}");
    assert!((0.935..=0.967).contains(&better.accepted_h1), "{better:?}");
    assert_close(equal.mean_games, 688.0, 0.08 * 688.0, "games at 0");
    assert_close(middle.mean_games, 1139.0, 0.08 * 1139.0, "games at 15");
}

#[test]
fn expectations_do_not_depend_on_threads() {
    let model = MatchModel {
        elo: 10.0,
        draws: 0.05,
        spread: 40.0,
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            expect(
                &Sprt {
                    elo1: 60.0,
                    ..Sprt::default()
                },
                &model,
                100,
                5,
            )
        })
    };
    assert_eq!(on(1), on(3));
}
