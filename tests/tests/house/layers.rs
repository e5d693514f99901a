//! The modules of the library import downwards only.

use std::collections::BTreeSet;

use crd_schema_tests::sources::{Source, of_package};

/// The layers, from the lowest; a module imports only those of lower layers, unless `allowed` says more.
const LAYERS: [(&str, &[&str]); 10] = [
    (
        "words",
        &[
            "path",
            "allow",
            "number",
            "go_text",
            "json",
            "server_version",
            "violation",
            "status",
            "limits",
            "describe",
            "yaml",
            "names",
            "field_error",
            "by_name",
            "distinct",
            "json_path",
        ],
    ),
    ("data", &["wire", "schema", "compiled", "canonical", "types"]),
    ("conversion", &["convert"]),
    ("declared types", &["declared"]),
    ("actions", &["prune", "defaulting", "object_meta", "mutability", "list_types", "validation"]),
    ("rules", &["compile", "costs", "rules", "lowering"]),
    ("order", &["admission", "apply", "body", "default_pruning", "served", "strategy"]),
    ("CRD", &["crd", "publish", "lint"]),
    ("outside", &["build", "bridge"]),
    ("front", &["lib", "guide", "__private", "api", "cel", "openapi", "schemars_1", "serve", "steps"]),
];

/// Imports within a layer; those of other layers need no mention. No action imports another one.
const SIDEWAYS: [(&str, &[&str]); 16] = [
    ("allow", &["path"]),
    ("go_text", &["number"]),
    ("json", &["go_text", "limits"]),
    ("names", &["server_version"]),
    ("violation", &["go_text", "limits", "path", "server_version"]),
    ("status", &["go_text", "violation"]),
    ("field_error", &["path", "server_version", "violation"]),
    ("compiled", &["schema"]),
    ("apply", &["default_pruning"]),
    ("body", &["admission"]),
    ("served", &["admission", "body", "default_pruning", "strategy"]),
    ("costs", &["compile"]),
    ("rules", &["compile"]),
    // Types of objects are built of the wire's metadata.
    ("types", &["wire"]),
    // It goes through the whole way of a derived type.
    ("crd", &["publish"]),
    // It says what CRD validation says, and more.
    ("lint", &["crd"]),
];

/// Modules that may import nothing else.
const NOTHING: [&str; 1] = ["describe"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, modules)| modules.contains(&module))
}

fn may_import(module: &str, imported: &str) -> bool {
    if module == imported {
        return true;
    }
    if NOTHING.contains(&module) {
        return false;
    }
    let sideways = SIDEWAYS.iter().any(|(from, to)| *from == module && to.contains(&imported));
    match (layer(module), layer(imported)) {
        (Some(own), Some(other)) => other < own || sideways,
        _ => false,
    }
}

/// The first names behind `crate::`, in `use` lines, braces and paths in code.
fn imports(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        if let Some(group) = rest.strip_prefix('{') {
            names.extend(heads(group));
        } else {
            names.insert(word(rest));
        }
    }
    names
}

/// The first names of the paths in a group, to its closing brace.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut heads, mut at_start) = (0_usize, Vec::new(), true);
    for (position, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => at_start = true,
            _ if at_start && !character.is_whitespace() => {
                heads.push(word(&group[position..]));
                at_start = false;
            }
            _ => {}
        }
    }
    heads
}

fn word(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

/// An item that `lib.rs` re-exports counts as an import of `lib`.
fn module_of(name: &str) -> &str {
    if layer(name).is_some() { name } else { "lib" }
}

fn upward_imports(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.module() != "lib") {
        for name in imports(&source.code()) {
            if !may_import(source.module(), module_of(&name)) {
                found.push(format!("{} imports {name}", source.path()));
            }
        }
    }
    found
}

#[test]
fn imports_run_downwards() {
    let sources = of_package("runtime");
    assert!(sources.len() > 40, "the sources are there");
    assert_eq!(upward_imports(&sources), [""; 0]);
}

#[test]
fn every_module_has_a_layer() {
    for source in of_package("runtime") {
        assert!(layer(source.module()).is_some(), "{} is in no layer", source.path());
    }
}

/// So that this file cannot rot.
#[test]
fn upward_and_sideways_imports_are_found() {
    let bad = [
        ("path.rs", "use crate::schema::SchemaNode;"),
        ("prune/kep.rs", "use crate::defaulting::apply_defaults;"),
        ("mutability/mod.rs", "fn f() { crate::prune::prune() }"),
        ("schema/node.rs", "use crate::wire::JsonSchemaProps;"),
        ("schema/mod.rs", "use crate::{\n    path::{A, B}, convert::structural_schema,\n};"),
        ("describe/mod.rs", "use crate::path::FieldPath;"),
        ("yaml/tree.rs", "pub(crate) use crate::number::Number;"),
        ("compiled.rs", "use crate::wire::ObjectMeta;"),
        ("admission.rs", "use crate::served::ServedVersion;"),
        ("convert/mod.rs", "use crate::CompiledSchema;"),
        ("number.rs", "use crate::path::FieldPath;"),
    ];
    for (path, code) in bad {
        let source = Source::new(path, code);
        assert_eq!(upward_imports(&[source]).len(), 1, "{path}: {code}");
    }
    let good = [
        ("lint/mod.rs", "use crate::served::schema_path;\nuse crate::path::FieldPath;"),
        (
            "prune/kep.rs",
            "/// [`canonicalize`](crate::canonicalize)\nuse crate::compiled::{Member, NodeRef};",
        ),
        ("path.rs", "#[cfg(test)]\nmod tests {\n    use crate::schema::SchemaNode;\n}"),
        ("wire/object.rs", "$crate::wire::object::Content"),
    ];
    for (path, code) in good {
        assert_eq!(upward_imports(&[Source::new(path, code)]), [""; 0], "{path}: {code}");
    }
}
