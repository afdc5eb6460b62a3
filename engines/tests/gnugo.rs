//! Go's rules against GNU Go, a program that shares no line with this one.
//!
//! Random games are played on both sides; after every ply the legal moves, and
//! now and then every chain and its liberties, must agree. With suicide and
//! superko together GNU Go itself errs, so that pair is left out.
//!
//! Without `gnugo` the tests say aloud that they are skipped; with
//! `HARNESS_REQUIRE_PEERS=1` they fail instead.

#[path = "gnugo/gtp.rs"]
mod gtp;

use engines::go::{CELLS_9, CELLS_19, Go, GoRules, Ko, PointSet, Preset};
use engines::{Color, Game, HalfPoints, IllegalMove, Knowledge, Move, MoveList, Rng};
use gtp::GnuGo;

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Points as GTP lists them, in our order.
fn points_of<G: Game>(game: &G, answer: &str) -> Vec<usize> {
    let mut points: Vec<usize> = answer
        .split_whitespace()
        .map(|text| game.parse_move(text).unwrap().point().unwrap())
        .collect();
    points.sort_unstable();
    points
}

/// What was compared.
#[derive(Default)]
struct Compared {
    positions: usize,
    /// Moves that only ko forbade.
    forbidden_by_ko: usize,
}

/// A random game on both sides.
fn compare_game<const CELLS: usize>(
    peer: &mut GnuGo,
    rules: &GoRules,
    seed: u64,
    plies: usize,
    compared: &mut Compared,
) {
    let mut rng = Rng::new(seed);
    let mut game = Go::<CELLS>::initial(rules);
    peer.ask(&format!("boardsize {}", rules.width));
    peer.ask("clear_board");
    for ply in 0..plies {
        compare_legal_moves(peer, &game);
        compared.positions += 1;
        compared.forbidden_by_ko += forbidden_by_ko(&game);
        if ply % 10 == 9 {
            compare_chains(peer, &game);
        }
        let Some(mv) = random_move(&game, &mut rng) else {
            return;
        };
        let color = color_name(game.to_move());
        peer.ask(&format!("play {color} {}", game.move_to_text(mv)));
        game.play(mv);
    }
}

fn forbidden_by_ko<const CELLS: usize>(game: &Go<CELLS>) -> usize {
    let by_ko = |&point: &usize| {
        matches!(
            game.check(Move::at(point)),
            Err(IllegalMove::Ko | IllegalMove::Superko)
        )
    };
    (0..game.width() * game.height()).filter(by_ko).count()
}

/// Mostly sensible, so that games grow old; on tiny boards anything but a pass,
/// so that positions come again.
fn random_move<const CELLS: usize>(game: &Go<CELLS>, rng: &mut Rng) -> Option<Move> {
    let mut moves = MoveList::new();
    if game.width() > 4 && rng.below(4) > 0 {
        game.sensible_moves(&mut moves);
    } else {
        game.legal_moves(&mut moves);
        moves.retain(|mv| !mv.is_pass());
    }
    rng.choose(&moves).filter(|mv| !mv.is_pass())
}

fn compare_legal_moves<const CELLS: usize>(peer: &mut GnuGo, game: &Go<CELLS>) {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let ours: Vec<usize> = moves.iter().filter_map(|mv| mv.point()).collect();
    let color = color_name(game.to_move());
    let theirs = points_of(game, &peer.ask(&format!("all_legal {color}")));
    assert_eq!(ours, theirs, "{game:?}");
}

/// Stones, prisoners, and every chain's liberties.
fn compare_chains<const CELLS: usize>(peer: &mut GnuGo, game: &Go<CELLS>) {
    for color in Color::BOTH {
        let name = color_name(color);
        let ours: Vec<usize> = (0..game.width() * game.height())
            .filter(|&point| game.at(point) == Some(color))
            .collect();
        let theirs = points_of(game, &peer.ask(&format!("list_stones {name}")));
        assert_eq!(ours, theirs, "{game:?}");
        let captures = peer.ask(&format!("captures {name}"));
        assert_eq!(captures, game.prisoners(color).to_string(), "{game:?}");
        for point in ours {
            let text = game.move_to_text(Move::at(point));
            let liberties = game.board().count_liberties(game.board().cell(point));
            let theirs = peer.ask(&format!("countlib {text}"));
            assert_eq!(theirs, liberties.to_string(), "{text}\n{game:?}");
            let found = points_of(game, &peer.ask(&format!("findlib {text}")));
            assert_eq!(found.len(), liberties, "{text}\n{game:?}");
        }
    }
}

fn compare_games(ko: Ko, option: &str) {
    let Some(mut peer) = GnuGo::start(&["--forbid-suicide", option]) else {
        return;
    };
    let mut compared = Compared::default();
    for (size, games, plies) in [
        (3, 100, 80),
        (4, 60, 120),
        (5, 40, 150),
        (7, 12, 200),
        (9, 6, 250),
        (13, 2, 400),
        (19, 1, 700),
    ] {
        for game in 0..games {
            let rules = GoRules {
                ko,
                ..GoRules::new(Preset::Chinese, size, size)
            };
            let seed = u64::from(size) * 1000 + game;
            match size {
                ..=9 => compare_game::<CELLS_9>(&mut peer, &rules, seed, plies, &mut compared),
                _ => compare_game::<CELLS_19>(&mut peer, &rules, seed, plies, &mut compared),
            }
        }
    }
    let Compared {
        positions,
        forbidden_by_ko,
    } = compared;
    eprintln!(
        "{ko:?} ko: {positions} positions agree, with {forbidden_by_ko} moves forbidden by it"
    );
    assert!(positions > 6_000 && forbidden_by_ko > 60);
}

#[test]
fn simple_ko() {
    compare_games(Ko::Simple, "--simple-ko");
}

#[test]
fn positional_superko() {
    compare_games(Ko::Positional, "--positional-superko");
}

#[test]
fn situational_superko() {
    compare_games(Ko::Situational, "--situational-superko");
}

/// Random games to their end, where all that stands is alive: both count the
/// same area. Games in which GNU Go takes a stone for dead are left out.
#[test]
fn final_scores() {
    let Some(mut peer) = GnuGo::start(&["--chinese-rules", "--simple-ko"]) else {
        return;
    };
    let rules = GoRules::new(Preset::Chinese, 7, 7);
    let mut compared = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut game = Go::<CELLS_9>::initial(&rules);
        peer.ask("boardsize 7");
        peer.ask("clear_board");
        peer.ask("komi 7.5");
        for _ in 0..300 {
            let mut moves = MoveList::new();
            game.sensible_moves(&mut moves);
            let Some(mv) = rng.choose(&moves) else { break };
            let color = color_name(game.to_move());
            peer.ask(&format!("play {color} {}", game.move_to_text(mv)));
            game.play(mv);
        }
        if game.outcome().is_none() || !peer.ask("final_status_list dead").is_empty() {
            continue;
        }
        let HalfPoints(halves) = game.score(&PointSet::default());
        let ours = match halves {
            0 => "0".to_string(),
            1.. => format!("B+{:.1}", f64::from(halves) / 2.0),
            _ => format!("W+{:.1}", f64::from(-halves) / 2.0),
        };
        assert_eq!(peer.ask("final_score"), ours, "{game:?}");
        compared += 1;
    }
    eprintln!("{compared} final scores agree with GNU Go");
    assert!(compared >= 20, "{compared}");
}
