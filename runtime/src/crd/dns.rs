//! The names that Kubernetes takes from DNS.
//!
//! Source: `apimachinery pkg/util/validation/validation.go`.

const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with \
     an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used \
     for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN_1123: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \
     '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for \
     validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/// Why the text is no DNS-1035 label; nothing if it is one.
pub(super) fn label_1035(text: &str) -> Vec<String> {
    let well_formed = is_label(text) && text.starts_with(|c: char| c.is_ascii_lowercase());
    reasons(text, 63, well_formed, LABEL_1035)
}

/// Why the text is no DNS-1123 subdomain; nothing if it is one.
pub(super) fn subdomain_1123(text: &str) -> Vec<String> {
    reasons(text, 253, text.split('.').all(is_label), SUBDOMAIN_1123)
}

fn is_label(text: &str) -> bool {
    let alphanumeric = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.starts_with(alphanumeric)
        && text.ends_with(alphanumeric)
        && text.chars().all(|c| alphanumeric(c) || c == '-')
}

/// **Quirk**: the text says characters and the count is of bytes (`validation.go`, `MaxLenError`).
fn reasons(text: &str, most: usize, well_formed: bool, form: &str) -> Vec<String> {
    let too_long = (text.len() > most).then(|| format!("must be no more than {most} characters"));
    let malformed = (!well_formed).then(|| form.to_owned());
    too_long.into_iter().chain(malformed).collect()
}

#[cfg(test)]
mod tests {
    use super::{label_1035, subdomain_1123};

    #[test]
    fn tells_labels() {
        for label in ["a", "a1", "a-b", &"a".repeat(63)] {
            assert_eq!(label_1035(label), Vec::<String>::new(), "{label}");
        }
        for other in ["", "1a", "-a", "a-", "A", "a.b", "a_b", "ä"] {
            assert_eq!(label_1035(other).len(), 1, "{other}");
        }
        assert_eq!(label_1035(&"A".repeat(64)).len(), 2);
    }

    #[test]
    fn tells_subdomains() {
        for subdomain in ["example.com", "a", "1.2", "a-b.c"] {
            assert_eq!(subdomain_1123(subdomain), Vec::<String>::new(), "{subdomain}");
        }
        for other in ["", ".", "a.", ".a", "a..b", "A.com", "a-.b"] {
            assert_eq!(subdomain_1123(other).len(), 1, "{other}");
        }
    }
}
