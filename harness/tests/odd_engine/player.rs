//! A game as the engine knows it.

use engines::{Game, GameSpec, Knowledge, Move, MoveList, Rng};

/// A position, and how it chooses its moves.
pub struct Player<G: Game> {
    spec: String,
    rules: fn(&GameSpec) -> Option<&G::Rules>,
    start: G,
    position: G,
    played: Vec<Move>,
    /// Moves asked of it in this game.
    pub turn: u32,
    /// Moves asked of it in all.
    pub asked: u64,
    /// None plays the first move that there is.
    rng: Option<Rng>,
}

impl<G: Knowledge> Player<G> {
    /// At the start of a game of `spec`; plays at random unless `seed` is 0.
    pub fn new(spec: String, rules: fn(&GameSpec) -> Option<&G::Rules>, seed: u64) -> Player<G> {
        let parsed: GameSpec = spec.parse().expect("--game is a game spec");
        let start = G::initial(rules(&parsed).expect("the game was looked at"));
        Player {
            spec,
            rules,
            position: start.clone(),
            start,
            played: Vec::new(),
            turn: 0,
            asked: 0,
            rng: (seed != 0).then(|| Rng::new(seed)),
        }
    }

    /// Another board, as `size=13`; false if the game has none of that size.
    pub fn resize(&mut self, size: &str) -> bool {
        let separator = if self.spec.contains(':') { ',' } else { ':' };
        let spec = format!("{}{separator}{size}", self.spec);
        let Ok(spec) = spec.parse::<GameSpec>() else {
            return false;
        };
        let rules = (self.rules)(&spec).expect("the same game");
        self.start = G::initial(rules);
        self.new_game();
        true
    }

    /// Back to the start.
    pub fn new_game(&mut self) {
        self.position = self.start.clone();
        self.played.clear();
        self.turn = 0;
    }

    /// The position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Plays a legal move; false if it is none.
    pub fn play(&mut self, mv: Move) -> bool {
        let is_legal = self.position.try_play(mv).is_ok();
        if is_legal {
            self.played.push(mv);
        }
        is_legal
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let is_possible = self.played.pop().is_some();
        self.position = self.start.clone();
        for &mv in &self.played {
            self.position.play(mv);
        }
        is_possible
    }

    /// A move; a pass when the game is over.
    pub fn choose(&mut self) -> Move {
        let mut moves = MoveList::new();
        self.position.sensible_moves(&mut moves);
        let random = self.rng.as_mut().and_then(|rng| rng.choose(&moves));
        random.or(moves.first().copied()).unwrap_or(Move::PASS)
    }

    /// A point where a stone stands, if there is one.
    pub fn occupied(&self) -> Option<Move> {
        let points = self.position.width() * self.position.height();
        let point = (0..points).find(|&point| self.position.at(point).is_some());
        point.map(Move::at)
    }
}
