//! SHA-256, in hexadecimal digits: what tells two versions of a file apart.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The hash of a file, which may be a large program.
pub(crate) fn of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(in_hex(&hasher.finalize())),
            read => hasher.update(&block[..read]),
        }
    }
}

pub(crate) fn of_bytes(content: &[u8]) -> String {
    in_hex(&Sha256::digest(content))
}

fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
