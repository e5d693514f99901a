//! The certificates that a server trusts when it calls a webhook.
//!
//! Base64, PEM and the outermost layers of DER are read. What is inside of a certificate is not: a bundle of
//! well-formed DER that is no X.509 certificate passes here and not at a server.
//!
//! Source: `apiserver pkg/util/webhook/validation.go`, `ValidateCABundle`; `client-go transport/transport.go`,
//! `rootCertPool`; Go `encoding/pem`, `crypto/x509`.
//!
//! Knows nothing of: webhooks.

use crd_schema_go::base64;

/// Whether a server can decode the definition.
pub(super) fn is_base64(bundle: &str) -> bool {
    base64::decode(bundle).is_ok()
}

/// The bundle as Go syntax has bytes; nothing of it where it is no base64.
pub(super) fn go_syntax(base64: &str) -> String {
    let bytes = base64::decode(base64).unwrap_or_default();
    let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:#x}")).collect();
    format!("[]byte{{{}}}", bytes.join(", "))
}

/// Why the bundle is of no use, in the server's words.
pub(super) fn refusal(base64: &str) -> Option<String> {
    let Ok(bundle) = base64::decode(base64) else {
        return Some("illegal base64 data".to_owned());
    };
    if bundle.is_empty() {
        return None;
    }
    let reason = pem_refusal(&String::from_utf8_lossy(&bundle))?;
    Some(format!("unable to load root certificates: {reason}"))
}

/// One good certificate is enough; without any the first bad one is reported.
fn pem_refusal(string: &str) -> Option<String> {
    let (mut rest, mut refusal) = (string, None);
    while !rest.is_empty() {
        let Some((block, after)) = next_block(rest) else {
            return Some(refusal.unwrap_or_else(|| "unable to parse bytes as PEM block".to_owned()));
        };
        rest = after;
        if block.label != "CERTIFICATE" || block.has_headers {
            continue;
        }
        match der_refusal(&block.content) {
            None => return None,
            Some(reason) => _ = refusal.get_or_insert(format!("failed to parse certificate: {reason}")),
        }
    }
    Some(refusal.unwrap_or_else(|| "no valid certificate authority data seen".to_owned()))
}

struct Block<'t> {
    label: &'t str,
    has_headers: bool,
    content: Vec<u8>,
}

/// The next well-formed block, and the string behind it.
fn next_block(string: &str) -> Option<(Block<'_>, &str)> {
    let mut rest = string;
    loop {
        let (label, body) = begin(rest)?;
        let end = format!("-----END {label}-----");
        match body.split_once(end.as_str()) {
            Some((content, after)) => {
                let has_headers = content.lines().any(|line| line.contains(':'));
                let lines = content.lines().filter(|line| !line.contains(':'));
                let symbols: String = lines.flat_map(str::split_ascii_whitespace).collect();
                let after = after.strip_prefix('\r').unwrap_or(after);
                let after = after.strip_prefix('\n').unwrap_or(after);
                if let Ok(content) = base64::decode(&symbols) {
                    return Some((Block { label, has_headers, content }, after));
                }
                rest = after;
            }
            None => rest = body,
        }
    }
}

/// The label of the next line that begins a block, and what follows that line.
fn begin(string: &str) -> Option<(&str, &str)> {
    let mut rest = string;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let label = line.trim_end().strip_prefix("-----BEGIN ").and_then(|line| line.strip_suffix("-----"));
        if let Some(label) = label {
            return Some((label, after));
        }
        rest = after;
    }
    None
}

const SEQUENCE: u8 = 0x30;
const BIT_STRING: u8 = 0x03;

/// A certificate is a sequence of what is signed, how, and the signature.
fn der_refusal(der: &[u8]) -> Option<&'static str> {
    let Some((certificate, rest)) = element(der, SEQUENCE) else {
        return Some("x509: malformed certificate");
    };
    let Some((_, signature)) = element(certificate, SEQUENCE) else {
        return Some("x509: malformed tbs certificate");
    };
    let signed = element(signature, SEQUENCE).and_then(|(_, bits)| element(bits, BIT_STRING));
    if signed.is_none() {
        return Some("x509: malformed signature algorithm identifier");
    }
    (!rest.is_empty()).then_some("x509: trailing data")
}

/// The content of an element of DER, and what follows it.
fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let [first, length, rest @ ..] = der else { return None };
    if *first != tag {
        return None;
    }
    let (length, rest) = match usize::from(*length) {
        short @ 0..=0x7f => (short, rest),
        count @ 0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(count - 0x80)?;
            let length = digits.iter().fold(0_usize, |length, digit| length << 8 | usize::from(*digit));
            (length, rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn bundles_are_distinguished_from_other_strings() {
        let cases = [
            ("", None),
            ("!", Some("illegal base64 data")),
            ("eA==", Some("unable to load root certificates: unable to parse bytes as PEM block")),
        ];
        for (bundle, expected) in cases {
            assert_eq!(refusal(bundle).as_deref(), expected, "{bundle}");
        }
    }
}
