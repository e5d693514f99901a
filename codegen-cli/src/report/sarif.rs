//! SARIF 2.1.0, which code scanners and editors read.
//!
//! Source: the standard, and docs.github.com, "SARIF support for code scanning", which says what GitHub needs of it.

use std::borrow::Cow;
use std::io;
use std::path::{Component, Path};

use serde_json::{Value, json};

use super::{Entry, Severity, shown};
use crate::output::{Output, escaped};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The pages of the rules are a page of the library.
const PAGES: &str = concat!(
    "https://docs.rs/crd-schema/",
    env!("CARGO_PKG_VERSION"),
    "/crd_schema/guide/lint_rules/index.html"
);

/// Kubernetes' own pages describe the errors of servers.
const SERVER_PAGE: &str =
    "https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/";

/// What a result is an instance of.
struct Rule {
    id: &'static str,
    severity: Severity,
    summary: &'static str,
    page: Option<&'static str>,
}

/// What no rule of ours found has one of these.
const OF_SERVERS: [Rule; 3] = [
    Rule {
        id: "server-error",
        severity: Severity::Error,
        summary: "an API server or kubectl refuses this",
        page: None,
    },
    Rule {
        id: "server-warning",
        severity: Severity::Warning,
        summary: "an API server or kubectl warns of this",
        page: None,
    },
    Rule { id: "note", severity: Severity::Note, summary: "something to know about the CRDs", page: None },
];

pub(super) fn print(entries: &[Entry], out: &mut Output) -> io::Result<()> {
    let ours = crd_schema::lint::lint_rules().iter().map(|rule| Rule {
        id: rule.id,
        severity: match rule.severity {
            crd_schema::lint::Severity::Warning => Severity::Warning,
            crd_schema::lint::Severity::Note => Severity::Note,
            _ => Severity::Error,
        },
        summary: rule.summary,
        page: Some(rule.page),
    });
    let is_used = |rule: &Rule| entries.iter().any(|entry| id(entry) == rule.id);
    let rules: Vec<_> = OF_SERVERS.into_iter().chain(ours).filter(is_used).collect();
    let index = |entry: &Entry| rules.iter().position(|rule| rule.id == id(entry));
    let results: Vec<_> = entries.iter().map(|entry| result(entry, index(entry))).collect();
    let driver = json!({
        "name": "crd-schema",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri": concat!("https://docs.rs/crd-schema/", env!("CARGO_PKG_VERSION")),
        "rules": rules.iter().map(Rule::listed).collect::<Vec<_>>(),
    });
    // Places are counted in characters, not in the UTF-16 units that SARIF takes them for otherwise.
    let run = json!({"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results});
    out.json(&json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}))
}

fn id(entry: &Entry) -> &'static str {
    let of_servers = match entry.severity {
        Severity::Error => "server-error",
        Severity::Warning => "server-warning",
        Severity::Note => "note",
    };
    entry.rule.unwrap_or(of_servers)
}

impl Rule {
    fn listed(&self) -> Value {
        let Self { id, severity, summary, page } = self;
        let explained =
            page.map(|page| json!({"text": format!("crd-schema explain {id}"), "markdown": page}));
        json!({
            "id": id,
            "shortDescription": {"text": summary},
            "fullDescription": {"text": summary},
            "help": explained.unwrap_or_else(|| json!({"text": summary})),
            "helpUri": page.map_or_else(|| SERVER_PAGE.to_owned(), |_| format!("{PAGES}#{id}")),
            "defaultConfiguration": {"level": severity.name()},
        })
    }
}

fn result(entry: &Entry, index: Option<usize>) -> Value {
    let help = entry.help.as_ref().map(|help| format!("\nhelp: {}", escaped(help))).unwrap_or_default();
    let text = format!("{}{help}", shown(&entry.text));
    let position = entry.place.position;
    let (text, mut location) = match entry.place.file.name().path() {
        Some(path) => {
            let place = json!({
                "artifactLocation": {"uri": uri(path)},
                "region": {"startLine": position.line, "startColumn": position.column},
            });
            (text, json!({"physicalLocation": place}))
        }
        // Standard input is no artifact.
        None => (format!("{}: {text}", entry.place), json!({})),
    };
    if let Some(path) = &entry.path {
        location["logicalLocations"] = json!([{"fullyQualifiedName": path}]);
    }
    let has_location = location.as_object().is_some_and(|location| !location.is_empty());
    let mut result = json!({
        "ruleId": id(entry),
        "ruleIndex": index,
        "level": entry.severity.name(),
        "message": {"text": text},
        "locations": if has_location { json!([location]) } else { json!([]) },
    });
    if let Some(path) = &entry.server_path {
        result["properties"] = json!({"serverPath": path});
    }
    result
}

/// A reference of RFC 3986: relative, where a first part with `:` would be a scheme, or with a scheme.
fn uri(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    // `./x` and `x` are one file, and scanners know it by one name.
    let path: Cow<'_, Path> = if path.components().any(|part| part == Component::CurDir) {
        Cow::Owned(path.components().filter(|part| *part != Component::CurDir).collect())
    } else {
        Cow::Borrowed(path)
    };
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let bytes = bytes.map(|byte| if cfg!(windows) && *byte == b'\\' { b'/' } else { *byte });
    let text = bytes
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect::<String>();
    match (path.is_absolute(), text.starts_with('/')) {
        (true, true) => format!("file://{text}"),
        (true, false) => format!("file:///{text}"),
        // Two slashes would begin a host.
        (false, _) => text,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::uri;

    #[test]
    fn file_names_become_references() {
        for (path, reference) in [
            ("crds/a b.yaml", "crds/a%20b.yaml"),
            ("a:ü.yaml", "a%3A%C3%BC.yaml"),
            ("./crds/./a.yaml", "crds/a.yaml"),
            ("../a\n.yaml", "../a%0A.yaml"),
        ] {
            assert_eq!(uri(Path::new(path)), reference);
        }
    }

    #[cfg(unix)]
    #[test]
    fn absolute_names_have_a_scheme() {
        assert_eq!(uri(Path::new("/crds/a b.yaml")), "file:///crds/a%20b.yaml");
    }
}
