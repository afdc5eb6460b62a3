//! Forced wins: those that were published, and those of random boards against a plain
//! search.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use engines::engine::{Budget, Meter};
use engines::gomoku::{Attack, Gomoku, GomokuRules, Variant, Vcf, Vct};
use engines::{Color, Ending, Game, Move, Rng, diagram};

use super::{ALL_VARIANTS, board, legal, table};

/// A row of the table.
struct Known {
    id: &'static str,
    is_vcf: bool,
    position: Gomoku,
    /// Fours and threes of the line that was published.
    moves: Option<u32>,
    /// So many are not enough.
    no_win_within: Option<u32>,
}

fn known() -> Vec<Known> {
    let rules = board(15, 15, Variant::Renju);
    let empty = Gomoku::initial(&rules);
    let row = |row: Vec<&'static str>| {
        let [
            id,
            _,
            kind,
            side,
            black,
            white,
            _,
            moves,
            _,
            no_win_within,
            ..,
        ] = row[..]
        else {
            panic!("{row:?}");
        };
        let mut stones = [None; 225];
        for (names, color) in [(black, Color::Black), (white, Color::White)] {
            for name in names.split_whitespace() {
                stones[empty.parse_move(name).unwrap().point().unwrap()] = Some(color);
            }
        }
        let side = match side {
            "black" => Color::Black,
            "white" => Color::White,
            _ => panic!("unknown side {side}"),
        };
        Known {
            id,
            is_vcf: kind == "VCF",
            position: Gomoku::from_stones(&rules, &stones, side).unwrap(),
            moves: moves.parse().ok(),
            no_win_within: no_win_within.parse().ok(),
        }
    };
    table(include_str!("../data/gomoku/forced_wins.tsv"))
        .map(row)
        .collect()
}

/// Plays a line to its end, where the side that began has five in a row.
fn assert_wins(position: &Gomoku, line: &[Move]) {
    let mut game = *position;
    for &mv in line {
        let text = game.move_to_text(mv);
        assert_eq!(game.try_play(mv), Ok(()), "{text}\n{game}\n{position}");
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.ending, Ending::Five);
    assert_eq!(outcome.winner, Some(position.to_move()));
}

/// What a search within so many nodes finds, and how many it took.
fn within_nodes<T>(nodes: u64, search: impl FnOnce(&mut Meter) -> T) -> (T, u64) {
    let budget = Budget {
        nodes: Some(nodes),
        ..Budget::default()
    };
    let stop = AtomicBool::new(false);
    let mut meter = Meter::start(&budget, &stop);
    let found = search(&mut meter);
    (found, meter.nodes())
}

#[test]
fn published_wins_by_fours_are_found() {
    let mut rows = 0;
    for known in known().iter().filter(|known| known.is_vcf) {
        let mut vcf = Vcf::new(1 << 22).unwrap();
        let position = &known.position;
        let (line, _) = within_nodes(200_000, |meter| vcf.solve(position, meter));
        let line = line.expect(known.id);
        assert_wins(position, &line);
        let moves = known.moves.unwrap();
        let (found, _) = within_nodes(50_000_000, |meter| vcf.within(position, moves, meter));
        let Attack::Wins(line) = found else {
            panic!("{} {found:?}", known.id);
        };
        assert_wins(position, &line);
        assert!(line.len() as u32 <= 2 * moves + 1, "{}", known.id);
        if let Some(too_few) = known.no_win_within {
            let (found, _) = within_nodes(u64::MAX, |meter| vcf.within(position, too_few, meter));
            assert_eq!(found, Attack::Fails, "{}", known.id);
        }
        rows += 1;
    }
    assert_eq!(rows, 11);
}

#[test]
fn a_search_ends_with_its_budget() {
    let known = known();
    let deep = known.iter().max_by_key(|known| known.moves).unwrap();
    for nodes in [0, 1, 2, 100, 1_000] {
        let mut vcf = Vcf::new(1 << 16).unwrap();
        let (found, spent) =
            within_nodes(nodes, |meter| vcf.within(&deep.position, u32::MAX, meter));
        assert_eq!(found, Attack::Unknown);
        assert!(spent <= nodes + 4, "{spent} of {nodes}");
        let (found, spent) = within_nodes(u64::MAX, |meter| {
            vcf.winning_move(&deep.position, nodes, meter)
        });
        assert_eq!(found, None);
        assert!(spent <= nodes + 4, "{spent} of {nodes}");
    }
    let hard = known
        .iter()
        .find(|known| !known.is_vcf && known.moves == Some(13));
    let position = hard.unwrap().position;
    for nodes in [0, 1_000, 100_000] {
        let mut vct = Vct::new(1 << 20).unwrap();
        let (found, spent) = within_nodes(nodes, |meter| vct.solve(&position, meter));
        assert_eq!(found, None);
        // The moves that could stop a threat are tried without a look at the budget.
        assert!(spent <= nodes + 5_000, "{spent} of {nodes}");
    }
}

fn line_of(text: &str, rules: Variant, to_move: Color) -> Option<Vec<String>> {
    let position: Gomoku = diagram::parse(&board(9, 9, rules), text, to_move).unwrap();
    let mut vcf = Vcf::new(1 << 16).unwrap();
    let (line, _) = within_nodes(u64::MAX, |meter| vcf.solve(&position, meter));
    let line = line?;
    assert_wins(&position, &line);
    Some(line.iter().map(|&mv| position.move_to_text(mv)).collect())
}

#[test]
fn white_wins_where_black_may_not_answer() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . . . . X . . .
                . . . . . X . . .
                X O O . O . . . .
                . . . . . X . . .
                . . . . . X . . .
                . . . . . X . . .
                . . . . . . . . .";
    let line = line_of(text, Variant::Renju, Color::White).unwrap();
    assert_eq!((&line[0][..], &line[2][..], line.len()), ("d5", "f5", 3));
    assert_eq!(line_of(text, Variant::Freestyle, Color::White), None);
}

#[test]
fn black_wins_only_with_allowed_fours() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                O X X X . . . . .
                . . . . . . . . .
                . . . . X . . . .
                . . . . X . . . .
                . . . . X . . . .
                . . . . O . . . .
                . . . . . . . . .";
    assert_eq!(line_of(text, Variant::Renju, Color::Black), None);
    let line = line_of(text, Variant::Freestyle, Color::Black).unwrap();
    assert_eq!((&line[0][..], line.len()), ("e7", 3));
}

/// All legal moves of both sides: whether the side to move can make fours, at most so
/// many, until it wins.
struct Fours {
    known: HashMap<(u64, u32), bool>,
}

impl Fours {
    fn win(&mut self, game: &Gomoku, fours: u32) -> bool {
        if let Some(&known) = self.known.get(&(game.key(), fours)) {
            return known;
        }
        let wins = self.win_anew(game, fours);
        self.known.insert((game.key(), fours), wins);
        wins
    }

    fn win_anew(&mut self, game: &Gomoku, fours: u32) -> bool {
        let attacker = game.to_move();
        let moves = after_each_move(game);
        if moves.iter().any(|after| has_won(after, attacker)) {
            return true;
        }
        let mut made = moves
            .iter()
            .filter(|after| fours > 0 && after.outcome().is_none() && threatens(after));
        made.any(|four| {
            after_each_move(four)
                .iter()
                .all(|after| after.outcome().is_none() && self.win(after, fours - 1))
        })
    }
}

fn after_each_move(game: &Gomoku) -> Vec<Gomoku> {
    let after = |&mv: &Move| {
        let mut after = *game;
        after.play(mv);
        after
    };
    legal(game).iter().map(after).collect()
}

fn has_won(game: &Gomoku, color: Color) -> bool {
    game.outcome()
        .is_some_and(|outcome| outcome.winner == Some(color))
}

/// Whether the side that has just moved would win with another stone.
fn threatens(game: &Gomoku) -> bool {
    let stones: Vec<_> = (0..game.width() * game.height())
        .map(|point| game.at(point))
        .collect();
    let again = Gomoku::from_stones(game.rules(), &stones, !game.to_move()).unwrap();
    after_each_move(&again)
        .iter()
        .any(|after| has_won(after, again.to_move()))
}

/// A board with stones at random, more of the side to move, and no winning row.
fn random_position(rules: GomokuRules, rng: &mut Rng) -> Gomoku {
    let to_move = Color::BOTH[rng.below(2) as usize];
    loop {
        let (own, their) = (10 + rng.below(25), 5 + rng.below(20));
        let stones: Vec<_> = (0..usize::from(rules.width) * usize::from(rules.height))
            .map(|_| match rng.below(100) {
                n if n < own => Some(to_move),
                n if n < own + their => Some(!to_move),
                _ => None,
            })
            .collect();
        let game = Gomoku::from_stones(&rules, &stones, to_move).unwrap();
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn assert_as_plain(position: &Gomoku, vcf: &mut Vcf, plain: &mut Fours) -> Option<usize> {
    let mut shortest = None;
    for fours in [0, 1, 2, 3, 4, 200] {
        let expected = plain.win(position, fours);
        let (found, _) = within_nodes(u64::MAX, |meter| vcf.within(position, fours, meter));
        match found {
            Attack::Wins(line) => {
                assert!(expected, "{fours}\n{position}");
                assert_wins(position, &line);
                assert!(line.len() <= 2 * fours as usize + 1, "{fours}\n{position}");
                shortest.get_or_insert(fours as usize);
            }
            Attack::Fails => assert!(!expected, "{fours}\n{position}"),
            Attack::Unknown => panic!("there was no limit"),
        }
    }
    let (mv, _) = within_nodes(u64::MAX, |meter| {
        vcf.winning_move(position, u64::MAX, meter)
    });
    assert_eq!(mv.is_some(), shortest.is_some(), "{position}");
    shortest
}

#[test]
fn wins_by_fours_are_those_of_a_plain_search() {
    let mut rng = Rng::new(1);
    // Smaller than the searches, and kept from rules to rules.
    let mut vcf = Vcf::new(1 << 10).unwrap();
    for rules in ALL_VARIANTS {
        let mut shortest = BTreeMap::new();
        for round in 0..300 {
            let (width, height) = [(7, 7), (9, 5), (6, 8)][round % 3];
            let position = random_position(board(width, height, rules), &mut rng);
            let mut plain = Fours {
                known: HashMap::new(),
            };
            let found = assert_as_plain(&position, &mut vcf, &mut plain);
            *shortest.entry(found).or_insert(0) += 1;
        }
        let lengths = [None, Some(0), Some(1), Some(2), Some(3)];
        let common = |length| shortest.get(length).is_some_and(|&count| count > 2);
        assert!(lengths.iter().all(common), "{rules} {shortest:?}");
    }
}

#[test]
fn published_wins_by_threats_are_found() {
    let mut rows = 0;
    for known in known().iter().filter(|known| !known.is_vcf) {
        if known.moves.is_some() {
            let mut vct = Vct::new(1 << 26).unwrap();
            let (line, _) = within_nodes(20_000_000, |meter| vct.solve(&known.position, meter));
            assert_wins(&known.position, &line.expect(known.id));
            rows += 1;
        }
    }
    assert_eq!(rows, 5);
}

/// Whether the side to move wins by fours, or makes the move that a search for threats
/// finds and, whatever the opponent answers, wins in the same way again.
fn holds(game: &Gomoku, vcf: &mut Vcf, vct: &mut Vct) -> bool {
    let (fours, _) = within_nodes(u64::MAX, |meter| vcf.solve(game, meter));
    if fours.is_some() {
        return true;
    }
    let (threats, _) = within_nodes(1_000_000, |meter| vct.solve(game, meter));
    let Some(line) = threats else {
        return false;
    };
    assert_wins(game, &line);
    let mut after = *game;
    after.play(line[0]);
    after_each_move(&after)
        .iter()
        .all(|after| after.outcome().is_none() && holds(after, vcf, vct))
}

#[test]
fn wins_by_threats_hold_against_any_defense() {
    let mut rng = Rng::new(2);
    let mut vcf = Vcf::new(1 << 16).unwrap();
    let mut vct = Vct::new(1 << 18).unwrap();
    for rules in ALL_VARIANTS {
        let mut wins = 0;
        for round in 0..600 {
            let (width, height) = [(7, 7), (9, 6), (6, 8)][round % 3];
            let position = random_position(board(width, height, rules), &mut rng);
            let (fours, _) = within_nodes(u64::MAX, |meter| vcf.solve(&position, meter));
            if fours.is_some() {
                let (line, _) = within_nodes(u64::MAX, |meter| vct.solve(&position, meter));
                assert_wins(&position, &line.unwrap());
                continue;
            }
            let (threats, _) = within_nodes(10_000, |meter| vct.solve(&position, meter));
            if threats.is_some() {
                assert!(holds(&position, &mut vcf, &mut vct), "{position}");
                wins += 1;
            }
        }
        assert!(wins > 10, "{rules} {wins}");
    }
}
