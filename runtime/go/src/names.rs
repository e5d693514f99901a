//! The names that Kubernetes takes from DNS, those of labels, and those that stand in URLs.
//!
//! Source: `apimachinery pkg/util/validation/validation.go`, `pkg/api/validate/content/{dns,kube,path}.go`,
//! `pkg/api/validation/generic.go`.
//!
//! Knows nothing of: paths, violations.

use std::borrow::Cow;

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

/// How a server words the errors of label keys and values.
///
/// ```
/// use crd_schema_go::names::{Wording, label_value};
///
/// let long = "a".repeat(64);
/// assert_eq!(label_value(&long, Wording::Until1_34), ["must be no more than 63 characters"]);
/// assert_eq!(label_value(&long, Wording::From1_35), ["must be no more than 63 bytes"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wording {
    /// Lengths are in characters.
    Until1_34,
    /// Lengths are in bytes.
    From1_35,
}

/// A name as it was given, and what it is for.
///
/// ```
/// use crd_schema_go::names::{Name, subdomain_name};
///
/// assert!(subdomain_name(Name::Prefix("web-")).is_empty());
/// assert_eq!(subdomain_name(Name::Whole("web-")).len(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Name<'n> {
    /// It is the name of an object.
    Whole(&'n str),
    /// Something will be put behind it.
    Prefix(&'n str),
}

impl<'n> Name<'n> {
    /// The name as it was given.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::names::Name::Whole("web").text(), "web");
    /// ```
    pub fn text(self) -> &'n str {
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

/// Why the name of an object is no DNS-1123 subdomain; empty if it is one.
///
/// ```
/// use crd_schema_go::names::{Name, subdomain_name};
///
/// assert!(subdomain_name(Name::Whole("web.1")).is_empty());
/// ```
pub fn subdomain_name(name: Name<'_>) -> Vec<String> {
    subdomain_1123(&name.masked())
}

/// Why the name of an object is no DNS-1123 label; empty if it is one.
///
/// ```
/// use crd_schema_go::names::{Name, label_name};
///
/// assert!(label_name(Name::Prefix("web-")).is_empty());
/// ```
pub fn label_name(name: Name<'_>) -> Vec<String> {
    label_1123(&name.masked())
}

/// Why the name of an object is no DNS-1035 label; empty if it is one.
///
/// ```
/// use crd_schema_go::names::{Name, label_1035_name};
///
/// assert_eq!(label_1035_name(Name::Prefix("12-")).len(), 1);
/// ```
pub fn label_1035_name(name: Name<'_>) -> Vec<String> {
    label_1035(&name.masked())
}

/// Why the name cannot be a part of a URL; empty if it can.
///
/// ```
/// use crd_schema_go::names::{Name, path_segment};
///
/// assert_eq!(path_segment(Name::Whole("..")), ["may not be '..'"]);
/// ```
pub fn path_segment(name: Name<'_>) -> Vec<String> {
    if let Name::Whole(dots @ ("." | "..")) = name {
        return vec![format!("may not be '{dots}'")];
    }
    let found = ['/', '%'].into_iter().filter(|letter| name.text().contains(*letter));
    found.map(|letter| format!("may not contain '{letter}'")).collect()
}

/// Why the string is no DNS-1123 label; empty if it is one.
///
/// ```
/// assert_eq!(crd_schema_go::names::label_1123("a.b"), ["must not contain dots"]);
/// ```
pub fn label_1123(text: &str) -> Vec<String> {
    let form = if is_subdomain(text) { "must not contain dots" } else { LABEL_1123 };
    reasons(text, LABEL_LIMIT, is_label(text), form, "characters").collect()
}

/// Why the string is no DNS-1035 label; empty if it is one.
///
/// ```
/// assert!(crd_schema_go::names::label_1035("a-1").is_empty());
/// ```
pub fn label_1035(text: &str) -> Vec<String> {
    let well_formed = is_label(text) && text.starts_with(|c: char| c.is_ascii_lowercase());
    reasons(text, LABEL_LIMIT, well_formed, LABEL_1035, "characters").collect()
}

/// Why the string is no DNS-1123 subdomain; empty if it is one.
///
/// ```
/// assert!(crd_schema_go::names::subdomain_1123("example.com").is_empty());
/// ```
pub fn subdomain_1123(text: &str) -> Vec<String> {
    reasons(text, SUBDOMAIN_LIMIT, is_subdomain(text), SUBDOMAIN_1123, "characters").collect()
}

/// Why the string is no key of a label; empty if it is one.
///
/// ```
/// use crd_schema_go::names::{Wording, qualified_name};
///
/// assert_eq!(qualified_name("/a", Wording::From1_35), ["prefix part must be non-empty"]);
/// ```
pub fn qualified_name(text: &str, wording: Wording) -> Vec<String> {
    let parts: Vec<_> = text.split('/').collect();
    let (prefix, name) = match parts.as_slice() {
        [name] => (None, *name),
        [prefix, name] => (Some(*prefix), *name),
        _ => {
            let what = if wording == Wording::Until1_34 { "qualified name" } else { "valid label key" };
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
            let reasons = reasons(prefix, SUBDOMAIN_LIMIT, well_formed, SUBDOMAIN_1123, unit(wording));
            reasons.map(|reason| format!("prefix part {reason}")).collect()
        }
    };
    if name.is_empty() {
        found.push("name part must be non-empty".to_owned());
    }
    let reasons = reasons(name, LABEL_LIMIT, is_word(name), KEY, unit(wording));
    found.extend(reasons.map(|reason| format!("name part {reason}")));
    found
}

/// Why the string is no value of a label; empty if it is one.
///
/// ```
/// use crd_schema_go::names::{Wording, label_value};
///
/// assert!(label_value("", Wording::From1_35).is_empty());
/// ```
pub fn label_value(text: &str, wording: Wording) -> Vec<String> {
    let well_formed = text.is_empty() || is_word(text);
    reasons(text, LABEL_LIMIT, well_formed, LABEL_VALUE, unit(wording)).collect()
}

/// The unit of the limits of labels in messages.
fn unit(wording: Wording) -> &'static str {
    if wording == Wording::Until1_34 { "characters" } else { "bytes" }
}

/// `strings.ToLower`: character by character, where Rust looks at the word.
///
/// ```
/// assert_eq!(crd_schema_go::names::lower("ΑΣ"), "ασ");
/// ```
pub fn lower(text: &str) -> String {
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

/// **Quirk**: names of DNS are counted in bytes and reported in characters (`util/validation/validation.go`).
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
        Name, Wording, label_1035, label_1123, label_value, path_segment, qualified_name, subdomain_1123,
        subdomain_name,
    };
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
    fn a_dotted_label_is_not_a_name() {
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
            assert_eq!(qualified_name(key, Wording::From1_35), Vec::<String>::new(), "{key}");
        }
        for (key, count) in [("", 2), ("/a", 1), ("A.com/a", 1), ("a/b/c", 1), ("-a", 1), ("a/", 2)] {
            assert_eq!(qualified_name(key, Wording::From1_35).len(), count, "{key}");
        }
        assert_eq!(label_value("", Wording::From1_35), Vec::<String>::new());
        assert_eq!(label_value("a b", Wording::From1_35).len(), 1);
    }
}
