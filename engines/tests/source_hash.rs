//! What tells two builds of the engines apart.

#[path = "../build.rs"]
#[expect(dead_code, reason = "only the hash is tested")]
mod build;

use build::{EMPTY, fnv1a, source_hash};

#[test]
fn known_hashes() {
    for (text, hash) in [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
    ] {
        assert_eq!(fnv1a(EMPTY, text.bytes()), hash, "{text}");
    }
}

#[test]
fn names_and_contents_count_and_line_ends_do_not() {
    let hash = |files: &[(&str, &str)]| {
        let source = |&(name, content): &(&str, &str)| (name.to_string(), content.into());
        source_hash(files.iter().map(source).collect())
    };
    let one = hash(&[("a.rs", "x\ny\n"), ("b.rs", "z")]);
    assert_eq!(hash(&[("b.rs", "z"), ("a.rs", "x\r\ny\r\n")]), one);
    for other in [
        [("a.rs", "x\ny"), ("b.rs", "z")],
        [("a.rs", "x\ny\n"), ("c.rs", "z")],
        [("a.rs", "z"), ("b.rs", "x\ny\n")],
        [("a.rs", "x\ny\nb"), (".rs", "z")],
    ] {
        assert_ne!(hash(&other), one, "{other:?}");
    }
}

#[test]
fn the_crate_knows_its_own() {
    let hash = engines::SOURCE_HASH;
    assert_eq!(hash.len(), 16);
    assert!(u64::from_str_radix(hash, 16).is_ok(), "{hash}");
}
