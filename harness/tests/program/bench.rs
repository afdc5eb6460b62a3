//! `harness bench`.

use crate::output;

#[test]
fn a_line_a_game_and_a_row_a_rate() {
    let folder = tempfile::tempdir().unwrap();
    let text = output(folder.path(), "bench --seconds 1");
    let games: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("x"))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(games, ["go", "gomoku", "othello"], "{text}");

    let rows = output(folder.path(), "bench --seconds 1 --format csv");
    let mut rows = rows.lines();
    assert_eq!(rows.next(), Some("game,board,what,per_second"));
    for row in rows {
        let rate = row.rsplit(',').next().unwrap().parse::<u64>().unwrap();
        assert!(rate > 0, "{row}");
    }
}
