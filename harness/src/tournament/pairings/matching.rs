//! Pairing up everyone of a field with somebody whom he may meet.

/// Stands for no mate.
const NOBODY: usize = usize::MAX;

/// A perfect matching of a graph, which can be asked for certain edges.
///
/// Augmenting paths by Edmonds (Paths, trees, and flowers, 1965), with the
/// blossoms kept as a base for every vertex, in the way of Gabow (1976).
pub struct Matching<F> {
    /// Whether two may meet.
    may_meet: F,
    mate: Vec<usize>,
    is_fixed: Vec<bool>,
}

impl<F: Fn(usize, usize) -> bool> Matching<F> {
    /// A matching of everyone in a field of `size`, if there is one.
    pub fn perfect(size: usize, may_meet: F) -> Option<Matching<F>> {
        let mut matching = Matching {
            may_meet,
            mate: vec![NOBODY; size],
            is_fixed: vec![false; size],
        };
        for one in 0..size {
            let is_free = |&other: &usize| {
                other != one && matching.mate[other] == NOBODY && (matching.may_meet)(one, other)
            };
            if matching.mate[one] == NOBODY
                && let Some(other) = (0..size).find(is_free)
            {
                matching.join(one, other);
            }
        }
        (0..size)
            .all(|one| matching.mate[one] != NOBODY || matching.augment(one))
            .then_some(matching)
    }

    /// Whether the mate of `one` is settled.
    pub fn is_fixed(&self, one: usize) -> bool {
        self.is_fixed[one]
    }

    /// Makes two meet for good, if all others can still be matched.
    pub fn fix(&mut self, one: usize, other: usize) -> bool {
        if self.is_fixed[one] || self.is_fixed[other] || !(self.may_meet)(one, other) {
            return false;
        }
        let left = [self.mate[one], self.mate[other]];
        (self.is_fixed[one], self.is_fixed[other]) = (true, true);
        if left[0] == other {
            return true;
        }
        self.join(one, other);
        left.iter().for_each(|&alone| self.mate[alone] = NOBODY);
        if self.augment(left[0]) {
            return true;
        }
        (self.is_fixed[one], self.is_fixed[other]) = (false, false);
        self.join(one, left[0]);
        self.join(other, left[1]);
        false
    }

    fn join(&mut self, one: usize, other: usize) {
        self.mate[one] = other;
        self.mate[other] = one;
    }

    /// Matches `root`, who is alone, and somebody else who is, by changing
    /// mates along a path between them; whether there is one.
    fn augment(&mut self, root: usize) -> bool {
        let mut tree = Tree::new(root, self.mate.len());
        let mut reached = 0;
        while let Some(&one) = tree.outer.get(reached) {
            reached += 1;
            for other in 0..self.mate.len() {
                if self.is_fixed[other]
                    || tree.base[one] == tree.base[other]
                    || self.mate[one] == other
                    || !(self.may_meet)(one, other)
                {
                    continue;
                }
                if tree.is_outer[other] {
                    tree.shrink(one, other, &self.mate);
                } else if tree.parent[other] == NOBODY {
                    tree.parent[other] = one;
                    match self.mate[other] {
                        NOBODY => {
                            self.change_mates(other, &tree);
                            return true;
                        }
                        mate => tree.add_outer(mate),
                    }
                }
            }
        }
        false
    }

    fn change_mates(&mut self, mut last: usize, tree: &Tree) {
        while last != NOBODY {
            let parent = tree.parent[last];
            let next = self.mate[parent];
            self.join(last, parent);
            last = next;
        }
    }
}

/// Who is reached from a root over edges that are in turn outside and inside
/// the matching.
struct Tree {
    root: usize,
    /// Those at an even distance, in the order in which they were reached.
    outer: Vec<usize>,
    is_outer: Vec<bool>,
    /// The way back, from those at an odd distance, or around a blossom.
    parent: Vec<usize>,
    /// The base of the blossom that each is in; himself outside of any.
    base: Vec<usize>,
}

impl Tree {
    fn new(root: usize, size: usize) -> Tree {
        let mut tree = Tree {
            root,
            outer: Vec::new(),
            is_outer: vec![false; size],
            parent: vec![NOBODY; size],
            base: (0..size).collect(),
        };
        tree.add_outer(root);
        tree
    }

    fn add_outer(&mut self, one: usize) {
        self.is_outer[one] = true;
        self.outer.push(one);
    }

    /// Two outer vertices are joined: the odd cycle that this closes is a
    /// blossom, all of which is outer.
    fn shrink(&mut self, one: usize, other: usize, mate: &[usize]) {
        let base = self.common_base(one, other, mate);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark(one, base, other, mate, &mut in_blossom);
        self.mark(other, base, one, mate, &mut in_blossom);
        for vertex in 0..self.base.len() {
            if in_blossom[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.is_outer[vertex] {
                    self.add_outer(vertex);
                }
            }
        }
    }

    /// The first base that the ways from both to the root have in common.
    fn common_base(&self, one: usize, other: usize, mate: &[usize]) -> usize {
        let mut is_on_way = vec![false; self.base.len()];
        let mut at = self.base[one];
        is_on_way[at] = true;
        while at != self.base[self.root] {
            at = self.base[self.parent[mate[at]]];
            is_on_way[at] = true;
        }
        at = self.base[other];
        while !is_on_way[at] {
            at = self.base[self.parent[mate[at]]];
        }
        at
    }

    /// Marks the way from a vertex to the base, and lays the way back around.
    fn mark(
        &mut self,
        mut vertex: usize,
        base: usize,
        mut child: usize,
        mate: &[usize],
        in_blossom: &mut [bool],
    ) {
        while self.base[vertex] != base {
            in_blossom[self.base[vertex]] = true;
            in_blossom[self.base[mate[vertex]]] = true;
            self.parent[vertex] = child;
            child = mate[vertex];
            vertex = self.parent[child];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::Rng;

    /// A graph as a table of who may meet whom.
    fn random_graph(size: usize, rng: &mut Rng) -> Vec<Vec<bool>> {
        let share = 1 + rng.below(9);
        let mut graph = vec![vec![false; size]; size];
        for (one, other) in (0..size).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let is_edge = rng.below(10) < share;
            (graph[one][other], graph[other][one]) = (is_edge, is_edge);
        }
        graph
    }

    /// Whether all who are not `taken` can be paired up, tried one by one.
    fn can_pair_up(graph: &[Vec<bool>], taken: &mut Vec<bool>) -> bool {
        let Some(one) = taken.iter().position(|&is_taken| !is_taken) else {
            return true;
        };
        taken[one] = true;
        let found = (one + 1..graph.len()).any(|other| {
            if taken[other] || !graph[one][other] {
                return false;
            }
            taken[other] = true;
            let found = can_pair_up(graph, taken);
            taken[other] = false;
            found
        });
        taken[one] = false;
        found
    }

    #[test]
    fn a_matching_is_found_and_fixed_where_there_is_one() {
        let mut rng = Rng::new(1);
        let mut found = [0; 2];
        for size in [2, 4, 5, 6, 8, 10].repeat(300) {
            let graph = random_graph(size, &mut rng);
            let may_meet = |one: usize, other: usize| graph[one][other];
            let matching = Matching::perfect(size, may_meet);
            let mut taken = vec![false; size];
            assert_eq!(matching.is_some(), can_pair_up(&graph, &mut taken));
            found[usize::from(matching.is_some())] += 1;
            let Some(mut matching) = matching else {
                continue;
            };
            for one in 0..size {
                for other in 0..size {
                    if taken[one] || taken[other] || one == other {
                        continue;
                    }
                    (taken[one], taken[other]) = (true, true);
                    let fits = graph[one][other] && can_pair_up(&graph, &mut taken);
                    assert_eq!(matching.fix(one, other), fits, "{one} {other} {graph:?}");
                    (taken[one], taken[other]) = (fits, fits);
                }
                assert!(matching.is_fixed(one));
            }
        }
        assert!(found[0] > 100 && found[1] > 100, "{found:?}");
    }
}
