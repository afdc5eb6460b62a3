//! Who can be compared with whom.
//!
//! Strengths have a finite best fit if and only if, however the players are
//! split in two, somebody of each half scored against somebody of the other
//! (L. R. Ford, "Solution of a ranking problem from binary comparisons",
//! American Mathematical Monthly 64, 1957): if everybody is tied to everybody by
//! a chain of points scored. The largest sets for which this holds are the
//! strongly connected components of "scored against".

use engines::Color;

use super::results::Pairing;

/// Who scored against whom, a win or a draw. Players are numbered from 0.
pub(super) struct Graph {
    scored_against: Vec<Vec<usize>>,
    conceded_to: Vec<Vec<usize>>,
}

impl Graph {
    pub fn new(players: usize, pairings: &[Pairing]) -> Graph {
        let mut graph = Graph {
            scored_against: vec![Vec::new(); players],
            conceded_to: vec![Vec::new(); players],
        };
        for (black, white, tally) in pairings.iter().flat_map(Pairing::by_color) {
            for (color, scorer, other) in
                [(Color::Black, black, white), (Color::White, white, black)]
            {
                if tally.points(color) > 0.0 {
                    graph.scored_against[scorer].push(other);
                    graph.conceded_to[other].push(scorer);
                }
            }
        }
        graph
    }

    /// The sets of players who met, directly or over others. Who met nobody is
    /// in none.
    pub fn pools(&self) -> Vec<Vec<usize>> {
        let players = (0..self.scored_against.len())
            .filter(|&player| self.met(player).next().is_some())
            .collect();
        classes(players, self.scored_against.len(), |player| {
            self.reach(player, |next| self.met(next))
        })
    }

    /// The strongly connected components of some players, who must comprise
    /// every component they touch. Whoever scored against another component
    /// stands before it; where that leaves a choice, the one with the higher
    /// `score` does.
    pub fn ladder(&self, players: &[usize], score: impl Fn(&[usize]) -> f64) -> Vec<Vec<usize>> {
        let components = classes(players.to_vec(), self.scored_against.len(), |player| {
            let mut both = self.reach(player, |next| self.scored_against[next].iter().copied());
            let above = self.reach(player, |next| self.conceded_to[next].iter().copied());
            both.iter_mut()
                .zip(above)
                .for_each(|(below, above)| *below &= above);
            both
        });
        self.winners_first(components, score)
    }

    fn winners_first(
        &self,
        components: Vec<Vec<usize>>,
        score: impl Fn(&[usize]) -> f64,
    ) -> Vec<Vec<usize>> {
        let mut home = vec![None; self.scored_against.len()];
        for (number, component) in components.iter().enumerate() {
            component
                .iter()
                .for_each(|&player| home[player] = Some(number));
        }
        // Pairs in which one of another component scored against one of this.
        let others = |lists: &[Vec<usize>], component: usize| {
            components[component]
                .iter()
                .flat_map(|&player| &lists[player])
                .filter_map(|&other| home[other])
                .filter(|&other| other != component)
                .collect::<Vec<usize>>()
        };
        let mut above: Vec<usize> = (0..components.len())
            .map(|component| others(&self.conceded_to, component).len())
            .collect();
        let scores: Vec<f64> = components.iter().map(|players| score(players)).collect();

        let mut waiting: Vec<usize> = (0..components.len()).collect();
        let mut order = Vec::with_capacity(components.len());
        // The first of equals, as `max_by` would give the last.
        while let Some(at) = (0..waiting.len())
            .rev()
            .filter(|&at| above[waiting[at]] == 0)
            .max_by(|&a, &b| scores[waiting[a]].total_cmp(&scores[waiting[b]]))
        {
            let best = waiting.remove(at);
            for below in others(&self.scored_against, best) {
                above[below] -= 1;
            }
            order.push(components[best].clone());
        }
        order
    }

    fn met(&self, player: usize) -> impl Iterator<Item = usize> {
        let (won, lost) = (&self.scored_against[player], &self.conceded_to[player]);
        won.iter().chain(lost).copied()
    }

    /// Whom one gets to from `start`, which is marked as well.
    fn reach<I: Iterator<Item = usize>>(
        &self,
        start: usize,
        neighbors: impl Fn(usize) -> I,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.scored_against.len()];
        reached[start] = true;
        let mut open = vec![start];
        while let Some(player) = open.pop() {
            for next in neighbors(player) {
                if !reached[next] {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}

/// Splits players into the classes of an equivalence, each in ascending order;
/// `class_of` marks the class of one player among all.
fn classes(
    players: Vec<usize>,
    all: usize,
    class_of: impl Fn(usize) -> Vec<bool>,
) -> Vec<Vec<usize>> {
    let mut placed = vec![false; all];
    let mut classes = Vec::new();
    for player in players {
        if !placed[player] {
            let class: Vec<usize> = (0..all)
                .zip(class_of(player))
                .filter_map(|(other, is_in)| is_in.then_some(other))
                .collect();
            class.iter().for_each(|&member| placed[member] = true);
            classes.push(class);
        }
    }
    classes
}
