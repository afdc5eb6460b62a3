//! Which column of a file holds what.

use std::path::Path;
use std::str::FromStr;

use csv::StringRecord;

use super::csv_records::line_of;
use super::played::Played;
use super::result_word::PointsFirst;
use crate::error::InputError;

/// Columns of another tool's file: `black=first,white=second,black-white=result`.
/// What is not named is looked for under our own name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns(Vec<(String, String)>);

/// Names for a column of results that say whose points come first.
const RESULTS: [(&str, Option<PointsFirst>); 3] = [
    ("winner", None),
    ("black-white", Some(PointsFirst::Black)),
    ("white-black", Some(PointsFirst::White)),
];

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Columns, String> {
        let mut columns: Vec<(String, String)> = Vec::new();
        for part in text.split(',') {
            let (ours, theirs) = part
                .split_once('=')
                .map(|(ours, theirs)| (ours.trim(), theirs.trim()))
                .filter(|(_, theirs)| !theirs.is_empty())
                .ok_or_else(|| format!("`{part}` is not NAME=COLUMN, as in black=first"))?;
            let is_known =
                Played::COLUMNS.contains(&ours) || RESULTS.iter().any(|&(name, _)| name == ours);
            if !is_known {
                return Err(format!(
                    "nothing is called `{ours}`; there are {}, black-white, white-black",
                    Played::COLUMNS.join(", ")
                ));
            }
            if columns.iter().any(|(name, _)| name == ours) {
                return Err(format!("`{ours}` is given twice"));
            }
            columns.push((ours.to_string(), theirs.to_string()));
        }
        let is_result = |name: &str| RESULTS.iter().any(|&(result, _)| result == name);
        if columns.iter().filter(|(name, _)| is_result(name)).count() > 1 {
            return Err("only one of winner, black-white and white-black can be used".to_string());
        }
        Ok(Columns(columns))
    }
}

/// A file's header, understood.
pub(super) struct Layout {
    /// Our name of every column, for serde; empty where the column is not read.
    pub ours: StringRecord,
    /// The header as the file has it, for messages.
    pub theirs: StringRecord,
    /// The column of results.
    pub result: usize,
    /// Whose points come first there.
    pub points_first: Option<PointsFirst>,
    /// Whether rows can belong to pairs.
    pub has_pairs: bool,
}

impl Layout {
    /// Finds the columns in the header of the file called `name`.
    pub fn new(
        name: &Path,
        header: &StringRecord,
        columns: &Columns,
    ) -> Result<Layout, InputError> {
        let line = line_of(header);
        let at = |what: String| InputError(format!("{}, line {line}: {what}", name.display()));
        let there_are = || {
            let names: Vec<&str> = header.iter().map(str::trim).collect();
            names.join(", ")
        };
        let find = |wanted: &str| header.iter().position(|column| column.trim() == wanted);

        let mut ours = vec![""; header.len()];
        for (our_name, wanted) in &columns.0 {
            let column = find(wanted).ok_or_else(|| {
                at(format!(
                    "there is no column `{wanted}`, but {}",
                    there_are()
                ))
            })?;
            if !ours[column].is_empty() {
                return Err(at(format!("column `{wanted}` cannot hold two things")));
            }
            ours[column] = our_name;
        }
        for (column, found) in header.iter().enumerate() {
            let found = found.trim().to_ascii_lowercase();
            let is_named = |name: &str| columns.0.iter().any(|(ours, _)| ours == name);
            let Some(&own) = Played::COLUMNS.iter().find(|&&own| own == found) else {
                continue;
            };
            let has_result = RESULTS.iter().any(|(result, _)| is_named(result));
            if !ours[column].is_empty() || is_named(own) || own == "winner" && has_result {
                continue;
            }
            if ours.contains(&own) {
                return Err(at(format!("two columns are called `{own}`")));
            }
            ours[column] = own;
        }
        // Without a winner, what is called a result says who won.
        if !RESULTS.iter().any(|(result, _)| ours.contains(result))
            && let Some(column) = header
                .iter()
                .position(|found| found.trim().eq_ignore_ascii_case("result"))
            && ours[column].is_empty()
        {
            ours[column] = "winner";
        }

        let place = |name: &str| ours.iter().position(|&own| own == name);
        let result = RESULTS
            .iter()
            .find_map(|&(name, first)| Some((place(name)?, first)));
        let (Some(_), Some(_), Some((result, points_first))) =
            (place("black"), place("white"), result)
        else {
            let is_missing = |name: &&str| match *name {
                "winner" => result.is_none(),
                name => place(name).is_none(),
            };
            let missing = ["black", "white", "winner"].into_iter().filter(is_missing);
            let names: Vec<String> = missing.map(|name| format!("{name}=…")).collect();
            return Err(at(format!(
                "the columns are {}; name those that are missing with --columns {}",
                there_are(),
                names.join(",")
            )));
        };
        Ok(Layout {
            has_pairs: place("pair_id").is_some(),
            ours: StringRecord::from(ours),
            theirs: header.clone(),
            result,
            points_first,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &[&str], columns: &str) -> Result<Layout, String> {
        let columns = match columns {
            "" => Columns::default(),
            text => text.parse()?,
        };
        let header = StringRecord::from(header.to_vec());
        Layout::new(Path::new("f"), &header, &columns).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_are_found_by_either_name() {
        let found = layout(&["White", " Black ", "Result", "x"], "").unwrap();
        assert_eq!(found.ours, vec!["white", "black", "winner", ""]);
        assert_eq!((found.result, found.points_first), (2, None));
        let found = layout(
            &["black", "a", "b", "r", "winner", "pair_id"],
            "black=a,white=b,white-black=r",
        )
        .unwrap();
        assert_eq!(
            found.ours,
            vec!["", "black", "white", "white-black", "", "pair_id"]
        );
        assert_eq!(
            (found.result, found.points_first),
            (3, Some(PointsFirst::White))
        );
        assert!(found.has_pairs);
        let found = layout(&["result", "winner", "black", "white"], "").unwrap();
        assert_eq!(found.result, 1);
    }

    #[test]
    fn mistakes_are_named() {
        let header = ["black", "white", "result"];
        for (columns, expected) in [
            ("black", "`black` is not NAME=COLUMN"),
            ("black=", "`black=` is not NAME=COLUMN"),
            ("blak=first", "nothing is called `blak`; there are black, "),
            ("black=a,black=b", "`black` is given twice"),
            ("winner=a,black-white=b", "only one of winner, "),
            ("black=first", "no column `first`, but black, white, result"),
            ("black=white,white=white", "`white` cannot hold two things"),
        ] {
            let error = layout(&header, columns).err().unwrap();
            assert!(error.contains(expected), "{columns}: {error}");
        }
        let error = layout(&["black", "white", "black", "winner"], "").err();
        assert!(error.unwrap().contains("two columns are called `black`"));
        let error = layout(&["first", "second", "result"], "").err().unwrap();
        assert_eq!(
            error,
            "f, line 1: the columns are first, second, result; name those that are missing with \
             --columns black=…,white=…"
        );
        let error = layout(&["black", "white"], "").err().unwrap();
        assert!(error.ends_with("--columns winner=…"), "{error}");
    }
}
