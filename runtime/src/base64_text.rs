//! Base64 as Go's `base64.StdEncoding` reads it.
//!
//! Knows nothing of: any other module.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Padding must be there; what is left over in the last symbol does not count.
const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical),
);

/// The bytes; line ends may stand anywhere.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let symbols: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    ENGINE.decode(symbols).ok()
}

#[cfg(test)]
mod tests {
    use super::decode;

    /// Expected are the answers of Go 1.26.
    #[test]
    fn texts_are_read_as_go_reads_them() {
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
            assert_eq!(decode(text).as_deref(), bytes, "{text:?}");
        }
    }
}
