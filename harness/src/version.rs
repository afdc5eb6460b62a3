//! Which program this is.

use std::sync::LazyLock;

static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}+{}", env!("CARGO_PKG_VERSION"), engines::SOURCE_HASH));

/// The release and what tells its engines from those of any other build, as in
/// `0.1.0+3f2a91c4d5e6f708`.
pub fn version() -> &'static str {
    &VERSION
}
