//! How far it is, for whoever waits at a terminal; elsewhere nothing is shown.

use std::fs;

use indicatif::{ProgressBar, ProgressStyle};

use crate::input::FileName;

/// Fewer files are read before a bar could be.
const WORTH_TELLING: usize = 50;

/// For so many files.
pub(crate) fn of_files(count: usize) -> ProgressBar {
    if count <= WORTH_TELLING {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::try_from(count).unwrap_or(u64::MAX));
    styled(bar, "{wide_bar} {pos} of {len} files, {eta} left")
}

/// For the bytes of files; without an end where one of them has no known length.
pub(crate) fn of_bytes(files: &[FileName]) -> ProgressBar {
    let length = |file: &FileName| Some(fs::metadata(file.path()?).ok().filter(fs::Metadata::is_file)?.len());
    match files.iter().map(length).sum::<Option<u64>>() {
        Some(bytes) => styled(
            ProgressBar::new(bytes),
            "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        ),
        None => styled(ProgressBar::no_length(), "{bytes}, {bytes_per_sec}"),
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::{FileName, of_bytes, of_files};

    #[test]
    fn few_files_are_not_worth_a_bar() {
        assert!(of_files(50).is_hidden());
        assert_eq!(of_files(51).length(), Some(51));
    }

    #[test]
    fn the_length_is_known_of_files_only() {
        let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let bytes = std::fs::metadata(path).expect("it is there").len();
        let manifest = FileName::from(path);
        assert_eq!(of_bytes(&[manifest.clone(), manifest.clone()]).length(), Some(2 * bytes));
        assert_eq!(of_bytes(&[manifest, FileName::Stdin]).length(), None);
    }
}
