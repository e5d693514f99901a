//! Base64 as Go's `base64.StdEncoding` decodes it.
//!
//! Written out because no library gives Go's offsets, which stand in messages of a server.
//!
//! Source: Go `encoding/base64/base64.go`, `DecodeString`, `decodeQuantum`.
//!
//! Knows nothing of: any other module.

/// Where a string is no base64.
///
/// ```
/// let error = crd_schema_go::base64::decode("e!A=").unwrap_err();
/// assert_eq!(error.to_string(), "illegal base64 data at input byte 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptInput {
    at: usize,
}

impl std::fmt::Display for CorruptInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "illegal base64 data at input byte {}", self.at)
    }
}

impl std::error::Error for CorruptInput {}

/// The bytes; line ends may stand anywhere, and what is left over in the last symbol does not count.
///
/// # Errors
/// When the string is no base64 with padding.
///
/// ```
/// assert_eq!(crd_schema_go::base64::decode("eHk=").as_deref(), Ok(b"xy".as_slice()));
/// ```
pub fn decode(text: &str) -> Result<Vec<u8>, CorruptInput> {
    decoded(text, *b"+/")
}

/// As [`decode`], with `-` and `_` in the place of `+` and `/`.
///
/// # Errors
/// When the string is no base64 of that alphabet with padding.
///
/// ```
/// use crd_schema_go::base64::{decode, decode_url};
///
/// assert_eq!(decode_url("-_-_"), decode("+/+/"));
/// assert_eq!(decode_url("+/+/").unwrap_err().to_string(), "illegal base64 data at input byte 0");
/// ```
///
/// Source: Go `encoding/base64`, `URLEncoding`.
pub fn decode_url(text: &str) -> Result<Vec<u8>, CorruptInput> {
    decoded(text, *b"-_")
}

/// Decodes an alphabet that ends in these symbols.
fn decoded(text: &str, last: [u8; 2]) -> Result<Vec<u8>, CorruptInput> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut input = Input { bytes: text.as_bytes(), at: 0, last };
    while let Some(is_last) = quantum(&mut input, &mut bytes)? {
        if is_last {
            break;
        }
    }
    Ok(bytes)
}

struct Input<'t> {
    bytes: &'t [u8],
    at: usize,
    /// The last symbols of the alphabet.
    last: [u8; 2],
}

impl Input<'_> {
    /// The next byte that is no line end.
    fn next(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            if !matches!(byte, b'\r' | b'\n') {
                return Some(byte);
            }
        }
    }
}

/// Reads four symbols; whether they end in padding, or nothing at the end of the input.
fn quantum(input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<Option<bool>, CorruptInput> {
    let mut symbols = [0_u32; 4];
    for position in 0..symbols.len() {
        let Some(byte) = input.next() else {
            // Quirk: as many bytes before the end as symbols were read, although line ends may be among them.
            return if position == 0 { Ok(None) } else { Err(CorruptInput { at: input.at - position }) };
        };
        match value(byte, input.last) {
            Some(value) => symbols[position] = value,
            None if byte == b'=' => {
                padding(input, position)?;
                write(symbols, position, out);
                return Ok(Some(true));
            }
            None => return Err(CorruptInput { at: input.at - 1 }),
        }
    }
    write(symbols, 4, out);
    Ok(Some(false))
}

/// Reads what stands behind the first sign of padding, which was the symbol at `position`.
fn padding(input: &mut Input<'_>, position: usize) -> Result<(), CorruptInput> {
    if position < 2 {
        return Err(CorruptInput { at: input.at - 1 });
    }
    if position == 2 {
        match input.next() {
            Some(b'=') => {}
            // Quirk: the byte before the one that is wrong.
            Some(_) => return Err(CorruptInput { at: input.at - 2 }),
            None => return Err(CorruptInput { at: input.bytes.len() }),
        }
    }
    match input.next() {
        Some(_) => Err(CorruptInput { at: input.at - 1 }),
        None => Ok(()),
    }
}

fn value(byte: u8, last: [u8; 2]) -> Option<u32> {
    match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        byte => (62..).zip(last).find_map(|(value, symbol)| (symbol == byte).then_some(value)),
    }
}

/// The bytes of so many symbols.
fn write(symbols: [u32; 4], count: usize, out: &mut Vec<u8>) {
    let [one, two, three, four] = symbols;
    let bits = one << 18 | two << 12 | three << 6 | four;
    let [_, bytes @ ..] = bits.to_be_bytes();
    out.extend_from_slice(bytes.get(..count.saturating_sub(1)).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::decode;

    /// Expected are the answers of Go 1.26.
    #[test]
    fn strings_are_decoded_as_go_decodes_them() {
        let cases: [(&str, Option<&[u8]>); 12] = [
            ("", Some(b"")),
            ("eA==", Some(b"x")),
            ("eB==", Some(b"x")),
            ("e\nA\r=\n=\n", Some(b"x")),
            ("eHk=", Some(b"xy")),
            ("eHl6", Some(b"xyz")),
            ("eA", None),
            ("eA=", None),
            ("eA===", None),
            ("eA==eA==", None),
            ("e A=", None),
            ("====", None),
        ];
        for (text, bytes) in cases {
            assert_eq!(decode(text).ok().as_deref(), bytes, "{text:?}");
        }
    }
}
