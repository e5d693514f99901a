//! Bytes of files, as many as may be.

use std::fs::File;
use std::io::{self, Read};

use super::FileName;

/// What is held of an input at once; YAML takes many times as much memory.
///
/// A server stores no object of more than a few megabytes; devices and pipes never end.
pub(crate) const MOST: usize = 64 << 20;

/// Opens an input for reading.
pub(crate) fn open(file: &FileName) -> io::Result<Box<dyn Read>> {
    match file.path() {
        Some(path) => Ok(Box::new(File::open(path)?)),
        None => Ok(Box::new(io::stdin().lock())),
    }
}

/// All that is in an input.
pub(crate) fn bytes(file: &FileName) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MOST).unwrap_or(u64::MAX);
    open(file)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > MOST {
        let cure = "`crd-schema audit` reads objects of files of any size one by one";
        return Err(io::Error::other(format!(
            "more than {} MiB, which are not read at once; {cure}",
            MOST >> 20
        )));
    }
    Ok(bytes)
}
