//! What the fuzz targets check, on their seeds and on seeds with a few bytes
//! changed.

#[path = "../fuzz/src/lib.rs"]
mod properties;

use std::fs;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds");

fn seeds(property: &str) -> Vec<Vec<u8>> {
    let files = fs::read_dir(format!("{SEEDS}/{property}")).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A seed with bytes taken out, put in or replaced.
fn changed(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), 0..3, any::<u8>());
    (prop::sample::select(seeds), vec(change, 0..6)).prop_map(|(mut data, changes)| {
        for (index, kind, byte) in changes {
            let at = index.index(data.len() + 1);
            match kind {
                0 => data.insert(at, byte),
                1 if at < data.len() => data[at] = byte,
                _ => drop(data.drain(at..data.len().min(at + 1))),
            }
        }
        data
    })
}

#[test]
fn properties_hold_for_seeds() {
    for (name, property) in properties::PROPERTIES {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name}");
        seeds.iter().for_each(|seed| property(seed));
    }
}

#[test]
fn properties_hold_for_changed_seeds() {
    for (name, property) in properties::PROPERTIES {
        proptest!(ProptestConfig::with_cases(200), |(data in changed(seeds(name)))| {
            property(&data);
        });
    }
}
