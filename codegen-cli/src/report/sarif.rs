//! SARIF 2.1.0, which code scanners and editors read.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::Entry;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn print(entries: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    let ids: BTreeSet<_> = entries.iter().filter_map(|entry| entry.rule).collect();
    let rules: Vec<_> = crd_schema::lint_rules().iter().filter(|rule| ids.contains(rule.id)).collect();
    let results: Vec<_> = entries
        .iter()
        .map(|entry| result(entry, rules.iter().position(|rule| Some(rule.id) == entry.rule)))
        .collect();
    let rules: Vec<_> = rules
        .iter()
        .map(|rule| {
            let help = format!("crd-schema explain {}", rule.id);
            json!({"id": rule.id, "shortDescription": {"text": rule.summary}, "help": {"text": help}})
        })
        .collect();
    let driver = json!({"name": "crd-schema", "rules": rules});
    // Places are counted in characters, not in the UTF-16 units that SARIF takes them for otherwise.
    let run = json!({"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results});
    writeln!(out, "{:#}", json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}))
}

fn result(entry: &Entry, index: Option<usize>) -> Value {
    let help = entry.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let position = entry.place.position;
    let place = json!({
        "artifactLocation": {"uri": uri(&entry.place.file)},
        "region": {"startLine": position.line, "startColumn": position.column},
    });
    let mut location = json!({"physicalLocation": place});
    if let Some(path) = &entry.path {
        location["logicalLocations"] = json!([{"fullyQualifiedName": path}]);
    }
    let mut result = json!({
        "level": entry.severity.name(),
        "message": {"text": format!("{}{help}", entry.text)},
        "locations": [location],
    });
    if let Some(path) = &entry.server_path {
        result["properties"] = json!({"serverPath": path});
    }
    if let (Some(members), Some(rule), Some(index)) = (result.as_object_mut(), entry.rule, index) {
        members.insert("ruleId".to_owned(), rule.into());
        members.insert("ruleIndex".to_owned(), index.into());
    }
    result
}

/// A relative or absolute reference of RFC 3986, where a first part with `:` would be a scheme.
fn uri(file: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let bytes = file.bytes().map(|byte| if cfg!(windows) && byte == b'\\' { b'/' } else { byte });
    bytes
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn file_names_become_references() {
        assert_eq!(uri("crds/a b.yaml"), "crds/a%20b.yaml");
        assert_eq!(uri("a:ü.yaml"), "a%3A%C3%BC.yaml");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
