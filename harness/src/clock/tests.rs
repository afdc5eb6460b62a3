use std::time::Duration;

use proptest::prelude::*;
use serde::Deserialize;

use super::*;

fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Plays moves of so many milliseconds, with a margin of 100 ms; a clock in
/// words after each, in the terms of GTP, and the deadline.
fn played(text: &str, moves: &[u64]) -> Vec<(u64, u32, u64)> {
    let mut clock = Clock::new(&control(text));
    let after = |&elapsed: &u64| {
        clock.spend(ms(elapsed), ms(100)).unwrap();
        let (left, count) = clock.time_left();
        let deadline = clock.deadline().as_millis() as u64;
        (left.as_millis() as u64, count, deadline)
    };
    moves.iter().map(after).collect()
}

/// The flag that falls with the last of the moves.
fn fallen(text: &str, moves: &[u64]) -> Flag {
    let mut clock = Clock::new(&control(text));
    let (last, before) = moves.split_last().unwrap();
    for &elapsed in before {
        clock.spend(ms(elapsed), ms(100)).unwrap();
    }
    clock.spend(ms(*last), ms(100)).unwrap_err()
}

#[test]
fn seconds_a_move() {
    let full = (10_000, 1, 10_000);
    assert_eq!(played("10", &[3_000, 10_000, 10_100, 0]), [full; 4]);
    let flag = fallen("10", &[10_100, 10_101]);
    assert_eq!((flag.used, flag.left), (ms(10_101), ms(10_000)));
    assert_eq!(flag.to_string(), "10.101 s used, 10.000 s left");
}

#[test]
fn fischer() {
    assert_eq!(
        played("60+1", &[500, 21_500, 40_050, 1_000]),
        [
            (60_500, 0, 60_500),
            (40_000, 0, 40_000),
            (1_000, 0, 1_000),
            (1_000, 0, 1_000)
        ]
    );
    assert_eq!(fallen("60+1", &[60_000, 1_101]).left, ms(1_000));
}

#[test]
fn sudden_death() {
    assert_eq!(
        played("0.5+0", &[200, 200, 150]),
        [(300, 0, 300), (100, 0, 100), (0, 0, 0)]
    );
    assert_eq!(fallen("0.5+0", &[500, 101]).left, Duration::ZERO);
}

#[test]
fn moves_in_time() {
    assert_eq!(
        played("30/3", &[10_000, 5_000, 15_050, 29_000, 1_000, 100]),
        [
            (20_000, 2, 20_000),
            (15_000, 1, 15_000),
            (30_000, 3, 30_000),
            (1_000, 2, 1_000),
            (0, 1, 0),
            (30_000, 3, 30_000)
        ]
    );
    assert_eq!(fallen("30/3", &[1, 1, 1, 29_000, 1_000, 101]).left, ms(0));
}

#[test]
fn byo_yomi() {
    let moves = [15_000, 4_000, 11_000, 10_000, 10_001, 20_000, 10_050];
    assert_eq!(
        played("20+5x10", &moves),
        [
            (5_000, 0, 55_000),
            (1_000, 0, 51_000),
            (10_000, 5, 50_000),
            (10_000, 5, 50_000),
            (10_000, 4, 40_000),
            (10_000, 3, 30_000),
            (10_000, 2, 20_000)
        ]
    );
    assert_eq!(
        played("0+2x10", &[20_100, 10_100]),
        [(10_000, 1, 10_000); 2]
    );
    assert_eq!(played("20+5x10", &[20_000]), [(10_000, 5, 50_000)]);
    assert_eq!(fallen("0+2x10", &[20_000, 10_101]).left, ms(10_000));
}

#[test]
fn protocols_are_told_what_they_ask() {
    let clock = Clock::new(&control("300/25"));
    assert_eq!((clock.moves_to_go(), clock.periods()), (Some(25), None));
    let clock = Clock::new(&control("60+5x10"));
    assert_eq!((clock.moves_to_go(), clock.periods()), (None, Some(5)));
    assert_eq!((clock.left(), clock.free()), (ms(60_000), ms(70_000)));
    let clock = Clock::new(&control("60+1"));
    assert_eq!((clock.moves_to_go(), clock.periods()), (None, None));
    assert_eq!(clock.free(), ms(60_000));
}

#[test]
fn the_time_for_a_move_is_a_share_and_what_comes_back() {
    for (text, empty, expected) in [
        ("10", 81, 9_950),
        ("0.1", 81, 90),
        ("60+0", 80, 1_500),
        ("60+1", 80, 2_500),
        ("60+1", 2, 8_500),
        ("300/25", 225, 12_000),
        ("300/100", 225, 7_500),
        ("60+5x10", 80, 11_500),
        ("0+5x10", 80, 9_950),
        ("0.01+1", 80, 9),
    ] {
        let time = Clock::new(&control(text)).time_for_move(empty);
        assert_eq!(time, ms(expected), "{text}");
    }
}

#[test]
fn text_is_canonical() {
    for (text, canonical) in [
        ("10", "10"),
        ("10/1", "10"),
        ("0010.50", "10.5"),
        ("0.001", "0.001"),
        ("60+0", "60+0"),
        ("0.5+0.05", "0.5+0.05"),
        ("300.0/25", "300/25"),
        ("0+1x1000000", "0+1x1000000"),
        ("999999.999+1000000x0.001", "999999.999+1000000x0.001"),
    ] {
        assert_eq!(control(text).to_string(), canonical);
    }
}

#[test]
fn mistakes_are_named() {
    for (text, expected) in [
        ("", "`` is no number of seconds"),
        ("abc", "`abc` is no number of seconds"),
        ("10s", "`10s` is no number of seconds"),
        ("-1", "`-1` is no number of seconds"),
        ("NaN", "`NaN` is no number of seconds"),
        ("inf+1", "`inf` is no number of seconds"),
        ("1e3", "`1e3` is no number of seconds"),
        ("60 + 1", "`60 ` is no number of seconds"),
        ("60+", "`` is no number of seconds"),
        ("60+1+1", "`1+1` is no number of seconds"),
        ("60+300/25", "`300/25` is no number of seconds"),
        ("1.2.3", "`1.2.3` is no number of seconds"),
        ("60+\n", "`\\n` is no number of seconds"),
        ("0.0001", "finer than thousandths"),
        ("0", "the time must be more than 0"),
        ("0/25", "the time must be more than 0"),
        ("0+1", "the main time must be more than 0"),
        ("60+5x0", "the period must be more than 0"),
        ("60+0x10", "`0` is no number of periods from 1"),
        ("60+x10", "`` is no number of periods from 1"),
        ("60+1.5x10", "`1.5` is no number of periods from 1"),
        ("300/0", "`0` is no number of moves from 1"),
        ("300/-1", "`-1` is no number of moves from 1"),
        ("300/99999999999", "is no number of moves from 1 to 1000000"),
        ("1000000.001", "more than 1000000 seconds"),
        ("99999999999999999999", "more than 1000000 seconds"),
        ("18446744073709551615.999", "more than 1000000 seconds"),
    ] {
        let error = text.parse::<TimeControl>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
        assert!(error.contains("write 10 (seconds a move)"), "{error}");
    }
}

#[derive(Deserialize, Debug)]
struct Options {
    tc: TimeControl,
}

#[test]
fn options_are_text_or_numbers() {
    let read = |text: &str| toml::from_str::<Options>(text);
    assert_eq!(read("tc = \"60+1\"").unwrap().tc, control("60+1"));
    assert_eq!(read("tc = 10").unwrap().tc, control("10"));
    assert_eq!(read("tc = 0.5").unwrap().tc, control("0.5"));
    for (text, expected) in [
        ("tc = -1", "`-1` is no time control"),
        ("tc = nan", "`NaN` is no time control"),
        ("tc = 1e300", "more than 1000000 seconds"),
        ("tc = true", "expected a time control such as 10"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(
        serde_json::to_string(&control("60+5x10")).unwrap(),
        "\"60+5x10\""
    );
}

/// Any time control: half of the times are short.
fn controls() -> impl Strategy<Value = TimeControl> {
    let time = || prop_oneof![1..2_000u64, 1..1_000_000_000u64].prop_map(ms);
    let or_0 = || prop_oneof![Just(Duration::ZERO), time()];
    let count = || prop_oneof![1..60u32, 1..1_000_000u32];
    prop_oneof![
        (time(), count()).prop_map(|(time, moves)| TimeControl::Moves { time, moves }),
        (time(), or_0()).prop_map(|(main, increment)| TimeControl::Fischer { main, increment }),
        (or_0(), count(), time()).prop_map(|(main, periods, period)| TimeControl::ByoYomi {
            main,
            periods,
            period
        }),
    ]
}

/// What a clock of this control can have given at most for so many moves.
fn given(control: &TimeControl, played: u32) -> Duration {
    match *control {
        TimeControl::Moves { time, moves } => time * (played.div_ceil(moves)),
        TimeControl::Fischer { main, increment } => main + increment * played.saturating_sub(1),
        TimeControl::ByoYomi {
            main,
            periods,
            period,
        } => main + period * (periods - 1 + played),
    }
}

proptest! {
    #[test]
    fn text_reads_back(control in controls()) {
        prop_assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9+x/. ]{0,12}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
        }
    }

    #[test]
    fn time_is_never_created(
        control in controls(),
        shares in prop::collection::vec(0.0..=1.0f64, 1..100),
    ) {
        let mut clock = Clock::new(&control);
        let mut used = Duration::ZERO;
        for (played, share) in (1..).zip(&shares) {
            let elapsed = clock.deadline().mul_f64(*share).min(clock.deadline());
            clock.spend(elapsed, Duration::ZERO).unwrap();
            used += elapsed;
            prop_assert!(used <= given(&control, played), "{} {} {:?}", control, played, used);
        }
    }

    #[test]
    fn the_flag_falls_beyond_the_deadline_and_the_margin(
        control in controls(),
        shares in prop::collection::vec(0.0..=1.0f64, 0..50),
        margin in 0..1_000u64,
    ) {
        let mut clock = Clock::new(&control);
        for share in shares {
            let elapsed = clock.deadline().mul_f64(share).min(clock.deadline());
            clock.spend(elapsed, Duration::ZERO).unwrap();
        }
        let last = clock.deadline() + ms(margin);
        let (mut all, mut within) = (clock, clock);
        prop_assert!(clock.spend(last + Duration::from_nanos(1), ms(margin)).is_err());
        within.spend(last, ms(margin)).unwrap();
        all.spend(all.deadline(), Duration::ZERO).unwrap();
        prop_assert_eq!(within, all);
    }

    /// Whatever part of the time a player takes, and however wrong the
    /// estimate of the moves to come is.
    #[test]
    fn who_keeps_to_the_time_never_loses(
        control in controls(),
        shares in prop::collection::vec(prop_oneof![Just(1.0), 0.0..=1.0f64], 500),
        empty in 0..400usize,
    ) {
        let mut clock = Clock::new(&control);
        let periods = clock.periods();
        for (played, share) in shares.into_iter().enumerate() {
            let time = clock.time_for_move(empty.saturating_sub(played));
            prop_assert!(time < clock.deadline());
            clock.spend(time.mul_f64(share).min(time), Duration::ZERO).unwrap();
            prop_assert_eq!(clock.periods(), periods);
        }
    }
}
