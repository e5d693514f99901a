//! Lines of at most so many characters, as kubectl breaks them.
//!
//! Source: `WrapString` in `mitchellh/go-wordwrap wordwrap.go`, `kubectl pkg/util/term/term_writer.go`.

/// Breaks lines at spaces; line breaks and other spaces stay. A word that is longer than a line stays whole.
pub(super) fn wrap(text: &str, limit: usize) -> String {
    let mut lines = Lines { limit, ..Lines::default() };
    for c in text.chars() {
        match c {
            '\n' => lines.end(),
            // A no-break space is part of a word.
            c if c.is_whitespace() && c != '\u{a0}' => lines.space(c),
            c => lines.letter(c),
        }
    }
    lines.finish()
}

/// What is written, and the spaces and the word behind it that may go to the next line.
#[derive(Default)]
struct Lines {
    limit: usize,
    written: String,
    /// Characters of the last line that is written.
    column: usize,
    spaces: Run,
    word: Run,
}

#[derive(Default)]
struct Run {
    text: String,
    length: usize,
}

impl Run {
    fn push(&mut self, c: char) {
        self.text.push(c);
        self.length += 1;
    }

    fn take(&mut self) -> Self {
        std::mem::take(self)
    }
}

impl Lines {
    fn write(&mut self, run: &Run) {
        self.column += run.length;
        self.written.push_str(&run.text);
    }

    /// Spaces at the end of a line stay where they fit.
    fn write_rest(&mut self) {
        let (spaces, word) = (self.spaces.take(), self.word.take());
        if word.length > 0 || self.column + spaces.length <= self.limit {
            self.write(&spaces);
        }
        self.write(&word);
    }

    fn end(&mut self) {
        self.write_rest();
        self.written.push('\n');
        self.column = 0;
    }

    fn space(&mut self, c: char) {
        if self.spaces.length == 0 || self.word.length > 0 {
            let (spaces, word) = (self.spaces.take(), self.word.take());
            self.write(&spaces);
            self.write(&word);
        }
        self.spaces.push(c);
    }

    fn letter(&mut self, c: char) {
        self.word.push(c);
        let width = self.column + self.spaces.length + self.word.length;
        if width > self.limit && self.word.length < self.limit {
            self.written.push('\n');
            self.column = 0;
            self.spaces.take();
        }
    }

    fn finish(mut self) -> String {
        self.write_rest();
        self.written
    }
}

#[cfg(test)]
mod tests {
    use super::wrap;

    /// What kubectl 1.32 prints of such descriptions, with lines of 76.
    #[test]
    fn lines_are_broken_as_kubectl_does() {
        let text = "Second paragraph with a very long line that certainly has to be wrapped somewhere near the \
                    seventy sixth column of it.\n  indented line\n- a\n";
        let wrapped = "Second paragraph with a very long line that certainly has to be wrapped\nsomewhere near the \
                       seventy sixth column of it.\n  indented line\n- a\n";
        assert_eq!(wrap(text, 76), wrapped);
        let word = "x".repeat(92);
        assert_eq!(wrap(&format!("{word} end"), 76), format!("{word}\nend"));
        let code =
            "    code block that is longer than seventy six characters so that we see what happens here ok";
        let wrapped =
            "    code block that is longer than seventy six characters so that we see\nwhat happens here ok";
        assert_eq!(wrap(code, 76), wrapped);
        assert_eq!(wrap("tab\there  two  spaces   three", 76), "tab\there  two  spaces   three");
    }
}
