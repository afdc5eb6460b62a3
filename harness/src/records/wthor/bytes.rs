//! The header that every file of the database has, and records of bytes.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::error::InputError;

/// What the first 16 bytes say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Games of a `.wtb`.
    pub games: u32,
    /// Names of a list.
    pub names: u16,
    /// When the games were played.
    pub year: u16,
    /// Points in a row.
    pub board: u8,
    pub is_solitaire: bool,
    /// Bytes of the file behind the header.
    behind: u64,
}

impl Header {
    const BYTES: usize = 16;

    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<(Header, BufReader<File>), InputError> {
        let in_words = |error: io::Error| read(path, &error);
        let found = fs::metadata(path).map_err(in_words)?;
        if !found.is_file() {
            return Err(InputError(format!("{} is not a file", path.display())));
        }
        let Some(behind) = found.len().checked_sub(Self::BYTES as u64) else {
            return Err(InputError(format!(
                "{} has {} bytes, fewer than the header of a WTHOR file",
                path.display(),
                found.len()
            )));
        };
        let mut input = BufReader::new(File::open(path).map_err(in_words)?);
        let bytes: [u8; Self::BYTES] = record(&mut input).map_err(in_words)?;
        let header = Header {
            games: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            names: u16::from_le_bytes([bytes[8], bytes[9]]),
            year: u16::from_le_bytes([bytes[10], bytes[11]]),
            board: bytes[12],
            is_solitaire: bytes[13] == 1,
            behind,
        };
        Ok((header, input))
    }

    /// Refuses a file that does not end with the last of its `records`.
    pub fn check_length(
        &self,
        path: &Path,
        records: impl Into<u64>,
        bytes: usize,
    ) -> Result<(), InputError> {
        let (records, header) = (records.into(), Self::BYTES as u64);
        let expected = records * bytes as u64;
        if self.behind == expected {
            return Ok(());
        }
        Err(InputError(format!(
            "{}: its header counts {records} records, which takes {} bytes, but it has {}",
            path.display(),
            expected + header,
            self.behind + header
        )))
    }
}

/// The next so many bytes.
pub fn record<const BYTES: usize>(input: &mut impl Read) -> io::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A failure to read, in words.
pub fn read(path: &Path, error: &io::Error) -> InputError {
    InputError(format!("cannot read {}: {error}", path.display()))
}
