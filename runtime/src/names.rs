//! The names that Kubernetes takes from DNS, those of labels, and those that stand in URLs.
//!
//! Source: `apimachinery pkg/util/validation/validation.go`, `pkg/api/validate/content/{dns,kube,path}.go`,
//! `pkg/api/validation/generic.go`.
//!
//! Knows nothing of: paths, violations.

use std::borrow::Cow;

use crate::server_version::ServerVersion;

const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with \
     an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used \
     for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const LABEL_1123: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and \
     must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
     '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN_1123: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \
     '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for \
     validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const KEY: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
     alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
     '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or \
     '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex \
     used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// The longest label, name part of a key and label value.
const LABEL_LIMIT: usize = 63;
const SUBDOMAIN_LIMIT: usize = 253;

/// A name as it was given, and what it is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Name<'n> {
    /// It is the name of an object.
    Whole(&'n str),
    /// Something will be put behind it.
    Prefix(&'n str),
}

impl<'n> Name<'n> {
    pub(crate) fn text(self) -> &'n str {
        match self {
            Self::Whole(text) | Self::Prefix(text) => text,
        }
    }

    /// A prefix may end in a dash; **quirk**: two bytes are masked (`generic.go`, `maskTrailingDash`).
    fn masked(self) -> Cow<'n, str> {
        let Self::Prefix(text) = self else { return Cow::Borrowed(self.text()) };
        match text.len().checked_sub(2).filter(|_| text.ends_with('-')).and_then(|end| text.get(..end)) {
            Some(kept) => Cow::Owned(format!("{kept}a")),
            None => Cow::Borrowed(text),
        }
    }
}

/// Why the name of an object is no DNS-1123 subdomain; nothing if it is one.
pub(crate) fn subdomain_name(name: Name<'_>) -> Vec<String> {
    subdomain_1123(&name.masked())
}

/// Why the name cannot be a part of a URL; nothing if it can.
pub(crate) fn path_segment(name: Name<'_>) -> Vec<String> {
    if let Name::Whole(dots @ ("." | "..")) = name {
        return vec![format!("may not be '{dots}'")];
    }
    let found = ['/', '%'].into_iter().filter(|letter| name.text().contains(*letter));
    found.map(|letter| format!("may not contain '{letter}'")).collect()
}

/// Why the text is no DNS-1123 label; nothing if it is one.
pub(crate) fn label_1123(text: &str) -> Vec<String> {
    let form = if is_subdomain(text) { "must not contain dots" } else { LABEL_1123 };
    reasons(text, LABEL_LIMIT, is_label(text), form, "characters").collect()
}

/// Why the text is no DNS-1035 label; nothing if it is one.
pub(crate) fn label_1035(text: &str) -> Vec<String> {
    let well_formed = is_label(text) && text.starts_with(|c: char| c.is_ascii_lowercase());
    reasons(text, LABEL_LIMIT, well_formed, LABEL_1035, "characters").collect()
}

/// Why the text is no DNS-1123 subdomain; nothing if it is one.
pub(crate) fn subdomain_1123(text: &str) -> Vec<String> {
    reasons(text, SUBDOMAIN_LIMIT, is_subdomain(text), SUBDOMAIN_1123, "characters").collect()
}

/// Why the text is no key of a label, as a server says it; nothing if it is one.
pub(crate) fn qualified_name(text: &str, server: ServerVersion) -> Vec<String> {
    let parts: Vec<_> = text.split('/').collect();
    let (prefix, name) = match parts.as_slice() {
        [name] => (None, *name),
        [prefix, name] => (Some(*prefix), *name),
        _ => {
            let what = if server < ServerVersion::V1_35 { "qualified name" } else { "valid label key" };
            return vec![format!(
                "a {what} {KEY} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
    };
    let mut found = match prefix {
        None => Vec::new(),
        Some("") => vec!["prefix part must be non-empty".to_owned()],
        Some(prefix) => {
            let well_formed = is_subdomain(prefix);
            let reasons = reasons(prefix, SUBDOMAIN_LIMIT, well_formed, SUBDOMAIN_1123, unit(server));
            reasons.map(|reason| format!("prefix part {reason}")).collect()
        }
    };
    if name.is_empty() {
        found.push("name part must be non-empty".to_owned());
    }
    let reasons = reasons(name, LABEL_LIMIT, is_word(name), KEY, unit(server));
    found.extend(reasons.map(|reason| format!("name part {reason}")));
    found
}

/// Why the text is no value of a label; nothing if it is one.
pub(crate) fn label_value(text: &str, server: ServerVersion) -> Vec<String> {
    let well_formed = text.is_empty() || is_word(text);
    reasons(text, LABEL_LIMIT, well_formed, LABEL_VALUE, unit(server)).collect()
}

/// The unit of the limits of labels in messages.
fn unit(server: ServerVersion) -> &'static str {
    if server < ServerVersion::V1_35 { "characters" } else { "bytes" }
}

/// `strings.ToLower`: character by character, where Rust looks at the word.
pub(crate) fn lower(text: &str) -> String {
    text.chars().filter_map(|c| c.to_lowercase().next()).collect()
}

fn is_label(text: &str) -> bool {
    let alphanumeric = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.starts_with(alphanumeric)
        && text.ends_with(alphanumeric)
        && text.chars().all(|c| alphanumeric(c) || c == '-')
}

fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_label)
}

fn is_word(text: &str) -> bool {
    let alphanumeric = |c: char| c.is_ascii_alphanumeric();
    text.starts_with(alphanumeric)
        && text.ends_with(alphanumeric)
        && text.chars().all(|c| alphanumeric(c) || matches!(c, '-' | '_' | '.'))
}

/// **Quirk**: names of DNS are counted in bytes and told in characters (`util/validation/validation.go`).
fn reasons(
    text: &str,
    most: usize,
    well_formed: bool,
    form: &str,
    unit: &str,
) -> impl Iterator<Item = String> + use<> {
    let too_long = (text.len() > most).then(|| format!("must be no more than {most} {unit}"));
    let malformed = (!well_formed).then(|| form.to_owned());
    too_long.into_iter().chain(malformed)
}

#[cfg(test)]
mod tests {
    use super::{
        Name, label_1035, label_1123, label_value, path_segment, qualified_name, subdomain_1123,
        subdomain_name,
    };
    use crate::server_version::ServerVersion;

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

    /// As `content/dns_test.go` has them.
    #[test]
    fn a_dotted_label_is_told_apart() {
        assert_eq!(label_1123("1-a"), Vec::<String>::new());
        assert_eq!(label_1123("a.b"), ["must not contain dots"]);
        assert_eq!(label_1123("A.b").len(), 1);
    }

    /// As `content/path_test.go` has them.
    #[test]
    fn tells_parts_of_urls() {
        assert_eq!(path_segment(Name::Whole("..")), ["may not be '..'"]);
        assert_eq!(path_segment(Name::Prefix("..")), Vec::<String>::new());
        assert_eq!(path_segment(Name::Whole("a/b%")), ["may not contain '/'", "may not contain '%'"]);
        assert_eq!(path_segment(Name::Whole("A b")), Vec::<String>::new());
    }

    #[test]
    fn a_prefix_may_end_in_a_dash() {
        assert_eq!(subdomain_name(Name::Prefix("ab-")), Vec::<String>::new());
        assert_eq!(subdomain_name(Name::Whole("ab-")).len(), 1);
        assert_eq!(subdomain_name(Name::Prefix("-")).len(), 1);
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

    #[test]
    fn tells_keys_and_values_of_labels() {
        for key in ["a", "A_b.c", "example.com/a"] {
            assert_eq!(qualified_name(key, ServerVersion::NEWEST), Vec::<String>::new(), "{key}");
        }
        for (key, count) in [("", 2), ("/a", 1), ("A.com/a", 1), ("a/b/c", 1), ("-a", 1), ("a/", 2)] {
            assert_eq!(qualified_name(key, ServerVersion::NEWEST).len(), count, "{key}");
        }
        assert_eq!(label_value("", ServerVersion::NEWEST), Vec::<String>::new());
        assert_eq!(label_value("a b", ServerVersion::NEWEST).len(), 1);
    }
}
