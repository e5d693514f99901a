//! A line that says how far it is, for whoever waits at a terminal.

use std::io::{self, IsTerminal as _, Write as _};

/// Fewer files are read before a line could be.
const WORTH_TELLING: usize = 50;
const WIDTH: usize = 30;

/// Silent unless many files are read and standard error is a terminal.
pub(crate) struct Progress {
    total: usize,
    done: usize,
    shown: bool,
}

impl Progress {
    pub(crate) fn new(total: usize) -> Self {
        Self { total, done: 0, shown: total > WORTH_TELLING && io::stderr().is_terminal() }
    }

    pub(crate) fn step(&mut self) {
        self.done = self.done.saturating_add(1);
        if self.shown {
            let _ = write!(io::stderr(), "\r{}", bar(self.done, self.total));
        }
    }
}

/// What is printed afterwards begins on an empty line.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn bar(done: usize, total: usize) -> String {
    let filled = done.saturating_mul(WIDTH).checked_div(total).unwrap_or(WIDTH).min(WIDTH);
    format!("[{:<WIDTH$}] {done}/{total} files", "#".repeat(filled))
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn the_bar_fills() {
        assert_eq!(bar(0, 60), "[                              ] 0/60 files");
        assert_eq!(bar(30, 60), "[###############               ] 30/60 files");
        assert_eq!(bar(60, 60), "[##############################] 60/60 files");
    }
}
