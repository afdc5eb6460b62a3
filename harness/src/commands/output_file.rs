//! The files that commands write: where they may not be.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::error::InputError;

/// Refuses to write in the place of a file that is read, by whatever path.
pub fn refuse_to_replace(
    out: &Path,
    read: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<(), InputError> {
    let identity = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
    let Ok(out) = identity(out) else {
        return Ok(());
    };
    let is_out = |file: &Path| identity(file).is_ok_and(|file| file == out);
    match read.into_iter().find(|file| is_out(file.as_ref())) {
        Some(file) => Err(InputError(format!(
            "{} is to be read; --out must be another file",
            file.as_ref().display()
        ))),
        None => Ok(()),
    }
}

/// Work may take minutes; a wrong path is better known before.
pub fn check_folder(file: &Path) -> Result<(), InputError> {
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if file.is_dir() || !folder.is_dir() {
        return Err(InputError(format!(
            "cannot write {}: {} is {} folder",
            file.display(),
            if file.is_dir() { file } else { folder }.display(),
            if file.is_dir() { "a" } else { "no" }
        )));
    }
    Ok(())
}
