//! `loadsgf`: a game from a file.

use std::fs::File;
use std::io::Read;

use engines::{Color, Game, GameSpec, GameVisitor, Knowledge};

use super::setup::Setup;
use crate::records::sgf::{GameTree, Node, Property, Value, check_game, parse, read_move};

/// The longest file that is read.
const LONGEST: u64 = 1 << 22;

/// The main line of the first game in a file, of which at most `plies` moves.
pub fn load(name: &str, plies: usize, now: &Setup) -> Result<Setup, String> {
    let mut text = String::new();
    let file = File::open(name).map_err(|error| error.to_string())?;
    let kind = file.metadata().map_err(|error| error.to_string())?;
    if !kind.is_file() {
        return Err(format!("{name} is not a file"));
    }
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let games = parse(&text).map_err(|error| error.to_string())?;
    read(&games[0], plies, now)
}

fn read(tree: &GameTree, plies: usize, now: &Setup) -> Result<Setup, String> {
    let root = tree.root();
    if let Some(game) = root.value("GM") {
        check_game(&game, &now.game)?;
    }
    let mut setup = match (size(root)?, &now.game) {
        (Some((width, height)), _) => now.resized(width, height)?,
        (None, GameSpec::Go(_)) => now.resized(19, 19)?,
        (None, _) => now.cleared(),
    };
    if let Some(komi) = root.value("KM") {
        setup = setup.with_komi(number(&komi)?)?;
    }
    let game = setup.game.clone();
    game.dispatch(Play { tree, plies, setup })
}

fn number<T: std::str::FromStr>(value: &Value) -> Result<T, String> {
    let text = value.simple_text();
    let number = text.trim().parse();
    number.map_err(|_| format!("`{}` is no number", text.escape_debug()))
}

fn size(root: &Node) -> Result<Option<(u32, u32)>, String> {
    let Some(value) = root.value("SZ") else {
        return Ok(None);
    };
    let [width, height] = value.composed().unwrap_or([value; 2]);
    Ok(Some((number(&width)?, number(&height)?)))
}

/// Follows the main line on a board of the file's size.
struct Play<'a, 't> {
    tree: &'a GameTree<'t>,
    plies: usize,
    setup: Setup,
}

impl GameVisitor for Play<'_, '_> {
    type Output = Result<Setup, String>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Result<Setup, String> {
        let board = G::initial(rules);
        let mut setup = self.setup;
        for node in self.tree.main_line() {
            for property in &node.properties {
                let mv = || read_move(&property.values[0], &board);
                match property.name {
                    "B" | "W" if setup.moves.len() >= self.plies => {
                        setup.table::<G>(rules)?;
                        return Ok(setup);
                    }
                    "B" => setup.moves.push((Color::Black, mv()?)),
                    "W" => setup.moves.push((Color::White, mv()?)),
                    "AB" | "AW" | "AE" => set_up(property, &board, &mut setup)?,
                    _ => {}
                }
            }
            if let (Some(player), Some((_, to_move))) = (node.value("PL"), &mut setup.stones) {
                *to_move = match player.simple_text().trim() {
                    "W" => Color::White,
                    _ => Color::Black,
                };
            }
        }
        setup.table::<G>(rules)?;
        Ok(setup)
    }
}

/// Stones before the first move. White moves first if Black alone has some, as
/// with a handicap, and `PL` does not say otherwise.
fn set_up<G: Game>(property: &Property, board: &G, setup: &mut Setup) -> Result<(), String> {
    if !setup.moves.is_empty() {
        return Err(format!("`{}` stands behind a move", property.name));
    }
    let at_first = || {
        let points = 0..board.width() * board.height();
        (points.map(|point| board.at(point)).collect(), Color::Black)
    };
    let (stones, to_move) = setup.stones.get_or_insert_with(at_first);
    let stone = match property.name {
        "AB" => Some(Color::Black),
        "AW" => Some(Color::White),
        _ => None,
    };
    for value in &property.values {
        for point in rectangle(value, board)? {
            stones[point] = stone;
        }
    }
    *to_move = match stones.contains(&Some(Color::White)) {
        true => Color::Black,
        false => Color::White,
    };
    Ok(())
}

/// The points of `aa`, or of `aa:cc`.
fn rectangle<G: Game>(value: &Value, board: &G) -> Result<Vec<usize>, String> {
    let corner = |value: &Value| {
        let mv = read_move(value, board)?;
        let point = mv.point().ok_or("a stone needs a point")?;
        Ok::<_, String>((point % board.width(), point / board.width()))
    };
    let [from, to] = value.composed().unwrap_or([*value; 2]);
    let ((left, top), (right, bottom)) = (corner(&from)?, corner(&to)?);
    Ok((top..=bottom)
        .flat_map(|y| (left..=right).map(move |x| y * board.width() + x))
        .collect())
}
