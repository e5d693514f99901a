//! The integer `-0`, which Go reads as 0 and `serde_json` as a float.

/// The text with a blank for the sign of each `-0` that is an integer.
///
/// Source: `sigs.k8s.io/json internal/golang/encoding/json/kubernetes_patch.go`, `convertNumber`.
pub(crate) fn without_negative_zeros(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['"', '-']) {
        let (before, found) = rest.split_at(start);
        let length = if found.starts_with('"') { string(found) } else { 1 };
        let (piece, behind) = found.split_at_checked(length).unwrap_or((found, ""));
        let is_zero = is_number(text.as_bytes(), text.len() - found.len());
        plain.extend([before, if is_zero { " " } else { piece }]);
        rest = behind;
    }
    plain.push_str(rest);
    plain
}

const SIGNED: &[u8] = b"-0";

/// Whether a `-0` begins here that has nothing around it but blanks and marks.
fn is_number(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let behind = text.get(at + SIGNED.len());
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    text.get(at..).is_some_and(|rest| rest.starts_with(SIGNED))
        && before.is_none_or(|byte| is_blank(byte) || matches!(byte, b':' | b',' | b'['))
        && behind.is_none_or(|byte| is_blank(byte) || matches!(byte, b',' | b']' | b'}'))
}

/// The bytes of the string that the text begins with, which may not end.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::without_negative_zeros;

    #[test]
    fn only_integers_that_are_zero_lose_their_sign() {
        let cases = [
            (r#"{"a":-0,"b": -0 ,"c":[-0]}"#, r#"{"a": 0,"b":  0 ,"c":[ 0]}"#),
            ("[-0.0,-0e1,-0E0,-01,-1,0]", "[-0.0,-0e1,-0E0,-01,-1,0]"),
            (r#"["[-0]","\"[-0]","\\",-0,"é"]"#, r#"["[-0]","\"[-0]","\\", 0,"é"]"#),
            ("-0", " 0"),
            (r#"[-0,"-0"#, r#"[ 0,"-0"#),
            (r#"[-0,"[-0\"#, r#"[ 0,"[-0\"#),
            ("1-0", "1-0"),
        ];
        for (text, expected) in cases {
            assert_eq!(without_negative_zeros(text), expected);
        }
    }
}
