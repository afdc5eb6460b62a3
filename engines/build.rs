//! Gives the crate a name for its own sources, `SOURCE_HASH`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let mut files = Vec::new();
    for name in ["Cargo.toml", "build.rs", "src"] {
        println!("cargo::rerun-if-changed={name}");
        collect(&root.join(name), name, &mut files)?;
    }
    let hash = source_hash(files);
    println!("cargo::rustc-env=ENGINES_SOURCE_HASH={hash:016x}");
    Ok(())
}

/// A file's path in the crate, with `/` on every system, and its content.
pub type Source = (String, Vec<u8>);

/// Adds a file, or all in a folder.
fn collect(path: &Path, name: &str, files: &mut Vec<Source>) -> io::Result<()> {
    if path.is_file() {
        files.push((name.to_string(), fs::read(path)?));
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
        collect(&entry.path(), &inner, files)?;
    }
    Ok(())
}

/// The same for the same files in any order and with either line end.
pub fn source_hash(mut files: Vec<Source>) -> u64 {
    files.sort();
    files.iter().fold(EMPTY, |hash, (name, content)| {
        let content = content.iter().copied().filter(|&byte| byte != b'\r');
        // No name, and no text, holds a byte of 0.
        fnv1a(hash, name.bytes().chain([0]).chain(content).chain([0]))
    })
}

/// The hash of nothing.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a of 64 bits (Fowler, Noll and Vo), which goes on from a hash.
pub fn fnv1a(hash: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(hash, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
