//! What is wrong with a `pattern`, in the words of Go's `regexp`.
//!
//! Without a parser of Go's syntax only that is refused which no engine of regular expressions could take:
//! unbalanced brackets, a backslash at the end, a repetition of nothing.
//!
//! Source: Go `regexp/syntax`, `ErrorCode`.
//!
//! Knows nothing of: schemas.

/// The error of a pattern that no engine takes.
pub(crate) fn refusal(pattern: &str) -> Option<String> {
    let mut scan = Scan::new(pattern);
    let error = scan.run();
    error.map(|(reason, fragment)| format!("error parsing regexp: {reason}: `{fragment}`"))
}

type Refusal<'p> = (&'static str, &'p str);

struct Scan<'p> {
    pattern: &'p str,
    /// The byte position of what is read next.
    at: usize,
    open_groups: usize,
    /// Whether something stands before the next character that can be repeated.
    repeatable: bool,
}

impl<'p> Scan<'p> {
    fn new(pattern: &'p str) -> Self {
        Self { pattern, at: 0, open_groups: 0, repeatable: false }
    }

    fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    fn run(&mut self) -> Option<Refusal<'p>> {
        if engines_disagree(self.pattern) {
            return None;
        }
        while let Some(c) = self.rest().chars().next() {
            let refusal = self.step(c);
            if refusal.is_some() {
                return refusal;
            }
        }
        (self.open_groups > 0).then_some(("missing closing )", self.pattern))
    }

    fn step(&mut self, c: char) -> Option<Refusal<'p>> {
        let start = self.at;
        self.at += c.len_utf8();
        match c {
            '\\' => return self.escape(),
            '[' => return self.class(start),
            '(' => self.open(),
            ')' if self.open_groups == 0 => return Some(("unexpected )", self.pattern)),
            ')' => {
                self.open_groups -= 1;
                self.repeatable = true;
            }
            '|' => self.repeatable = false,
            '*' | '+' | '?' if !self.repeatable => {
                let operator = self.pattern.get(start..self.at).unwrap_or_default();
                return Some(("missing argument to repetition operator", operator));
            }
            _ => self.repeatable = true,
        }
        None
    }

    fn escape(&mut self) -> Option<Refusal<'p>> {
        let Some(escaped) = self.rest().chars().next() else {
            return Some(("trailing backslash at end of expression", ""));
        };
        self.at += escaped.len_utf8();
        self.repeatable = true;
        None
    }

    fn class(&mut self, start: usize) -> Option<Refusal<'p>> {
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices() {
            if c == ']' && !escaped {
                self.at += offset + 1;
                self.repeatable = true;
                return None;
            }
            escaped = c == '\\' && !escaped;
        }
        Some(("missing closing ]", self.pattern.get(start..).unwrap_or_default()))
    }

    /// What follows `(?` or `(*` is syntax of its own that differs between engines.
    fn open(&mut self) {
        self.open_groups += 1;
        self.repeatable = self.rest().starts_with(['?', '*']);
    }
}

/// Whether the pattern has what some engines read as brackets and others as text.
fn engines_disagree(pattern: &str) -> bool {
    ["[]", "[^]", "[[", "\\Q", "(?#", "\\c"].iter().any(|marker| pattern.contains(marker))
        || has_flag_x(pattern)
}

/// `(?x)` and its like: blanks and comments are skipped.
fn has_flag_x(pattern: &str) -> bool {
    pattern.split("(?").skip(1).any(|group| {
        let flags = group.split([')', ':', '<', '=', '!']).next().unwrap_or_default();
        flags.contains('x')
    })
}

#[cfg(test)]
mod tests {
    use super::refusal;

    /// Expected texts are those of Go 1.26.
    #[test]
    fn what_no_engine_takes_is_refused_in_gos_words() {
        let cases = [
            ("[a", "error parsing regexp: missing closing ]: `[a`"),
            ("x[a-z", "error parsing regexp: missing closing ]: `[a-z`"),
            ("(a", "error parsing regexp: missing closing ): `(a`"),
            ("a)", "error parsing regexp: unexpected ): `a)`"),
            ("*a", "error parsing regexp: missing argument to repetition operator: `*`"),
            ("a|+b", "error parsing regexp: missing argument to repetition operator: `+`"),
            ("a\\", "error parsing regexp: trailing backslash at end of expression: ``"),
        ];
        for (pattern, expected) in cases {
            assert_eq!(refusal(pattern).as_deref(), Some(expected), "{pattern}");
        }
    }

    #[test]
    fn what_some_engine_takes_is_left_to_the_translator() {
        for pattern in
            ["", "^a.*$", "(?=a)", "a{,2}", "[]a]", "(?x)(", "\\)", "[)]", "(a(b)?)+", "(*ACCEPT)a", "^*"]
        {
            assert_eq!(refusal(pattern), None, "{pattern}");
        }
    }
}
