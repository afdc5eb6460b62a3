//! The weights that come with the program.

use std::path::Path;

use harness::tuning::ProvenanceFile;

#[test]
fn shipped_weights_say_where_they_come_from() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/weights");
    for game in ["go", "othello"] {
        // Refused if it is of other weights.
        let provenance = ProvenanceFile::of(&folder.join(game).with_extension("csv")).unwrap();
        assert!(provenance.path().exists());
        assert!(provenance.game().unwrap().starts_with(game));
        let verdict = provenance.verdict();
        assert!(
            verdict.starts_with("verified against hand by alphabeta at "),
            "{verdict}"
        );
    }
}
