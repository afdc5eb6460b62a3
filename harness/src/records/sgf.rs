//! SGF, the Smart Game Format, version FF\[4\] (Hollosi, 2006): a collection of
//! game trees as text.
//!
//! The reader knows how the format is built and nothing of what its properties
//! mean: for games and their points there are [`check_game`] and [`read_move`]. It
//! takes what the standard allows, and says of anything else where it stands and
//! what is wrong with it.

mod board;

use thiserror::Error;

use super::place::Place;

pub use board::{check_game, read_move};

/// Text that is no collection of game trees.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {what}")]
pub struct SgfError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub what: String,
}

/// A game and its variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree<'a> {
    /// Every node after the one before it; the root is the first.
    nodes: Vec<Node<'a>>,
}

/// A node: what is said of one position, or the move that leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<'a> {
    /// Its properties, in the text's order.
    pub properties: Vec<Property<'a>>,
    /// Where it stands: the number of bytes before its `;`.
    pub at: usize,
    children: Vec<usize>,
}

/// A property, as in `B[pd]` or `AB[dd][pp]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property<'a> {
    /// Capital letters.
    pub name: &'a str,
    /// One value or more.
    pub values: Vec<Value<'a>>,
    /// Where its name stands: the number of bytes before it.
    pub at: usize,
}

/// What stands between brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value<'a> {
    /// As it is written, escapes included.
    pub raw: &'a str,
    /// Where it stands: the number of bytes before its `[`.
    pub at: usize,
}

impl<'a> GameTree<'a> {
    /// The first node.
    pub fn root(&self) -> &Node<'a> {
        &self.nodes[0]
    }

    /// What follows a node, the main line first.
    pub fn children<'s>(&'s self, node: &'s Node<'a>) -> impl Iterator<Item = &'s Node<'a>> {
        node.children.iter().map(|&child| &self.nodes[child])
    }

    /// The root and the first child of every node from there on.
    pub fn main_line(&self) -> impl Iterator<Item = &Node<'a>> {
        std::iter::successors(Some(self.root()), |node| self.children(node).next())
    }
}

impl<'a> Node<'a> {
    /// The property of a name.
    pub fn property(&self, name: &str) -> Option<&Property<'a>> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// The first value of the property of a name.
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        self.property(name).map(|property| property.values[0])
    }
}

impl<'a> Value<'a> {
    /// The value as *Text*: escapes are resolved, ends of lines are `\n` but
    /// where a backslash hides them, other white space is a space.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut rest = self.raw.chars().peekable();
        while let Some(found) = rest.next() {
            let is_escaped = found == '\\';
            let Some(found) = (if is_escaped { rest.next() } else { Some(found) }) else {
                break;
            };
            match found {
                '\n' | '\r' => {
                    let other_half = if found == '\n' { '\r' } else { '\n' };
                    rest.next_if_eq(&other_half);
                    if !is_escaped {
                        text.push('\n');
                    }
                }
                _ if found.is_whitespace() => text.push(' '),
                _ => text.push(found),
            }
        }
        text
    }

    /// The value as *SimpleText*: as [`Value::text`], in one line.
    pub fn simple_text(&self) -> String {
        self.text().replace('\n', " ")
    }

    /// The beginning of the value, for a message.
    pub fn shortened(&self) -> String {
        self.simple_text().escape_debug().take(40).collect()
    }

    /// The two parts of a composed value, which a `:` divides.
    pub fn composed(&self) -> Option<[Value<'a>; 2]> {
        let colon = find_unescaped(self.raw, b':')?;
        let (first, second) = (&self.raw[..colon], &self.raw[colon + 1..]);
        Some([first, second].map(|raw| Value { raw, at: self.at }))
    }
}

/// The first `wanted` in a text that no backslash stands before.
fn find_unescaped(text: &str, wanted: u8) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let found = byte == wanted && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        found
    })
}

/// Reads a collection: one game tree or more.
pub fn parse(text: &str) -> Result<Vec<GameTree<'_>>, SgfError> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    reader.skip_space();
    while games.is_empty() || reader.at < text.len() {
        games.push(reader.game_tree()?);
        reader.skip_space();
    }
    Ok(games)
}

/// A `(` that is not closed yet.
struct Open {
    at: usize,
    /// The node before it.
    parent: Option<usize>,
    /// The last node of its sequence.
    last: Option<usize>,
    /// Whether variations have begun: then no node may follow.
    has_variations: bool,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
    }

    fn error<T>(&self, at: usize, what: impl ToString) -> Result<T, SgfError> {
        Err(SgfError {
            place: Place::of(self.text, at),
            what: what.to_string(),
        })
    }

    /// What stands here instead of what is expected.
    fn unexpected<T>(&self, expected: &str) -> Result<T, SgfError> {
        let found = match self.text[self.at..].chars().next() {
            Some(found) => format!("`{}`", found.escape_debug()),
            None => "the end of the text".to_string(),
        };
        self.error(self.at, format!("expected {expected}, but found {found}"))
    }

    /// A game tree. The variations that are open are kept in a list: text may
    /// nest deeper than the stack is.
    fn game_tree(&mut self) -> Result<GameTree<'a>, SgfError> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        loop {
            let at = self.at;
            let next = self.peek();
            match (next, open.last_mut()) {
                (Some(b'('), None) => open.push(Open::new(at, None)),
                (_, None) => return self.unexpected("`(`, which begins a game tree"),
                (Some(b'('), Some(around)) => {
                    let Some(last) = around.last else {
                        return self.unexpected("`;`, the first node behind `(`");
                    };
                    around.has_variations = true;
                    open.push(Open::new(at, Some(last)));
                }
                (Some(b';'), Some(around)) if !around.has_variations => {
                    let parent = around.last.or(around.parent);
                    around.last = Some(nodes.len());
                    if let Some(parent) = parent {
                        let number = nodes.len();
                        nodes[parent].children.push(number);
                    }
                    self.at += 1;
                    nodes.push(self.node(at)?);
                    continue;
                }
                (Some(b';'), Some(_)) => {
                    return self.error(at, "a node must stand before the variations, not after");
                }
                (Some(b')'), Some(Open { last: Some(_), .. })) => {
                    open.pop();
                    if open.is_empty() {
                        self.at += 1;
                        return Ok(GameTree { nodes });
                    }
                }
                (None, Some(Open { at, .. })) => {
                    let at = *at;
                    return self.error(at, "this `(` is never closed");
                }
                (_, Some(Open { last: None, .. })) => {
                    return self.unexpected("`;`, the first node behind `(`");
                }
                _ => return self.unexpected("a property, `;`, `(` or `)`"),
            }
            self.at += 1;
            self.skip_space();
        }
    }

    /// The node whose `;` stands at `at`, and the space behind it.
    fn node(&mut self, at: usize) -> Result<Node<'a>, SgfError> {
        let mut node = Node {
            properties: Vec::new(),
            at,
            children: Vec::new(),
        };
        self.skip_space();
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            let property = self.property()?;
            if node.property(property.name).is_some() {
                let what = format!("`{}` stands twice in this node", property.name);
                return self.error(property.at, what);
            }
            node.properties.push(property);
        }
        Ok(node)
    }

    fn property(&mut self) -> Result<Property<'a>, SgfError> {
        let (at, rest) = (self.at, &self.text[self.at..]);
        let is_letter = |byte: u8| byte.is_ascii_alphabetic();
        let length = rest.bytes().take_while(|&byte| is_letter(byte)).count();
        let name = &rest[..length];
        if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            let short: String = name.chars().take(20).collect();
            let what = format!("`{short}` is no property: FF[4] has capital letters alone");
            return self.error(at, what);
        }
        self.at += length;
        self.skip_space();
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
            self.skip_space();
        }
        if values.is_empty() {
            return self.unexpected(&format!("`[`, a value of `{name}`"));
        }
        Ok(Property { name, values, at })
    }

    fn value(&mut self) -> Result<Value<'a>, SgfError> {
        let at = self.at;
        let rest = &self.text[at + 1..];
        let Some(length) = find_unescaped(rest, b']') else {
            return self.error(at, "this `[` is never closed");
        };
        self.at = at + length + 2;
        let raw = &rest[..length];
        Ok(Value { raw, at })
    }
}

impl Open {
    fn new(at: usize, parent: Option<usize>) -> Open {
        Open {
            at,
            parent,
            last: None,
            has_variations: false,
        }
    }
}

#[cfg(test)]
mod tests;
