//! The modules of `crd-schema-server` import downwards only.

use crd_schema_tests::sources::of_package;

/// The layers, from the lowest; a module imports those of its own and of lower layers.
const LAYERS: [&[&str]; 7] = [
    &["clock", "meta", "next", "store", "failure", "managers", "selector", "request"],
    &["openapi", "resources", "table"],
    &["api", "revision", "objects"],
    &["crds", "namespaces", "strategy", "decode"],
    &["verbs"],
    &["discovery", "http"],
    &["builder", "load", "test", "lib"],
];

/// Imports that go up, and why.
const UPWARDS: [(&str, &str, &str); 4] = [
    ("openapi", "http", "how JSON is written"),
    ("openapi", "api", "what is served now"),
    ("crds", "verbs", "the objects of a CRD that goes are listed and deleted as by a client"),
    ("namespaces", "verbs", "the same of a namespace"),
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn imports(code: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = group.split('}').next().unwrap_or_default();
                found.extend(group.split(',').map(|part| word(part.trim_start())));
            }
            None => found.push(word(rest)),
        }
    }
    found
}

#[test]
fn imports_run_downwards() {
    let sources = of_package("server");
    assert!(sources.len() > 40, "the sources are there");
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.module() != "lib") {
        let own = layer(source.module());
        assert!(own.is_some(), "{} is in no layer", source.path());
        for name in imports(&source.code()) {
            let other = layer(&name).unwrap_or(LAYERS.len() - 1);
            let allowed = UPWARDS.iter().any(|(from, to, _)| *from == source.module() && *to == name);
            if own.is_some_and(|own| other > own) && !allowed && !name.is_empty() {
                found.push(format!("{} imports {name}", source.path()));
            }
        }
    }
    assert_eq!(found, [""; 0]);
}

/// So that this file cannot rot.
#[test]
fn each_exception_is_needed() {
    let sources = of_package("server");
    for (from, to, _) in UPWARDS {
        let mut of_module = sources.iter().filter(|source| source.module() == from);
        assert!(of_module.any(|source| imports(&source.code()).iter().any(|name| name == to)), "{from} {to}");
    }
}
