//! What must hold for any input: a property a parser, and one a game.
//!
//! The fuzz targets and the test `fuzz` of the package `harness` run these
//! functions.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::Parser;
use engines::go::{CELLS_9, CELLS_19, Go};
use engines::gomoku::Gomoku;
use engines::othello::Othello;
use engines::pattern::Weights;
use engines::{Color, EngineSpec, Game, GameSpec, GameVisitor, Knowledge, Move, MoveList, diagram};
use harness::clock::TimeControl;
use harness::commands::Cli;
use harness::duration;
use harness::error::InputError;
use harness::protocols::SearchInfo;
use harness::ratings::Options;
use harness::records::wthor::WthorFile;
use harness::records::{
    Columns, Folder, GameRow, Played, Recorded, Standings, WdlRow, Winner, csv_lines, read_games,
    read_played, read_wdl, replay,
};
use harness::server::{self, EngineChoice, Input, Interrupts};
use harness::tournament::{Book, Config, Limits, Openings, Order, Player, TournamentFile};
use harness::tuning::{self, Label, fit, read_table};
use tempfile::TempDir;

/// Something that holds for any bytes, or else panics.
pub type Property = fn(&[u8]);

/// Every property by its name: the fuzz target's, and that of its folder of
/// seeds.
pub const PROPERTIES: [(&str, Property); 22] = [
    ("duration", duration),
    ("engine_spec", engine_spec),
    ("features_file", features_file),
    ("game_spec", game_spec),
    ("games_file", games_file),
    ("go", go),
    ("gomocup_server", gomocup_server),
    ("gomoku", gomoku),
    ("gtp_server", gtp_server),
    ("moves", moves),
    ("nboard_server", nboard_server),
    ("opening_book", opening_book),
    ("othello", othello),
    ("position", position),
    ("rated_file", rated_file),
    ("run_folder", run_folder),
    ("search_info", search_info),
    ("time_control", time_control),
    ("tournament_file", tournament_file),
    ("wdl_file", wdl_file),
    ("weights_file", weights_file),
    ("wthor_file", wthor_file),
];

/// Boards of each game, small ones first.
const GO: [&str; 8] = [
    "go:size=1",
    "go:width=1,height=5,rules=tromp-taylor",
    "go:size=2,rules=new-zealand",
    "go:size=3,rules=tromp-taylor",
    "go:size=4,rules=aga",
    "go:width=7,height=3,rules=japanese,suicide=true",
    "go:size=9,handicap=2",
    "go:size=19,rules=chinese",
];
const GOMOKU: [&str; 7] = [
    "gomoku:size=3,win=3",
    "gomoku:width=5,height=4,win=4,rules=standard",
    "gomoku:size=7,rules=caro",
    "gomoku:size=8,rules=caro-overline",
    "gomoku:size=9,rules=renju",
    "gomoku:width=20,height=3",
    "gomoku:rules=renju",
];
const OTHELLO: [&str; 4] = [
    "othello:size=4",
    "othello:size=6",
    "othello",
    "othello:score=raw",
];

/// All of them; a spec takes longer to read than a move.
static SPECS: LazyLock<Vec<GameSpec>> = LazyLock::new(|| {
    let all = GO.iter().chain(&GOMOKU).chain(&OTHELLO);
    all.map(|spec| spec.parse().unwrap()).collect()
});

/// The first byte chooses the rules, every other one a legal move.
fn choose<'a>(specs: &[&str], data: &'a [u8]) -> (GameSpec, &'a [u8]) {
    let (&first, moves) = data.split_first().unwrap_or((&0, &[]));
    (
        specs[usize::from(first) % specs.len()].parse().unwrap(),
        moves,
    )
}

/// Go: moves are generated if and only if they are legal, and the keys that
/// are kept up to date are those of the stones.
pub fn go(data: &[u8]) {
    match choose(&GO, data) {
        (GameSpec::Go(rules), moves) if rules.cells() <= CELLS_9 => {
            play(&rules, moves, has_board_key_of::<CELLS_9>);
        }
        (GameSpec::Go(rules), moves) => play(&rules, moves, has_board_key_of::<CELLS_19>),
        _ => unreachable!(),
    }
}

/// Ko, passes and prisoners are part of a position, but not of its board.
fn has_board_key_of<const CELLS: usize>(game: &Go<CELLS>, rebuilt: &Go<CELLS>) -> bool {
    game.board_key() == rebuilt.board_key()
}

/// Gomoku: as [`go`].
pub fn gomoku(data: &[u8]) {
    let (GameSpec::Gomoku(rules), moves) = choose(&GOMOKU, data) else {
        unreachable!()
    };
    play(&rules, moves, Gomoku::eq);
}

/// Othello: as [`go`].
pub fn othello(data: &[u8]) {
    let (GameSpec::Othello(rules), moves) = choose(&OTHELLO, data) else {
        unreachable!()
    };
    play(&rules, moves, Othello::eq);
}

fn play<G: Game>(rules: &G::Rules, choices: &[u8], agrees: impl Fn(&G, &G) -> bool) {
    let mut game = G::initial(rules);
    for &choice in choices {
        let moves = generated(&game);
        let rebuilt = G::from_stones(rules, &stones(&game), game.to_move()).unwrap();
        assert!(agrees(&game, &rebuilt), "{game:?}");
        assert_eq!(game == rebuilt, game.key() == rebuilt.key(), "{game:?}");
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(choice) * moves.len() / 256]);
    }
    generated(&game);
}

fn stones<G: Game>(game: &G) -> Vec<Option<Color>> {
    (0..game.width() * game.height())
        .map(|point| game.at(point))
        .collect()
}

/// The legal moves, checked against the predicate on every point, beyond the
/// board, and for the pass.
fn generated<G: Game>(game: &G) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let points = game.width() * game.height();
    let legal = (0..=points)
        .map(Move::at)
        .chain([Move::PASS])
        .filter(|&mv| game.check(mv).is_ok());
    assert!(legal.eq(moves.iter().copied()), "{moves:?}\n{game:?}");
    assert_eq!(moves.is_empty(), game.outcome().is_some(), "{game:?}");
    moves
}

/// Moves as text, on every board.
pub fn moves(data: &[u8]) {
    struct Parse<'a>(&'a str);
    impl GameVisitor for Parse<'_> {
        type Output = ();

        fn visit<G: Knowledge>(self, rules: &G::Rules) {
            let game = G::initial(rules);
            match game.parse_move(self.0) {
                Ok(mv) => {
                    let text = game.move_to_text(mv);
                    assert_eq!(game.parse_move(&text), Ok(mv), "{text}");
                    let _ = game.check(mv);
                }
                Err(error) => assert_is_sentence(&error),
            }
        }
    }
    if let Ok(text) = str::from_utf8(data) {
        SPECS.iter().for_each(|spec| spec.dispatch(Parse(text)));
    }
}

/// Diagrams, on every board, and `harness perft --position`, whose first word
/// is the game's spec.
pub fn position(data: &[u8]) {
    struct Draw<'a>(&'a str);
    impl GameVisitor for Draw<'_> {
        type Output = ();

        fn visit<G: Knowledge>(self, rules: &G::Rules) {
            for to_move in Color::BOTH {
                let read: Result<G, _> = diagram::parse(rules, self.0, to_move);
                match read {
                    Ok(game) => {
                        generated(&game);
                        let again = diagram::parse(rules, &game.to_string(), to_move);
                        assert_eq!(again, Ok(game));
                    }
                    Err(error) => assert_is_sentence(&error),
                }
            }
        }
    }
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let (game, points) = text.split_once(' ').unwrap_or(("go", text));
    SPECS.iter().for_each(|spec| spec.dispatch(Draw(points)));
    let arguments = ["harness", "perft", game, "1", "--position", points];
    if let Ok(command) = Cli::try_parse_from(arguments)
        && let Err(error) = command.run(&mut Vec::new())
    {
        assert_is_sentence(&error);
    }
}

/// Game specs, handicap points included.
pub fn game_spec(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    struct Start;
    impl GameVisitor for Start {
        type Output = ();

        fn visit<G: Knowledge>(self, rules: &G::Rules) {
            generated(&G::initial(rules));
        }
    }
    match text.parse::<GameSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
            spec.dispatch(Start);
        }
        Err(error) => assert_is_sentence(&error),
    }
}

/// Engine specs, alone and with a name and limits.
pub fn engine_spec(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<EngineSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse(), Ok(spec)),
        Err(error) => assert_is_sentence(&error),
    }
    match text.parse::<Player>() {
        Ok(player) => check_player(&player),
        Err(error) => assert_is_sentence(&error),
    }
}

fn check_player(player: &Player) {
    let mut table = player.to_table().unwrap();
    let kind = table.remove("kind").unwrap();
    let again = Player::from_table(kind.as_str().unwrap(), table);
    assert_eq!(again.as_ref(), Ok(player));
    let _ = player.check(&player.own_limits);
}

/// Times.
pub fn duration(data: &[u8]) {
    if let Ok(text) = str::from_utf8(data)
        && let Err(error) = duration::parse(text)
    {
        assert_is_sentence(&error);
    }
}

/// Times a game.
pub fn time_control(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<TimeControl>() {
        Ok(control) => assert_eq!(control.to_string().parse(), Ok(control)),
        Err(error) => assert_is_sentence(&error),
    }
}

/// What engines say of their searches.
pub fn search_info(data: &[u8]) {
    let mut info = SearchInfo::default();
    String::from_utf8_lossy(data)
        .lines()
        .for_each(|line| info.read(line));
    assert!(info.value.is_none_or(|value| (0.0..=1.0).contains(&value)));
    assert!(info.depth.is_none_or(|depth| depth <= 10_000));
}

/// What a manager says over GTP: every command is answered once.
pub fn gtp_server(data: &[u8]) {
    let mut out = Vec::new();
    let game = "go:size=3".parse().expect("a spec");
    let input = server_input(data, server::gtp::INTERRUPTS);
    let options = server::gtp::Options::default();
    server::gtp::serve(&choice(), &game, options, &input, &mut out).expect("it answers");
    let text = String::from_utf8(out).expect("answers are text");
    let answers = text
        .lines()
        .filter(|line| line.starts_with(['=', '?']))
        .count();
    assert!(
        answers <= data.split(|&byte| byte == b'\n').count(),
        "{text}"
    );
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
}

/// What a manager says over the Gomocup protocol.
pub fn gomocup_server(data: &[u8]) {
    let mut out = Vec::new();
    let input = server_input(data, server::gomocup::INTERRUPTS);
    server::gomocup::serve(&choice(), &input, &mut out).expect("it answers");
    assert!(String::from_utf8(out).is_ok());
}

/// What a manager says over NBoard.
pub fn nboard_server(data: &[u8]) {
    let mut out = Vec::new();
    let input = server_input(data, server::nboard::INTERRUPTS);
    server::nboard::serve(&choice(), &input, &mut out).expect("it answers");
    assert!(String::from_utf8(out).is_ok());
}

/// An engine that answers at once.
fn choice() -> EngineChoice {
    let player: Player = "random".parse().expect("a spec");
    EngineChoice::new(&player, &Limits::default(), 1).expect("it needs no limit")
}

fn server_input(data: &[u8], interrupts: Interrupts) -> Input {
    Input::new(Cursor::new(data.to_vec()), interrupts)
}

/// `tournament.toml`.
pub fn tournament_file(data: &[u8]) {
    let (_folder, path) = file("tournament.toml", data);
    let file = match TournamentFile::read(&path) {
        Ok(file) => file,
        Err(error) => return assert_is_sentence(&error),
    };
    let text = file.to_toml().unwrap();
    fs::write(&path, &text).unwrap();
    let again = TournamentFile::read(&path).unwrap();
    assert_eq!(again.to_toml().unwrap(), text);
    match file.players() {
        Ok(players) => players.iter().for_each(check_player),
        Err(error) => assert_is_sentence(&error),
    }
    if let Err(error) = check_numbers(&file) {
        assert_is_sentence(&error);
    }
}

/// A file's numbers, with engines that take no memory in the place of its own:
/// what is not refused has a schedule.
fn check_numbers(file: &TournamentFile) -> Result<(), InputError> {
    let game: GameSpec = "othello:size=4".parse().unwrap();
    let name = |number| format!("random:name={number}").parse().unwrap();
    let players: Vec<Player> = (0..file.engine.len()).map(name).collect();
    let config = Config {
        system: file.schedule().resolve(players.len())?,
        players,
        pairs: file.pairs.unwrap_or(1),
        seed: file.seed.unwrap_or(1),
        limits: file.budget,
        openings: Openings::Random {
            plies: file.openings.plies.unwrap_or(8),
        },
        adjudication: file.adjudication,
        dead_stones: Default::default(),
        on_failure: Default::default(),
        moves: file.moves == Some(true),
        sprt: file.sprt,
        game,
    };
    config.check()?;
    assert!((2..=Config::LARGEST_NUMBER).contains(&config.games()));
    assert_eq!(
        TournamentFile::resolved(&config).unwrap().schedule(),
        config.system.options()
    );
    Ok(())
}

/// Files of openings, on every board: what is read is legal, leaves a move to
/// play, and reads back as text.
pub fn opening_book(data: &[u8]) {
    struct Write<'a>(&'a Book);
    impl GameVisitor for Write<'_> {
        type Output = String;

        fn visit<G: Knowledge>(self, rules: &G::Rules) -> String {
            let mut text = String::new();
            for opening in self.0.openings() {
                let mut game = G::initial(rules);
                for &mv in opening {
                    text += &format!("{} ", game.move_to_text(mv));
                    game.try_play(mv).unwrap();
                }
                assert_eq!(game.outcome(), None, "{game:?}");
                text += "\n";
            }
            text
        }
    }
    let (_folder, path) = file("book", data);
    let read = |spec| Book::read(&path, spec, Order::Sequential, None);
    for spec in SPECS.iter() {
        fs::write(&path, data).unwrap();
        match read(spec) {
            Ok(book) => {
                fs::write(&path, spec.dispatch(Write(&book))).unwrap();
                assert_eq!(read(spec).unwrap().openings(), book.openings());
            }
            Err(error) => assert_is_sentence(&error),
        }
    }
}

/// Files of weights, for each game.
pub fn weights_file(data: &[u8]) {
    let (_folder, path) = file("weights.csv", data);
    let sentences = [
        Weights::<Go<CELLS_9>>::read(&path).err(),
        Weights::<Gomoku>::read(&path).err(),
        Weights::<Othello>::read(&path).err(),
    ];
    for error in sentences.into_iter().flatten() {
        assert_is_sentence(&error);
    }
}

/// A table of positions: its weights are fitted, or something is wrong.
pub fn features_file(data: &[u8]) {
    let (_folder, path) = file("positions.csv", data);
    for label in [Label::Result, Label::Margin] {
        let data = match read_table(std::slice::from_ref(&path), label, true) {
            Ok(data) => data,
            Err(error) => {
                assert_is_sentence(&error);
                continue;
            }
        };
        let options = tuning::Options {
            label,
            ridge: 1.0,
            start: vec![1.0; data.features.len()],
            value_scale: Some(100.0),
        };
        match fit(&data, &options) {
            Ok(fit) => assert!(fit.weights.iter().all(|weight| weight.is_finite())),
            Err(error) => assert_is_sentence(&error),
        }
    }
}

/// `games.csv`: rows read back as they are written, and are replayed and rated.
pub fn games_file(data: &[u8]) {
    let (_folder, path) = file("games.csv", data);
    let mut standings = Standings::default();
    let rows = match rows(&path) {
        Ok(rows) => rows,
        Err(error) => return assert_is_sentence(&error),
    };
    let same_separator = !data.contains(&b';') && !data.contains(&b'\t');
    if let (true, Ok(played)) = (same_separator, played(&path)) {
        let in_short = |row: &GameRow| (row.black.clone(), row.white.clone(), row.winner);
        assert_eq!(played, Vec::from_iter(rows.iter().map(in_short)));
    }
    for row in &rows {
        standings.add(row);
        if let Err(error) = replay(row) {
            assert_is_sentence(&error);
        }
    }
    if let Err(error) = standings.rate(&Options::default()) {
        assert_is_sentence(&error);
    }
    fs::write(&path, csv_lines(&rows, true).unwrap()).unwrap();
    assert_eq!(self::rows(&path).unwrap(), rows);
}

/// The players and winners of a file as `harness rate` reads them.
fn played(path: &Path) -> anyhow::Result<Vec<(String, String, Winner)>> {
    let mut games = Vec::new();
    let mut add = |game: Played| {
        games.push((game.black.to_string(), game.white.to_string(), game.winner));
    };
    read_played(path, &Columns::default(), |recorded| match recorded {
        Recorded::Game(game) => add(game),
        Recorded::Pair(pair) => pair.into_iter().for_each(&mut add),
    })?;
    Ok(games)
}

/// Names of columns and, behind a zero byte, a file of games of another tool:
/// what is read is rated.
pub fn rated_file(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == 0);
    let names = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let columns = match names.parse() {
        _ if names.is_empty() => Columns::default(),
        Ok(columns) => columns,
        Err(error) => return assert_is_sentence(&error),
    };
    let (_folder, path) = file("games.csv", parts.next().unwrap_or_default());
    let mut standings = Standings::default();
    let read = read_played(&path, &columns, |recorded| match recorded {
        Recorded::Game(game) => standings.add(game),
        Recorded::Pair(pair) => standings.add_pair(pair),
    });
    if let Err(error) = read {
        assert_is_sentence(&error);
    }
    if let Err(error) = standings.rate(&Options::default()) {
        assert_is_sentence(&error);
    }
}

/// Lines of name, wins, draws, losses, name: they read back when every field is
/// quoted.
pub fn wdl_file(data: &[u8]) {
    let (_folder, path) = file("results.txt", data);
    let lines = || -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        read_wdl(&path, |row| {
            let [first, second] = row.names.each_ref().map(|name| name.replace('"', "\"\""));
            let WdlRow {
                wins,
                draws,
                losses,
                ..
            } = row;
            lines.push(format!(
                "\"{first}\"\t{wins}\t{draws}\t{losses}\t\"{second}\"\n"
            ));
        })?;
        Ok(lines)
    };
    match lines() {
        Err(error) => assert_is_sentence(&error),
        Ok(found) if found.is_empty() => {}
        Ok(found) => {
            fs::write(&path, found.concat()).unwrap();
            assert_eq!(lines().unwrap(), found);
        }
    }
}

/// A file of games and the list of its players, behind the first one's length: what
/// is read replays.
pub fn wthor_file(data: &[u8]) {
    let (length, data) = data.split_at(data.len().min(2));
    let length = length
        .iter()
        .rfold(0, |sum, &byte| 256 * sum + usize::from(byte));
    let (games, players) = data.split_at(data.len().min(length));
    let (folder, path) = file("games.wtb", games);
    if !players.is_empty() {
        fs::write(folder.path().join("WTH.JOU"), players).unwrap();
    }
    let mut file = match WthorFile::open(&path) {
        Ok(file) => file,
        Err(error) => return assert_is_sentence(&error),
    };
    let mut games = Vec::new();
    while let Some(game) = file.next_game(games.len() as u64 + 1).unwrap() {
        match game {
            Ok(row) => games.push(row),
            Err(error) => assert_is_sentence(&error),
        }
    }
    fs::write(&path, csv_lines(&games, true).unwrap()).unwrap();
    let read = rows(&path).unwrap();
    assert!(read.iter().eq(games.iter().map(|row| &row.game)));
    for row in &read {
        replay(row).unwrap();
    }
}

fn rows(path: &Path) -> anyhow::Result<Vec<GameRow>> {
    let mut rows = Vec::new();
    read_games(path, |_, row| {
        rows.push(row);
        Ok(())
    })?;
    Ok(rows)
}

/// `games.csv` and, behind a zero byte, `moves.csv` of a run that goes on: what
/// is kept is a beginning of what was there, and going on once more keeps all
/// of it. Files in which something is wrong are left alone.
pub fn run_folder(data: &[u8]) {
    let (folder, _) = file("tournament.toml", b"game");
    let mut parts = data.splitn(2, |&byte| byte == 0);
    let files: Vec<(PathBuf, &[u8])> = ["games.csv", "moves.csv"]
        .into_iter()
        .zip(&mut parts)
        .map(|(name, part)| (folder.path().join(name), part))
        .collect();
    for (path, content) in &files {
        fs::write(path, content).unwrap();
    }
    let go_on = || {
        let mut count = 0;
        let mut folder = Folder::open(folder.path(), "game", |_| Ok(())).unwrap();
        folder.go_on(files.len() == 2, |_| {
            count += 1;
            Ok(count % 2 == 0)
        })
    };
    let found = || -> Vec<Vec<u8>> {
        files
            .iter()
            .map(|(path, _)| fs::read(path).unwrap())
            .collect()
    };
    if let Err(error) = go_on() {
        assert_is_sentence(&error);
        assert!(found().iter().eq(files.iter().map(|(_, content)| content)));
        return;
    }
    let kept = found();
    for (kept, (_, content)) in kept.iter().zip(&files) {
        assert!(content.starts_with(kept));
    }
    go_on().unwrap();
    assert_eq!(found(), kept);
}

/// A file in a folder that goes when it is dropped.
fn file(name: &str, content: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// An error says something.
fn assert_is_sentence(error: &impl std::fmt::Display) {
    assert!(!format!("{error:#}").trim().is_empty());
}
