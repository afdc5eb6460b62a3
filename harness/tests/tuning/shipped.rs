//! The weights that come with the program.

use std::path::Path;

use harness::tuning::ProvenanceFile;

#[test]
fn shipped_weights_say_where_they_come_from() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/weights");
    // Refused if it is of other weights.
    let provenance = ProvenanceFile::of(&folder.join("othello.csv")).unwrap();
    assert!(provenance.path().exists());
    assert!(provenance.game().unwrap().starts_with("othello"));
}
