//! Words of others that users write in `#[crd(…)]`: of kube, schemars, serde, `OpenAPI`, and our own attributes; with ours for each.

/// What to write for a word that is another's.
pub(super) fn ours(word: &str) -> Option<&'static str> {
    let word = snake_case(word);
    TABLE.iter().find(|(words, _)| words.contains(&word.as_str())).map(|(_, cure)| *cure)
}

/// Words of `OpenAPI` are written in another case.
pub(super) fn snake_case(word: &str) -> String {
    let mut snake = String::new();
    for character in word.chars() {
        if character.is_ascii_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.push(if character == '-' { '_' } else { character.to_ascii_lowercase() });
    }
    snake
}

const TABLE: &[(&[&str], &str)] = &[
    // Attributes of ours.
    (&["immutable"], "write `#[immutable]` on the field, beside `#[crd(…)]`"),
    (&["add_only"], "write `#[immutable(add_only)]` on the field, beside `#[crd(…)]`"),
    (&["remove_only"], "write `#[immutable(remove_only)]` on the field, beside `#[crd(…)]`"),
    (&["immutable_keys"], "write `#[immutable_keys]` on the field, beside `#[crd(…)]`"),
    (
        &["preserve_unknown", "preserve_unknown_fields", "x_kubernetes_preserve_unknown_fields"],
        "write `#[preserve_unknown]`, beside `#[crd(…)]`",
    ),
    (
        &["int_or_string", "x_kubernetes_int_or_string"],
        "write `#[int_or_string]`, beside `#[crd(…)]`, or use the type `IntOrString`",
    ),
    (
        &["embedded_resource", "x_kubernetes_embedded_resource"],
        "write `#[embedded_resource]`, beside `#[crd(…)]`, or use the type `EmbeddedResource`",
    ),
    // kube, on the type.
    (&["namespaced"], "remove it: objects live in namespaces unless you write `scope = \"Cluster\"`"),
    (&["cluster", "cluster_scoped"], "write `scope = \"Cluster\"`"),
    (
        &["printcolumn", "print_column", "printer_column", "additional_printer_columns"],
        "write `column(name = \"…\", type = \"…\", path = \"…\")`, or `#[crd(column)]` on the field",
    ),
    (&["json_path"], "write `path = \"…\"`"),
    (&["shortname", "short_name", "shortnames"], "write `short_names = [\"…\"]`"),
    (&["category"], "write `categories = [\"…\"]`"),
    (&["selectable", "selectable_field"], "write `selectable_fields = [\".spec.…\"]`"),
    (&["listkind"], "write `list_kind = \"…\"`"),
    (
        &["doc", "description"],
        "write a doc comment, `/// …`; `root_doc = \"…\"` on the spec is for the whole resource alone",
    ),
    (&["attr"], "write `attrs(…)`, with what stands in `#[…]`"),
    (&["crates"], "write `crate = path`"),
    (
        &["schema"],
        "remove it: the schema is that of the type; one of schemars is `#[crd(schemars)]` on a field, a `JsonSchema` for others \
         `json_schema`",
    ),
    (
        &["validation", "validations", "cel_validate", "x_kubernetes_validations"],
        "write `rule(\"…\", message = \"…\")`, or on the type of the spec `root_rule(…)` for a rule of the whole object",
    ),
    (
        &["root_rule"],
        "a field has no whole object to ask; write `rule(\"…\")`, or `root_rule(\"…\")` on the type of the spec",
    ),
    (&["subresource", "subresources"], "write `status = Type` and `scale(…)`"),
    (&["api_version"], "write `version = \"…\"`"),
    (&["merge_strategy"], "write `list_type = \"…\"`, `list_map_keys = [\"…\"]` or `map_type = \"…\"`"),
    // schemars and validator.
    (&["regex"], "write `pattern = \"…\"`, in Go's syntax"),
    (&["inner"], "write `items(…)` on a list, `values(…)` on a map"),
    (
        &["extend"],
        "write the word of ours for what is added; `rule(…)`, `list_type` and `#[preserve_unknown]` are some",
    ),
    (&["email"], "write `format = \"email\"`"),
    (&["url"], "write `format = \"uri\"`"),
    (
        &["ip", "ipv4", "ipv6"],
        "write `format = \"ipv4\"` or `format = \"ipv6\"`, or use a type of `std::net`",
    ),
    (&["contains"], "write `pattern = \"…\"`"),
    (&["deny_unknown_fields"], "write `#[serde(deny_unknown_fields)]`"),
    // serde.
    (
        &[
            "rename",
            "rename_all",
            "alias",
            "flatten",
            "skip",
            "skip_serializing_if",
            "tag",
            "content",
            "untagged",
            "transparent",
            "skip_serializing",
            "skip_deserializing",
            "serialize_with",
            "deserialize_with",
        ],
        "this is a word of serde; write it in `#[serde(…)]`, which is read here, too",
    ),
    (&["spec_optional"], "write `optional_spec`"),
    (&["optional"], "make the field an `Option`, or write `#[serde(default)]`"),
    // OpenAPI and controller-gen.
    (&["minimum"], "write `min = …`"),
    (&["maximum"], "write `max = …`"),
    (&["exclusive_minimum"], "write `min = …, exclusive_min`"),
    (&["exclusive_maximum"], "write `max = …, exclusive_max`"),
    (&["unique_items", "x_kubernetes_list_type"], "write `list_type = \"set\"`"),
    (&["x_kubernetes_list_map_keys", "list_map_key"], "write `list_map_keys = [\"…\"]`"),
    (&["x_kubernetes_map_type"], "write `map_type = \"…\"`"),
    (&["one_of", "any_of", "all_of"], "use an enum with data, or write `rule(\"…\")`"),
    (&["additional_properties"], "use a `BTreeMap<String, …>`, or write `#[preserve_unknown]`"),
    (&["kind_plural", "plural_name"], "write `plural = \"…\"`"),
];

#[cfg(test)]
mod tests {
    use super::{TABLE, ours};

    #[test]
    fn words_of_others_have_one_of_ours() {
        assert_eq!(ours("printcolumn"), ours("printer_column"));
        assert!(ours("jsonPath").is_some_and(|cure| cure.contains("path =")));
        assert!(ours("x-kubernetes-map-type").is_some());
        assert_eq!(ours("nonsense"), None);
    }

    #[test]
    fn each_word_stands_once_and_every_cure_says_what_to_do() {
        let mut words: Vec<_> = TABLE.iter().flat_map(|(words, _)| *words).collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
        let says = |cure: &str| ["write", "use", "make", "remove"].iter().any(|word| cure.contains(word));
        assert!(TABLE.iter().all(|(_, cure)| says(cure)));
    }
}
