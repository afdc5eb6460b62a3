use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// What the game's tree says, in a form that is easy to write down.
fn shown(tree: &GameTree, node: &Node) -> String {
    let mut text = String::from(";");
    for property in &node.properties {
        text += property.name;
        for value in &property.values {
            text += &format!("[{}]", value.raw);
        }
    }
    let children: Vec<&Node> = tree.children(node).collect();
    match children[..] {
        [only] => text += &shown(tree, only),
        _ => {
            for child in children {
                text += &format!("({})", shown(tree, child));
            }
        }
    }
    text
}

fn read_back(text: &str) -> String {
    let games = parse(text).unwrap();
    let trees = games.iter().map(|tree| shown(tree, tree.root()));
    trees.map(|tree| format!("({tree})")).collect()
}

#[test]
fn a_collection_with_variations() {
    let text = " (;FF[4]GM[1] SZ [9]\n;B[aa] AB[bb]\n [cc](;W[bb];B[cc])(;W[dd]))\n(;) ";
    assert_eq!(
        read_back(text),
        "(;FF[4]GM[1]SZ[9];B[aa]AB[bb][cc](;W[bb];B[cc])(;W[dd]))(;)"
    );
    let games = parse(text).unwrap();
    let line: Vec<&str> = games[0]
        .main_line()
        .skip(1)
        .map(|node| node.properties[0].values[0].raw)
        .collect();
    assert_eq!(line, ["aa", "bb", "cc"]);
    let point = games[0].main_line().nth(1).unwrap().properties[1].values[1];
    assert_eq!(Place::of(text, point.at).to_string(), "line 3, column 2");
}

#[test]
fn values_are_unescaped() {
    let value = |raw| Value { raw, at: 0 };
    let text = r"a\]b\\c\:d";
    assert_eq!(value(text).text(), r"a]b\c:d");
    assert_eq!(value("a\\\r\nb\tc\r\nd\n\re\rf").text(), "ab c\nd\ne\nf");
    assert_eq!(value("a\nb").simple_text(), "a b");
    let [first, second] = value(r"a\:b:c:d").composed().unwrap();
    assert_eq!([first.text(), second.text()], ["a:b", "c:d"]);
    assert_eq!(value(r"a\:b").composed(), None);
    let games = parse(r"(;C[a\]b\\]B[aa])").unwrap();
    assert_eq!(games[0].root().properties[0].values[0].text(), r"a]b\");
    assert_eq!(games[0].root().property("B").unwrap().values[0].raw, "aa");
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, expected) in [
        (
            "",
            "line 1, column 1: expected `(`, which begins a game tree, but found the end",
        ),
        (
            "x(;)",
            "line 1, column 1: expected `(`, which begins a game tree, but found `x`",
        ),
        (
            "(;)é",
            "line 1, column 4: expected `(`, which begins a game tree, but found `é`",
        ),
        (
            "()",
            "line 1, column 2: expected `;`, the first node behind `(`, but found `)`",
        ),
        (
            "((;))",
            "line 1, column 2: expected `;`, the first node behind `(`, but found `(`",
        ),
        (
            "(B[aa])",
            "line 1, column 2: expected `;`, the first node behind `(`, but found `B`",
        ),
        (
            "(;(;)\n;)",
            "line 2, column 1: a node must stand before the variations",
        ),
        (
            "(;(;)B[aa])",
            "line 1, column 6: expected a property, `;`, `(` or `)`, but found `B`",
        ),
        (
            "(;B[aa]\n(;W[bb]",
            "line 2, column 1: this `(` is never closed",
        ),
        ("(;B[aa)", "line 1, column 4: this `[` is never closed"),
        ("(;B[a\\])", "line 1, column 4: this `[` is never closed"),
        (
            "(;B)",
            "line 1, column 4: expected `[`, a value of `B`, but found `)`",
        ),
        ("(;Black[aa])", "line 1, column 3: `Black` is no property"),
        (
            "(;B[aa]B[bb])",
            "line 1, column 8: `B` stands twice in this node",
        ),
        (
            "(;B[aa]])",
            "line 1, column 8: expected a property, `;`, `(` or `)`, but found `]`",
        ),
        ("(;))", "line 1, column 4: expected `(`"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn nesting_has_no_end() {
    let depth = 1_000_000;
    let text = "(;".repeat(depth) + &")".repeat(depth);
    let games = parse(&text).unwrap();
    assert_eq!(games[0].main_line().count(), depth);
    assert!(parse(&text[..text.len() - 1]).is_err());
}

/// A tree as text, without spaces: its own plain writer.
fn tree() -> impl Strategy<Value = String> {
    let value = r"([a-z :(;]|\\\]|\\\\|\\:){0,4}";
    let values = vec(value, 1..3).prop_map(|values| {
        let bracketed = values.iter().map(|value| format!("[{value}]"));
        bracketed.collect::<String>()
    });
    let properties = prop::collection::btree_map("[A-Z]{1,2}", values, 0..3);
    let node = properties.prop_map(|properties| {
        let named = properties
            .iter()
            .map(|(name, values)| format!("{name}{values}"));
        format!(";{}", named.collect::<String>())
    });
    let leaf = node.clone().boxed();
    leaf.prop_recursive(6, 40, 3, move |below| {
        (node.clone(), vec(below, 1..4)).prop_map(|(node, children)| match &children[..] {
            [only] => node + only,
            _ => {
                let trees = children.iter().map(|child| format!("({child})"));
                node + &trees.collect::<String>()
            }
        })
    })
}

proptest! {
    #[test]
    fn trees_read_back(trees in vec(tree(), 1..4)) {
        let text: String = trees.iter().map(|tree| format!("({tree})")).collect();
        prop_assert_eq!(read_back(&text), text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in r"[();BW\[\]\\:aé \n]{0,40}") {
        if let Ok(games) = parse(&text) {
            let again = read_back(&text);
            prop_assert_eq!(parse(&again).unwrap().len(), games.len());
        }
    }
}
