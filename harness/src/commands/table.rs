//! Tables in text.

use crate::ratings::{Model, Ratings, Results, Tally};
use crate::records::RatingRow;

/// Columns of text under their titles, words to the left, numbers to the right.
pub struct Table {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows; a title that begins with `<` is of words.
    pub fn new<'a>(titles: impl IntoIterator<Item = &'a str>) -> Table {
        Table {
            titles: titles.into_iter().map(str::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, one cell a title. A control character, as a name from a file
    /// may have it, would spoil the terminal.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let printable = |cell: String| cell.replace(char::is_control, "\u{fffd}");
        self.rows.push(cells.into_iter().map(printable).collect());
    }

    /// The lines.
    pub fn to_text(&self) -> String {
        let is_words = |column: usize| self.titles[column].starts_with('<');
        let title = |column: usize| self.titles[column].trim_start_matches('<').to_string();
        let titles: Vec<String> = (0..self.titles.len()).map(title).collect();
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| &row[column]);
            let lengths = cells
                .chain([&titles[column]])
                .map(|cell| cell.chars().count());
            lengths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..titles.len()).map(width).collect();
        let mut text = String::new();
        for row in std::iter::once(&titles).chain(&self.rows) {
            let cells: Vec<String> = row
                .iter()
                .enumerate()
                .map(|(column, cell)| {
                    // A width in `format!` has 16 bits; names in a file have no limit.
                    let gap = " ".repeat(widths[column] - cell.chars().count());
                    match is_words(column) {
                        true => format!("{cell}{gap}"),
                        false => format!("{gap}{cell}"),
                    }
                })
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

/// The rating table, what moving first is worth, and what the marks mean.
pub fn ratings(ratings: &Ratings, rows: &[RatingRow]) -> String {
    let many_pools = rows.iter().any(|row| row.pool.is_some_and(|pool| pool > 1));
    let many_groups = ratings.groups.len() > 1;
    let mut titles = vec!["#", "<Engine", "Elo", "± 95 %", "Score", "W-D-L", "LOS"];
    titles.extend(["Nodes/move", "ms/move"]);
    if many_groups {
        titles.insert(0, "Group");
    }
    if many_pools {
        titles.insert(0, "Pool");
    }
    let mut table = Table::new(titles);
    for row in rows {
        let mut cells = rating_cells(row);
        if many_groups {
            cells.insert(0, optional(row.group, |group| group.to_string()));
        }
        if many_pools {
            cells.insert(0, optional(row.pool, |pool| pool.to_string()));
        }
        table.row(cells);
    }
    let mut text = table.to_text();
    text.push('\n');
    for (number, group) in (1..).zip(&ratings.groups) {
        if let Some(advantage) = group.advantage {
            let of_group = match many_groups {
                true => format!(" in group {number}"),
                false => String::new(),
            };
            text.push_str(&format!(
                "Moving first is worth {:+.0} ± {:.0} Elo{of_group}.\n",
                advantage.elo,
                1.96 * advantage.errors.larger()
            ));
        }
    }
    text.push_str(&model(ratings));
    text.push_str(&remarks(rows));
    text
}

/// What the numbers mean by a model other than the usual one.
fn model(ratings: &Ratings) -> String {
    let of_group = |draws: Option<f64>| match draws {
        Some(draws) => format!(
            "Davidson: 400 Elo are odds of ten to one among decided games. Equals draw {:.0} % of\n\
             theirs, and differences between them are {:.2} times those of Bradley–Terry.\n",
            100.0 * draws / (2.0 + draws),
            1.0 + draws / 2.0
        ),
        None => {
            "Davidson: these results do not tell how likely draws are, so ratings are those of\n\
                 Bradley–Terry.\n"
                .to_string()
        }
    };
    match ratings.model {
        Model::BradleyTerry => String::new(),
        Model::Davidson => {
            let groups = ratings.groups.iter();
            groups.map(|group| of_group(group.draws)).collect()
        }
        Model::BayesElo => {
            "BayesElo: a draw counts as a win and a loss, and two virtual draws a player \
                            are added.\n"
                .to_string()
        }
    }
}

fn rating_cells(row: &RatingRow) -> Vec<String> {
    let (elo, error) = match (row.elo, row.elo_low, row.elo_high) {
        (Some(elo), Some(low), _) => (format!("{elo:+.0}"), format!("± {:.0}", elo - low)),
        (Some(elo), ..) => (format!("{elo:+.0}"), String::new()),
        (None, Some(low), None) => (format!("≥ {low:+.0}"), row.status.clone()),
        (None, None, Some(high)) => (format!("≤ {high:+.0}"), row.status.clone()),
        _ => ("–".to_string(), row.status.clone()),
    };
    vec![
        optional(row.rank, |rank| rank.to_string()),
        row.engine.clone(),
        elo,
        error,
        optional(row.score, |score| format!("{:.1} %", 100.0 * score)),
        format!("{}-{}-{}", row.wins, row.draws, row.losses),
        optional(row.los_next, |los| format!("{:.0} %", 100.0 * los)),
        optional(row.nodes_per_move, |nodes| grouped(nodes.round() as u64)),
        optional(row.time_ms_per_move, |time| format!("{time:.2}")),
    ]
}

fn optional<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or(String::new(), text)
}

/// `12 345 678`
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// What the marks in the table mean.
fn remarks(rows: &[RatingRow]) -> String {
    let mut text = String::new();
    let mut remark = |is_needed: bool, what: &str| {
        if is_needed {
            text.push_str(what);
            text.push('\n');
        }
    };
    let any = |status: &str| rows.iter().any(|row| row.status == status);
    remark(
        rows.iter().any(|row| row.los_next.is_some()),
        "LOS: how likely it is stronger than the next in the table.",
    );
    remark(
        rows.iter().any(|row| {
            row.elo.is_none() && matches!(row.status.as_str(), "all-wins" | "all-losses")
        }),
        "≥, ≤: won or lost every game, so there is no rating, but the end of a 95 % interval.",
    );
    remark(
        rows.iter()
            .any(|row| row.elo.is_none() && row.group.is_none() && row.games > 0),
        "Where none of the opponents has a rating, they count as 0.",
    );
    remark(
        any("separated"),
        "Groups: no result links them both ways, so ratings compare within a group only.",
    );
    remark(any("no-games"), "no-games: played no game that counts.");
    text
}

/// A line on pairs that are in no statistic, if there are any.
pub fn repeats(pairs: u64) -> String {
    match pairs {
        0 => String::new(),
        1 => "1 repeated pair left out.\n".to_string(),
        many => format!("{many} repeated pairs left out.\n"),
    }
}

/// Every engine's score against every other, in points of games.
pub fn head_to_head(results: &Results, rows: &[RatingRow]) -> String {
    let mut titles = vec!["<Score against".to_string()];
    titles.extend((1..=rows.len()).map(|number| number.to_string()));
    let mut table = Table::new(titles.iter().map(String::as_str));
    for (index, row) in rows.iter().enumerate() {
        let mut cells = vec![format!("{} {}", index + 1, row.engine)];
        cells.extend(rows.iter().map(|other| {
            let both = [
                results.tally(&row.engine, &other.engine),
                results.tally(&other.engine, &row.engine),
            ];
            score_of_first(both)
        }));
        table.row(cells);
    }
    table.to_text()
}

/// The points of whoever is Black in the first tally and White in the second.
fn score_of_first([as_black, as_white]: [Tally; 2]) -> String {
    let games = as_black.games() + as_white.games();
    if games == 0 {
        return String::new();
    }
    let points = as_black.points(engines::Color::Black) + as_white.points(engines::Color::White);
    format!("{points}/{games}")
}
