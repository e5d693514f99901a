//! Files that are written as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a file came to have a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Written {
    /// It had the content before, and was not touched.
    Unchanged,
    /// It was made or replaced.
    Replaced,
}

/// Gives a file this content, unless it has it: whoever reads it sees all of the old content or all of the new one.
///
/// The content is written to a file beside it, which then takes its place. Permissions stay as they are, a symbolic link
/// stays a link to the file that is replaced, and after an error nothing is left behind. Directories are made.
///
/// ```
/// use crd_schema::build::{Written, replace_file};
///
/// let directory = std::env::temp_dir().join(format!("crd-schema-replace-{}", std::process::id()));
/// let path = directory.join("databases.example.com.yaml");
/// assert_eq!(replace_file(&path, "a: 1\n")?, Written::Replaced);
/// assert_eq!(replace_file(&path, "a: 1\n")?, Written::Unchanged);
/// assert_eq!(std::fs::read_dir(&directory)?.count(), 1);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// A file or directory that cannot be read or written; a directory, device or pipe in the place of the file.
pub fn replace_file(path: &Path, text: &str) -> io::Result<Written> {
    let present = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Some(metadata),
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => {
            return Err(io::Error::other("neither a file nor a directory, so that it cannot be replaced"));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let Some(present) = present else {
        let target = new_target(path)?;
        target.parent().map_or(Ok(()), fs::create_dir_all)?;
        return put(&target, text, None);
    };
    // Other lengths are other contents, so that no large file is read in vain.
    if usize::try_from(present.len()).is_ok_and(|length| length == text.len())
        && fs::read(path)? == text.as_bytes()
    {
        return Ok(Written::Unchanged);
    }
    // Replacing asks for no permission of the file itself.
    OpenOptions::new().write(true).open(path)?;
    put(&fs::canonicalize(path)?, text, Some(&present))
}

/// What a new file is called: where a link points that leads to nothing yet.
fn new_target(path: &Path) -> io::Result<PathBuf> {
    /// As many links as Linux follows.
    const LINKS: usize = 40;
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            Ok(link) => target = target.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn put(target: &Path, text: &str, present: Option<&fs::Metadata>) -> io::Result<Written> {
    let (temporary, file) = create_beside(target)?;
    let done = fill(file, text, present).and_then(|()| fs::rename(&temporary, target));
    if done.is_err() {
        // The error says why the file could not be written.
        let _ = fs::remove_file(&temporary);
    }
    done.map(|()| Written::Replaced)
}

/// Renaming needs the same file system, so that the file stands in the same directory.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = target.with_file_name(format!(".crd-schema-{}-{number}.tmp", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            // Left behind by a process of the same number that was ended.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn fill(mut file: File, text: &str, present: Option<&fs::Metadata>) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    let Some(present) = present else { return Ok(()) };
    keep_owner(&file, present);
    file.set_permissions(present.permissions())
}

/// Who may not give files away keeps the file for itself, as editors do.
#[cfg(unix)]
fn keep_owner(file: &File, present: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(file, Some(present.uid()), Some(present.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}
