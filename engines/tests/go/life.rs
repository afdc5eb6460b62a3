//! Unconditional life against a plain twin, and against what it means: all
//! that can happen while the owner passes.

use std::collections::HashMap;

use engines::go::{CELLS_9, Go, GoRules, Ko, Life, PointSet};
use engines::{Color, Game, Move, Rng, diagram};
use proptest::prelude::*;

use super::games::{after, best_score, stones_to_play};
use super::plain::PlainGo;
use super::{HalfPoints, rules};

type Points = Vec<usize>;

/// Benson's definitions, word by word.
fn plain_life(plain: &PlainGo, color: Color, suicide: bool) -> (Points, Points) {
    let parts = |stones: &Vec<Option<Color>>, wanted: Option<Color>| {
        let mut parts: Vec<Points> = Vec::new();
        for point in 0..stones.len() {
            if stones[point] == wanted && !parts.iter().flatten().any(|&other| other == point) {
                let mut part = Vec::new();
                plain.fill(stones, point, &mut part);
                parts.push(part);
            }
        }
        parts
    };
    let stones = &plain.stones;
    let own_alone: Vec<Option<Color>> = stones
        .iter()
        .map(|&stone| stone.filter(|&stone| stone == color))
        .collect();
    let all_regions = parts(&own_alone, None);
    let mut chains = parts(stones, Some(color));
    let mut regions = all_regions.clone();
    let touches = |point: usize, chain: &Points| {
        let mut neighbors = plain.neighbors(point).into_iter();
        neighbors.any(|neighbor| chain.contains(&neighbor))
    };
    let borders = |region: &Points, chain: &Points| region.iter().any(|&p| touches(p, chain));
    let is_vital = |region: &Points, chain: &Points| {
        let mut decisive = region.iter().filter(|&&p| suicide || stones[p].is_none());
        borders(region, chain) && decisive.all(|&point| touches(point, chain))
    };
    loop {
        let (mut alive, mut dead) = (Vec::new(), Vec::new());
        for chain in &chains {
            let vital = regions.iter().filter(|region| is_vital(region, chain));
            if vital.count() >= 2 {
                alive.push(chain.clone());
            } else {
                dead.push(chain.clone());
            }
        }
        if dead.is_empty() {
            break;
        }
        regions.retain(|region| !dead.iter().any(|chain| borders(region, chain)));
        chains = alive;
    }

    let alive: Points = chains.concat();
    let mut territory = Vec::new();
    for region in &all_regions {
        let border = (0..stones.len()).filter(|&p| stones[p] == Some(color));
        let mut border = border.filter(|&p| region.iter().any(|&q| touches(q, &vec![p])));
        let out_of_reach = region.iter().filter(|&&point| !touches(point, &alive));
        if !alive.is_empty() && border.all(|p| alive.contains(&p)) && out_of_reach.count() <= 1 {
            territory.extend(region);
        }
    }
    (alive, territory)
}

fn point_set(width: usize, points: &[usize]) -> PointSet {
    let mut rows = [0; 19];
    for point in points {
        rows[point / width] |= 1 << (point % width);
    }
    PointSet::from_rows(rows)
}

fn assert_plain_life(game: &Go<CELLS_9>, plain: &PlainGo, suicide: bool) {
    for color in Color::BOTH {
        let (stones, territory) = plain_life(plain, color, suicide);
        let [stones, territory] = [stones, territory].map(|set| point_set(game.width(), &set));
        let expected = Life { stones, territory };
        assert_eq!(game.life(color), expected, "{color}, {suicide}\n{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Random moves that spare their own eyes, so that life comes about.
    #[test]
    fn life_agrees_with_the_plain_twin(
        width in 1_u8..=9,
        height in 1_u8..=9,
        suicide: bool,
        seed: u64,
    ) {
        let rules = rules(width, height, Ko::Simple, suicide);
        let mut rng = Rng::new(seed);
        let mut game = Go::<CELLS_9>::initial(&rules);
        let mut plain = PlainGo::new(&rules);
        for _ in 0..3 * usize::from(width) * usize::from(height) {
            let mut moves = stones_to_play(&game);
            let color = game.to_move();
            moves.retain(|mv| {
                let cell = game.board().cell(mv.point().unwrap());
                !game.board().is_eye(cell, color)
            });
            let mv = rng.choose(&moves).unwrap_or(Move::PASS);
            game.play(mv);
            plain.play(mv.point());
            if game.outcome().is_some() {
                break;
            }
            if rng.below(4) == 0 {
                assert_plain_life(&game, &plain, suicide);
            }
        }
        assert_plain_life(&game, &plain, suicide);
    }
}

/// Every position of a board, with either side to move.
pub fn for_all_positions(rules: &GoRules, mut visit: impl FnMut(Go<CELLS_9>)) {
    let points = u32::from(rules.width) * u32::from(rules.height);
    for code in 0..3_u32.pow(points) {
        let stone = |point| match code / 3_u32.pow(point) % 3 {
            0 => None,
            1 => Some(Color::Black),
            _ => Some(Color::White),
        };
        let stones: Vec<Option<Color>> = (0..points).map(stone).collect();
        for to_move in Color::BOTH {
            if let Ok(game) = Go::from_stones(rules, &stones, to_move) {
                visit(game);
            }
        }
    }
}

/// The boards of one size, numbered, and where one side's moves lead while the
/// other passes.
pub struct Boards {
    pub games: Vec<Go<CELLS_9>>,
    next: Vec<Vec<usize>>,
}

impl Boards {
    pub fn of(rules: &GoRules, to_move: Color) -> Boards {
        let mut games = Vec::new();
        for_all_positions(rules, |game| {
            if game.to_move() == to_move {
                games.push(game);
            }
        });
        let numbers: HashMap<u64, usize> = games.iter().map(Go::board_key).zip(0..).collect();
        let number_after = |game, mv| numbers[&after(&after(game, mv), Move::PASS).board_key()];
        let next = games
            .iter()
            .map(|game| {
                let moves = stones_to_play(game).into_iter();
                moves.map(|mv| number_after(game, mv)).collect()
            })
            .collect();
        Boards { games, next }
    }

    /// Every board that can be brought about.
    pub fn reachable(&self, start: usize) -> Vec<usize> {
        let mut seen = vec![false; self.games.len()];
        seen[start] = true;
        let mut reached = vec![start];
        let mut done = 0;
        while let Some(&board) = reached.get(done) {
            done += 1;
            for &next in &self.next[board] {
                if !std::mem::replace(&mut seen[next], true) {
                    reached.push(next);
                }
            }
        }
        reached
    }
}

/// Stones live for good if and only if no play of the opponent's takes them;
/// and in the territory that they settle, the opponent never lives.
#[test]
fn life_is_what_cannot_be_taken() {
    for (width, height) in [(1, 6), (7, 1), (2, 3), (4, 2), (3, 3)] {
        for (suicide, owner) in [false, true]
            .into_iter()
            .flat_map(|suicide| Color::BOTH.map(|owner| (suicide, owner)))
        {
            let rules = rules(width, height, Ko::Simple, suicide);
            check_what_can_be_taken(&Boards::of(&rules, !owner), owner, suicide);
        }
    }
}

fn check_what_can_be_taken(boards: &Boards, owner: Color, suicide: bool) {
    let held_by = |color| -> Vec<PointSet> {
        let life = boards.games.iter().map(|game| game.life(color));
        life.map(|life| life.stones.or(&life.territory)).collect()
    };
    let (ours, theirs) = (held_by(owner), held_by(!owner));
    for (start, game) in boards.games.iter().enumerate() {
        let mut kept = game.board().stones(owner);
        for board in boards.reachable(start) {
            let after = &boards.games[board];
            kept = kept.and(&after.board().stones(owner));
            let both = ours[start].and(&theirs[board]);
            assert!(both.is_empty(), "{owner}\n{game}\n{after}");
        }
        assert_eq!(
            game.life(owner).stones,
            kept,
            "{owner}, suicide {suicide}\n{game}"
        );
    }
}

/// Who plays as well as possible ends with all that was settled.
#[test]
fn settled_points_are_kept() {
    for (width, height) in [(1, 4), (5, 1), (2, 2)] {
        let rules = GoRules {
            komi: HalfPoints(0),
            ..rules(width, height, Ko::Positional, false)
        };
        for_all_positions(&rules, |game| {
            let points = i32::from(width * height);
            let [black, white] = Color::BOTH.map(|color| {
                let life = game.life(color);
                life.stones.or(&life.territory).count() as i32
            });
            let (least, most) = (2 * black - points, points - 2 * white);
            let score = best_score(&game, -points, points);
            assert!((least..=most).contains(&score), "{score}\n{game:?}");
        });
    }
}

fn drawn(text: &str, suicide: bool) -> Go<CELLS_9> {
    let width = text.lines().next().unwrap().split_whitespace().count() as u8;
    let height = text.lines().count() as u8;
    diagram::parse(
        &rules(width, height, Ko::Simple, suicide),
        text,
        Color::White,
    )
    .unwrap()
}

/// Where suicide is allowed, White gives up two stones, plays on the edge and
/// has a liberty there when Black has only the other one.
#[test]
fn suicide_can_kill() {
    let text = ". X . O";
    let forbidden = drawn(text, false).life(Color::Black);
    assert_eq!(forbidden.stones, PointSet::from_rows([0b0010]));
    assert_eq!(forbidden.territory, PointSet::from_rows([0b1101]));
    assert_eq!(drawn(text, true).life(Color::Black), Life::default());
}

/// Two chains share an eye and have one each. With a third chain that has no
/// other eye than the second's, all three fall one after the other.
#[test]
fn chains_may_share_their_eyes() {
    let life = drawn(". X . X .", false).life(Color::Black);
    assert_eq!(life.stones, PointSet::from_rows([0b01010]));
    assert_eq!(life.territory, PointSet::from_rows([0b10101]));
    let life = drawn(". X . X . X", false).life(Color::Black);
    assert_eq!(life, Life::default());
}

/// White's stone is dead, since every point around it is next to Black's; on
/// the right there is room for two eyes, and nothing is settled.
#[test]
fn territory_leaves_no_room_for_two_eyes() {
    let game = drawn(
        ". X . O X . .
         X X . . X . .
         X X X X X . .
         . X . . . . .",
        false,
    );
    let life = game.life(Color::Black);
    assert_eq!(life.stones, game.board().stones(Color::Black));
    let territory = PointSet::from_rows([0b0001101, 0b0001100, 0, 0b0000001]);
    assert_eq!(life.territory, territory);
}
