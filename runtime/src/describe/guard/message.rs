//! Messages that are put together while the compiler runs.

const ROOM: usize = 512;

/// A message in a fixed room; a part that finds none is left out.
pub(super) struct Message {
    bytes: [u8; ROOM],
    length: usize,
}

impl Message {
    /// The parts, one behind the other.
    pub(super) const fn of(parts: &[&str]) -> Self {
        let mut message = Self { bytes: [0; ROOM], length: 0 };
        let mut at = 0;
        while at < parts.len() {
            message = message.with(parts[at].as_bytes());
            at += 1;
        }
        message
    }

    /// One part more.
    pub(super) const fn and(self, part: &str) -> Self {
        self.with(part.as_bytes())
    }

    /// The digits of a number more.
    pub(super) const fn integer(self, number: i64) -> Self {
        let message = if number < 0 { self.and("-") } else { self };
        let (mut digits, mut at, mut rest) = ([0; 20], 20, number.unsigned_abs());
        while at == 20 || rest > 0 {
            at -= 1;
            digits[at] = b'0' + (rest % 10).to_le_bytes()[0];
            rest /= 10;
        }
        message.with(digits.split_at(at).1)
    }

    const fn with(mut self, part: &[u8]) -> Self {
        if self.length + part.len() > ROOM {
            return self;
        }
        let mut at = 0;
        while at < part.len() {
            self.bytes[self.length] = part[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    pub(super) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(message) => message,
            Err(_) => "",
        }
    }
}
