//! Legal moves under every budget, the same ones whenever the same is asked,
//! and no more nodes than there are.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::{Budget, GameVisitor, Knowledge, SearchReport};

use super::counting::{Counting, Tally};
use super::{ENGINES, GAMES, engine, game, nodes, positions, search};

fn check_report<G: Knowledge>(position: &G, report: &SearchReport) {
    assert_eq!(position.check(report.best), Ok(()), "{position:?}");
    assert!(
        report
            .value
            .is_none_or(|value| (0.0..=1.0).contains(&value)),
        "{report:?}\n{position:?}"
    );
    assert_eq!(report.variation.first(), Some(&report.best));
    let mut game = position.clone();
    for &mv in &report.variation {
        assert_eq!(game.try_play(mv), Ok(()), "{report:?}\n{position:?}");
    }
}

struct LegalUnderEveryBudget(&'static str);

impl GameVisitor for LegalUnderEveryBudget {
    type Output = ();

    fn visit<G: Knowledge>(self, rules: &G::Rules) {
        let limits = [0, 1, 2, 10, 1000].map(nodes);
        // Nodes as well: three plies of Go on the full board take a minute.
        let depths = [1, 2, 3].map(|depth| Budget {
            depth: Some(depth),
            ..nodes(3_000)
        });
        let time = Budget {
            time: Some(Duration::from_millis(1)),
            ..Budget::default()
        };
        let mut engine = engine::<G>(self.0);
        engine.new_game(1);
        for position in positions::<G>(rules, 1, 4) {
            for budget in limits.iter().chain(&depths).chain([&time]) {
                let report = search(&mut engine, &position, budget);
                check_report(&position, &report);
                if self.0.starts_with("alphabeta") {
                    let deepest = budget.depth.unwrap_or(u32::MAX);
                    let most = budget.nodes.unwrap_or(u64::MAX);
                    assert!(
                        report.depth <= deepest && report.nodes <= most,
                        "{report:?}"
                    );
                }
            }
            let stopped = engine.search(&position, &Budget::default(), &AtomicBool::new(true));
            check_report(&position, &stopped);
        }
    }
}

#[test]
fn moves_are_legal_under_every_budget() {
    for spec in GAMES {
        for engine in ENGINES {
            game(spec).dispatch(LegalUnderEveryBudget(engine));
        }
    }
}

/// All but the time that it took.
fn outcome(report: SearchReport) -> impl PartialEq + std::fmt::Debug {
    let value = report.value.map(f64::to_bits);
    let SearchReport {
        best, depth, nodes, ..
    } = report;
    (best, value, depth, nodes, report.variation)
}

struct NoTrace(&'static str);

impl GameVisitor for NoTrace {
    type Output = ();

    fn visit<G: Knowledge>(self, rules: &G::Rules) {
        let game = positions::<G>(rules, 2, 5);
        let mut fresh = engine::<G>(self.0);
        let mut used = engine::<G>(self.0);
        used.new_game(3);
        for position in &positions::<G>(rules, 3, 3) {
            search(&mut used, position, &nodes(2_000));
        }
        for position in &game {
            search(&mut used, position, &nodes(700));
        }
        for engine in [&mut fresh, &mut used] {
            engine.new_game(7);
        }
        for position in &game {
            let [one, other] = [&mut fresh, &mut used]
                .map(|engine| outcome(search(engine, position, &nodes(700))));
            assert_eq!(one, other, "{}\n{position:?}", self.0);
        }
    }
}

#[test]
fn a_used_engine_plays_like_a_fresh_one() {
    for spec in GAMES {
        for engine in ENGINES {
            game(spec).dispatch(NoTrace(engine));
        }
    }
}

struct Counted(&'static str);

impl GameVisitor for Counted {
    type Output = ();

    fn visit<G: Knowledge>(self, rules: &G::Rules) {
        let mut plain = engine::<G>(self.0);
        let mut counting = engine::<Counting<G>>(self.0);
        plain.new_game(5);
        counting.new_game(5);
        for position in positions::<Counting<G>>(rules, 5, 4) {
            for limit in [0, 1, 5, 300, 2_000] {
                Tally::reset();
                let report = search(&mut counting, &position, &nodes(limit));
                let tally = Tally::read();
                assert_eq!(report.nodes, tally.moves, "{}\n{position:?}", self.0);
                if self.0.starts_with("mcts") {
                    // There was a node left when the last descent began.
                    assert!(
                        tally.before_last_playout < limit.max(1),
                        "{limit}: {tally:?}"
                    );
                } else {
                    assert!(report.nodes <= limit, "{}: {report:?}", self.0);
                }
                let expected = search(&mut plain, position.inner(), &nodes(limit));
                assert_eq!(outcome(report), outcome(expected), "{}", self.0);
            }
        }
    }
}

#[test]
fn reported_nodes_are_those_tried_and_stay_within_the_limit() {
    for spec in GAMES {
        // A solver has boards of its own.
        let others = ["mcts:memory=0", "alphabeta:hash=1,without=solver"];
        let engines = ENGINES.into_iter().chain(others);
        for engine in engines.filter(|&engine| engine != "alphabeta:hash=1") {
            game(spec).dispatch(Counted(engine));
        }
    }
}

/// What ends a search of `mcts` besides a budget.
#[test]
fn mcts_makes_as_many_playouts_as_it_is_told() {
    struct Playouts(u64);
    impl GameVisitor for Playouts {
        type Output = ();
        fn visit<G: Knowledge>(self, rules: &G::Rules) {
            let mut engine = engine::<Counting<G>>(&format!("mcts:playouts={}", self.0));
            engine.new_game(1);
            for position in positions::<Counting<G>>(rules, 4, 3) {
                Tally::reset();
                search(&mut engine, &position, &Budget::default());
                assert_eq!(Tally::read().playouts, self.0, "{position:?}");
            }
        }
    }
    for spec in GAMES {
        for playouts in [1, 2, 30] {
            game(spec).dispatch(Playouts(playouts));
        }
    }
}
