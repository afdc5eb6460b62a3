use super::*;
use std::collections::{HashMap, HashSet};

use engines::Rng;
use proptest::prelude::*;

/// What the pair of these two, the `nth` of all pairs, gives: mostly to the
/// lower number.
fn points(nth: u64, players: [usize; 2]) -> PairPoints {
    let mut rng = Rng::new(engines::rng::mix(nth, players[0] as u64) ^ players[1] as u64);
    let first = rng.below(5) as u8;
    match rng.below(20) {
        0 => PairPoints([0, 0]),
        1..10 if players[0] < players[1] => PairPoints([4, 0]),
        _ => PairPoints([first, 4 - first]),
    }
}

/// Plays a tournament with up to `ahead` pairs under way, and a random part of
/// them recorded at a time; returns who met, pair by pair.
fn play(mut pairings: Pairings, ahead: u64, seed: u64) -> (Vec<[usize; 2]>, Pairings) {
    let mut rng = Rng::new(seed);
    let mut met = Vec::new();
    let mut recorded = 0;
    loop {
        let under_way = met.len() as u64 - recorded;
        let turn = match under_way < ahead {
            true => pairings.next_turn(),
            false => Turn::Wait,
        };
        match turn {
            Turn::Meet { players, .. } => met.push(players),
            Turn::End if under_way == 0 => return (met, pairings),
            Turn::Wait | Turn::End => {
                assert!(under_way > 0, "nothing is under way to wait for");
                for _ in 0..=rng.below(under_way as u32) {
                    pairings.record(points(recorded, met[recorded as usize]));
                    recorded += 1;
                }
            }
        }
    }
}

fn played(system: System, players: usize, pairs: u64) -> (Vec<[usize; 2]>, Pairings) {
    play(Pairings::new(system, players, pairs), 1, 1)
}

fn sorted([one, other]: [usize; 2]) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

fn any_system() -> impl Strategy<Value = (System, usize)> {
    (0..4, 3_usize..24, any::<prop::sample::Index>()).prop_map(|(kind, players, index)| {
        let number = 1 + index.index(players - 1);
        let system = match kind {
            0 => System::RoundRobin,
            1 => System::Gauntlet {
                challengers: number,
            },
            2 => System::Swiss {
                rounds: number as u64,
            },
            _ => System::Knockout,
        };
        system.check(players).unwrap();
        (system, players)
    })
}

proptest! {
    #[test]
    fn who_meets_does_not_hang_on_when_results_come(
        (system, players) in any_system(),
        pairs in 1_u64..4,
        ahead in 1_u64..100,
        seed: u64,
    ) {
        let (met, end) = played(system, players, pairs);
        let (other, other_end) = play(Pairings::new(system, players, pairs), ahead, seed);
        prop_assert_eq!(&met, &other);
        let results = met.iter().zip(0..).map(|(&players, nth)| points(nth, players));
        let again = Pairings::new(system, players, pairs).after(results);
        for other in [other_end, again] {
            prop_assert_eq!(format!("{:?}", end), format!("{:?}", other));
        }
        let fewest = system.meetings(players) * pairs;
        let count = met.len() as u64;
        prop_assert!((fewest..=system.longest_meeting() * fewest).contains(&count));
    }

    #[test]
    fn a_number_stands_for_two_players((system, players) in any_system(), pairs in 1_u64..3) {
        let mut pairings = Pairings::new(system, players, pairs);
        let mut numbers = HashMap::new();
        let mut nth = 0;
        while let Turn::Meet { players: two, number } = pairings.next_turn() {
            prop_assert!(number < (players * players) as u64);
            prop_assert_eq!(*numbers.entry(number).or_insert(sorted(two)), sorted(two));
            pairings.record(points(nth, two));
            nth += 1;
        }
    }

    #[test]
    fn everyone_meets_everyone_in_every_round_of_a_round_robin(
        players in 2_usize..30,
        pairs in 1_usize..4,
    ) {
        let (met, _) = played(System::RoundRobin, players, pairs as u64);
        let all = System::RoundRobin.possible_meetings(players);
        prop_assert_eq!(met.len(), pairs * players * (players - 1) / 2);
        prop_assert_eq!(all.iter().collect::<HashSet<_>>().len(), players * (players - 1) / 2);
        prop_assert!(met.chunks(all.len()).all(|round| round == all));
    }

    #[test]
    fn challengers_meet_everyone_else_and_nobody_else_meets(
        players in 2_usize..20,
        index: prop::sample::Index,
    ) {
        let challengers = 1 + index.index(players - 1);
        let (met, _) = played(System::Gauntlet { challengers }, players, 1);
        let distinct: HashSet<_> = met.iter().collect();
        prop_assert_eq!(distinct.len(), met.len());
        prop_assert_eq!(met.len(), challengers * (players - challengers));
        prop_assert!(met.iter().all(|two| two[0] < challengers && two[1] >= challengers));
    }

    #[test]
    fn a_swiss_of_few_rounds_has_no_rematch_and_fair_byes(
        players in 3_usize..40,
        pairs in 1_u64..3,
    ) {
        let rounds = swiss::default_rounds(players).min(players as u64 / 2);
        let system = System::Swiss { rounds };
        let (met, end) = played(system, players, pairs);
        prop_assert_eq!(met.len() as u64, system.meetings(players) * pairs);
        let a_round = players / 2 * pairs as usize;
        let distinct: HashSet<_> = met.iter().copied().map(sorted).collect();
        prop_assert_eq!(distinct.len() as u64, system.meetings(players), "a rematch");
        for round in met.chunks(a_round) {
            let playing: HashSet<_> = round.iter().flatten().collect();
            prop_assert_eq!(playing.len(), players / 2 * 2);
        }
        let Pairings::Swiss(end) = end else { unreachable!() };
        let byes: Vec<u16> = end.standing().iter().map(|row| row.byes).collect();
        prop_assert!(byes.iter().all(|&byes| byes <= 1));
        let all: u64 = byes.iter().map(|&byes| u64::from(byes)).sum();
        prop_assert_eq!(all, players as u64 % 2 * rounds);
    }

    #[test]
    fn a_longer_swiss_begins_with_the_shorter(players in 4_usize..20, pairs in 1_u64..3) {
        let rounds = players as u64 - 1;
        let (long, _) = played(System::Swiss { rounds }, players, pairs);
        for rounds in 1..rounds {
            let (short, _) = played(System::Swiss { rounds }, players, pairs);
            prop_assert_eq!(&short[..], &long[..short.len()]);
        }
    }
}

/// Whether all who are not `taken` can meet somebody new, tried one by one. In
/// an odd field the last is the bye.
fn can_avoid_rematches(met: &HashSet<[usize; 2]>, taken: &mut Vec<bool>) -> bool {
    let Some(one) = taken.iter().position(|&is_taken| !is_taken) else {
        return true;
    };
    taken[one] = true;
    let found = (one + 1..taken.len()).any(|other| {
        if taken[other] || met.contains(&[one, other]) {
            return false;
        }
        taken[other] = true;
        let found = can_avoid_rematches(met, taken);
        taken[other] = false;
        found
    });
    taken[one] = false;
    found
}

#[test]
fn a_swiss_has_a_rematch_only_where_it_must() {
    let mut forced = 0;
    for players in 3..=9 {
        for seed in 0..40 {
            let rounds = players as u64 - 1;
            let mut pairings = Pairings::new(System::Swiss { rounds }, players, 1);
            let mut met = HashSet::new();
            for round in 0..rounds {
                let mut taken = vec![false; players.next_multiple_of(2)];
                let is_avoidable = can_avoid_rematches(&met, &mut taken);
                let mut two_by_two = Vec::new();
                while let Turn::Meet { players, .. } = pairings.next_turn() {
                    two_by_two.push(sorted(players));
                }
                assert_eq!(two_by_two.len(), players / 2);
                let is_new = two_by_two.iter().all(|two| !met.contains(two));
                assert_eq!(is_new, is_avoidable, "{players} players, round {round}");
                forced += u32::from(!is_avoidable);
                let plays = |one: &usize| two_by_two.iter().flatten().any(|player| player == one);
                for absent in (0..players).filter(|one| !plays(one)) {
                    assert!(met.insert([absent, players]), "a second bye for {absent}");
                }
                for two in &two_by_two {
                    pairings.record(points(seed * 100 + round, *two));
                }
                met.extend(two_by_two);
            }
        }
    }
    assert!(forced > 0, "no field forced a rematch");
}

#[test]
fn a_swiss_pairs_equals() {
    let mut pairings = Pairings::new(System::Swiss { rounds: 3 }, 9, 1);
    let mut round = |better: usize| {
        let mut met = Vec::new();
        while let Turn::Meet { players, .. } = pairings.next_turn() {
            met.push(players);
        }
        for two in &met {
            let first = if two[0] < two[1] { better } else { 1 - better };
            pairings.record(PairPoints([[4, 0], [0, 4]][first]));
        }
        met
    };
    // The upper half meets the lower, and the last has the bye.
    assert_eq!(round(0), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    // Four winners and the bye; one of the five meets one of the losers.
    assert_eq!(round(0), [[8, 1], [0, 2], [3, 4], [5, 6]]);
}

#[test]
fn a_large_swiss_is_paired() {
    let rounds = 12;
    let (met, _) = played(System::Swiss { rounds }, 1001, 1);
    let distinct: HashSet<_> = met.iter().copied().map(sorted).collect();
    assert_eq!(distinct.len(), 12 * 500);
}

#[test]
fn brackets_of_every_size() {
    for players in 2..=40_usize {
        // Nobody is ever surprised, and every round is decided by the seeds.
        let mut pairings = Pairings::new(System::Knockout, players, 1);
        let mut met = Vec::new();
        while let Turn::Meet { players: two, .. } = pairings.next_turn() {
            met.push(two);
            pairings.record(PairPoints(if two[0] < two[1] { [4, 0] } else { [0, 4] }));
        }
        assert_eq!(met.len(), players - 1);
        let Pairings::Knockout(knockout) = &pairings else {
            unreachable!()
        };
        let rounds = knockout.decided();
        let size = players.next_power_of_two();
        assert_eq!(rounds.len() as u32, size.ilog2());
        for (round, left) in rounds.iter().zip((0..).map(|round| size >> round)) {
            let mut winners: Vec<usize> = round.iter().map(|one| one.winner).collect();
            winners.sort();
            assert_eq!(winners, (0..left / 2).collect::<Vec<_>>());
            for one in round {
                // Seeds of a meeting add up; those without an opponent have a bye.
                let opponent = left - 1 - one.winner;
                assert_eq!(one.loser, (opponent < players).then_some(opponent));
            }
        }
    }
}

#[test]
fn a_tied_meeting_plays_on_and_the_higher_seed_goes_on() {
    let mut pairings = Pairings::new(System::Knockout, 4, 2);
    let mut play = |results: &[[u8; 2]]| {
        let mut met = Vec::new();
        while let Turn::Meet { players, .. } = pairings.next_turn() {
            met.push(players);
        }
        assert_eq!(met.len(), results.len());
        results
            .iter()
            .for_each(|&points| pairings.record(PairPoints(points)));
        met
    };
    assert_eq!(
        play(&[[4, 0], [2, 2], [0, 4], [2, 2]]),
        [[0, 3], [1, 2], [0, 3], [1, 2]]
    );
    assert_eq!(play(&[[2, 2], [1, 3]]), [[0, 3], [1, 2]]);
    assert_eq!(play(&[[2, 2]]), [[0, 3]]);
    // Void pairs decide nothing.
    assert_eq!(play(&[[0, 0], [0, 0]]), [[0, 2], [0, 2]]);
    assert_eq!(play(&[[2, 2]]), [[0, 2]]);
    assert_eq!(play(&[[3, 1]]), [[0, 2]]);
    assert_eq!(pairings.next_turn(), Turn::End);
    let Pairings::Knockout(knockout) = &pairings else {
        unreachable!()
    };
    let is_by_seed: Vec<bool> = knockout
        .decided()
        .iter()
        .flatten()
        .map(Decision::is_by_seed)
        .collect();
    assert_eq!(is_by_seed, [true, false, false]);
    assert_eq!(knockout.decided()[1][0].points, [5, 3]);
}

#[test]
fn options_go_before_others_of_their_kind() {
    let options = |kind, challengers, rounds| ScheduleOptions {
        kind,
        challengers,
        rounds,
    };
    let file = options(Some(ScheduleKind::Swiss), None, Some(3));
    let nothing = ScheduleOptions::default();
    assert_eq!(nothing.over(file), file);
    let rounds = options(None, None, Some(5));
    assert_eq!(
        rounds.over(file).resolve(8),
        Ok(System::Swiss { rounds: 5 })
    );
    let gauntlet = options(Some(ScheduleKind::Gauntlet), None, None);
    assert_eq!(
        gauntlet.over(file).resolve(8),
        Ok(System::Gauntlet { challengers: 1 })
    );
    assert!(rounds.resolve(8).is_err());
    assert_eq!(nothing.resolve(8), Ok(System::RoundRobin));
    for system in [
        System::RoundRobin,
        System::Gauntlet { challengers: 3 },
        System::Swiss { rounds: 2 },
        System::Knockout,
    ] {
        assert_eq!(system.options().resolve(8), Ok(system));
    }
}

#[test]
fn customary_numbers_of_rounds() {
    let rounds = [2, 3, 4, 5, 8, 9, 16, 1000].map(swiss::default_rounds);
    assert_eq!(rounds, [1, 2, 2, 3, 3, 4, 4, 10]);
}
