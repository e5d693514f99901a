//! Names of fields as CEL and `fieldPath` spell them.
//!
//! Source: `apiserver pkg/cel/escaping.go`; `pkg/apiserver/schema/cel/validation.go`, `ValidFieldPath`.

/// The words of CEL that no field may be called by without escaping.
const RESERVED: [&str; 21] = [
    "true",
    "false",
    "null",
    "in",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// The name as an expression spells it; `None` if none can.
pub(crate) fn escaped(name: &str) -> Option<String> {
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let speakable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(speakable) {
        return None;
    }
    let name = name.replace("__", "__underscores__");
    Some(name.replace('.', "__dot__").replace('-', "__dash__").replace('/', "__slash__"))
}

/// The name that an expression spells so; `None` if no name is escaped to it.
///
/// **Quirk**: whatever stands between two double underscores counts as an escape (`escaping.go`, `Unescape`).
#[cfg(feature = "serve")]
pub(crate) fn unescaped(spelled: &str) -> Option<std::borrow::Cow<'_, str>> {
    let (mut name, mut rest) = (String::new(), spelled);
    while let Some((before, word, behind)) = escape(rest) {
        name.push_str(before);
        name.push_str(match word {
            "underscores" => "__",
            "dot" => ".",
            "dash" => "-",
            "slash" => "/",
            // A reserved word is escaped whole.
            word if RESERVED.contains(&word) && word.len() + 4 == spelled.len() => word,
            _ => return None,
        });
        rest = behind;
    }
    if name.is_empty() {
        return Some(rest.into());
    }
    name.push_str(rest);
    Some(name.into())
}

/// The first `__word__`, with what stands before and behind it.
#[cfg(feature = "serve")]
fn escape(spelled: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(at) = spelled[from..].find("__").map(|at| at + from) {
        let behind = &spelled[at + 2..];
        let end = behind.find('_').filter(|end| *end > 0 && behind[*end..].starts_with("__"));
        match end {
            Some(end) => return Some((&spelled[..at], &behind[..end], &behind[end + 2..])),
            None => from = at + 1,
        }
    }
    None
}

/// The name as a step of a `fieldPath`; names that cannot be escaped need more than this.
pub(crate) fn field_path_step(name: &str) -> String {
    if name.contains('.') { format!("['{name}']") } else { format!(".{name}") }
}

/// Whether equality of a struct with such a field is broken on servers.
///
/// **Quirk**: unescaping takes whatever stands between two double underscores for an escape (`escaping.go`).
pub(crate) fn breaks_equality(name: &str) -> bool {
    name.split("__").nth(2).is_some()
}

#[cfg(test)]
mod tests {
    use super::{breaks_equality, escaped, field_path_step};

    #[test]
    fn escapes_what_cel_cannot_read() {
        assert_eq!(escaped("size").as_deref(), Some("size"));
        assert_eq!(escaped("a_b").as_deref(), Some("a_b"));
        assert_eq!(escaped("a__b").as_deref(), Some("a__underscores__b"));
        assert_eq!(escaped("a.b-c/d").as_deref(), Some("a__dot__b__dash__c__slash__d"));
        assert_eq!(escaped("namespace").as_deref(), Some("__namespace__"));
        assert_eq!(escaped("namespaces").as_deref(), Some("namespaces"));
        for unspeakable in ["", "1a", "a b", "$ref", "a:b", "größe"] {
            assert_eq!(escaped(unspeakable), None, "{unspeakable}");
        }
    }

    #[test]
    fn quotes_dotted_names_in_field_paths() {
        assert_eq!(field_path_step("a-b"), ".a-b");
        assert_eq!(field_path_step("a.b/c"), "['a.b/c']");
    }

    #[test]
    fn finds_names_that_unescape_wrongly() {
        assert!(breaks_equality("a__b__c"));
        assert!(breaks_equality("q__dot__r"));
        assert!(breaks_equality("a____b"));
        assert!(!breaks_equality("a__b"));
        assert!(!breaks_equality("a_b_c"));
    }
}
