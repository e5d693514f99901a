//! Schemas below `allOf`, `anyOf`, `oneOf` and `not`: what they hold, and the rules N1 to N14.
//!
//! Source: `pkg/apiserver/schema/validation.go`, `validateNestedValueValidation`.

use super::by_name;
use super::from_wire::{Conversion, convert, external_docs, json};
use crate::path::{FieldPath, PathStyle};
use crate::schema::{NestedValueValidation, UNIONS};
use crate::violation::{Cause, Violation};
use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool};

/// Whose junctors are converted: upstream lets the pair of int-or-string stand in two places only.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Junctors {
    /// Those of a structural node.
    Node,
    /// Those of the first element of the `allOf` of a structural node.
    FirstAllOf,
    /// Those of any other branch.
    Branch,
}

impl Junctors {
    pub(super) fn may_hold_the_pair(self) -> bool {
        self != Self::Branch
    }
}

/// Whether the branches are `[{type: integer}, {type: string}]` and nothing else.
pub(super) fn is_integer_or_string(branches: &[JsonSchemaProps]) -> bool {
    match branches {
        [integer, string] => is_only_type(integer, "integer") && is_only_type(string, "string"),
        _ => false,
    }
}

/// **Quirk**: upstream compares Go structs, for which some empty lists and maps are something and others nothing, and
/// `additionalProperties: false` is nothing (`validation.go`, `convert.go`).
fn is_only_type(branch: &JsonSchemaProps, name: &str) -> bool {
    let is_something = branch.properties.is_some()
        || branch.required.is_some()
        || branch.validations.is_some()
        || branch.list_map_keys.is_some()
        || branch.list_type.is_some()
        || branch.map_type.is_some();
    let mut rest = branch.clone();
    rest.omit_empty();
    rest.unknown.clear();
    if rest.additional_properties == Some(SchemaOrBool::Bool(false)) {
        rest.additional_properties = None;
    }
    if matches!(&rest.items, Some(SchemaOrArray::List(_) | SchemaOrArray::Other(_))) {
        rest.items = None;
    }
    let only = JsonSchemaProps { type_: Some(name.to_owned()), ..JsonSchemaProps::default() };
    !is_something && rest == only
}

impl Conversion<'_> {
    pub(super) fn all_of(
        &mut self,
        branches: &[JsonSchemaProps],
        junctors: Junctors,
        path: &FieldPath<'_>,
    ) -> Vec<NestedValueValidation> {
        let list = path.property("allOf");
        let convert = |(index, branch): (usize, &JsonSchemaProps)| {
            let first = index == 0 && junctors == Junctors::Node;
            let junctors = if first { Junctors::FirstAllOf } else { Junctors::Branch };
            self.nested(branch, junctors, &list.index(index))
        };
        branches.iter().enumerate().map(convert).collect()
    }

    pub(super) fn branches(
        &mut self,
        branches: &[JsonSchemaProps],
        keyword: &str,
        path: &FieldPath<'_>,
    ) -> Vec<NestedValueValidation> {
        let list = path.property(keyword);
        let convert = |(index, branch)| self.nested(branch, Junctors::Branch, &list.index(index));
        branches.iter().enumerate().map(convert).collect()
    }

    pub(super) fn nested(
        &mut self,
        props: &JsonSchemaProps,
        junctors: Junctors,
        path: &FieldPath<'_>,
    ) -> NestedValueValidation {
        self.unsupported_keywords(props, path);
        self.forbidden_keywords(props, path);
        if let Some(SchemaOrBool::Schema(values)) = &props.additional_properties {
            // Upstream converts what it then forbids, and stops when it cannot.
            self.unsupported.extend(convert(values, &path.property("additionalProperties")).unsupported);
        }
        NestedValueValidation {
            value_validation: self.value_validation(props, junctors, path),
            items: match &props.items {
                Some(SchemaOrArray::Schema(items)) => {
                    Some(Box::new(self.nested(items, Junctors::Branch, &path.property("items"))))
                }
                _ => None,
            },
            properties: props.properties.as_ref().map(|properties| {
                let path = path.property("properties");
                by_name(properties.iter().map(|(name, property)| {
                    (name.clone(), self.nested(property, Junctors::Branch, &path.key(name)))
                }))
            }),
            forbids_additional_properties: props.additional_properties == Some(SchemaOrBool::Bool(false)),
            example: json(props.example.as_ref()),
            external_docs: external_docs(props.external_docs.as_deref()),
        }
    }

    /// N1 to N14, and the markers.
    fn forbidden_keywords(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) {
        const EMPTY: &str = "must be empty to be structural";
        const UNDEFINED: &str = "must be undefined to be structural";
        const FALSE: &str = "must be false to be structural";
        let has_string = |string: &Option<String>| string.as_ref().is_some_and(|string| !string.is_empty());
        let additional_properties =
            matches!(props.additional_properties, Some(SchemaOrBool::Bool(true) | SchemaOrBool::Schema(_)));
        let keywords = [
            ("type", has_string(&props.type_), EMPTY),
            ("additionalProperties", additional_properties, UNDEFINED),
            ("default", json(props.default.as_ref()).is_some(), UNDEFINED),
            ("title", has_string(&props.title), EMPTY),
            ("description", has_string(&props.description), EMPTY),
            ("nullable", props.nullable == Some(true), FALSE),
            ("x-kubernetes-preserve-unknown-fields", props.preserve_unknown_fields == Some(true), FALSE),
            ("x-kubernetes-embedded-resource", props.embedded_resource == Some(true), FALSE),
            ("x-kubernetes-int-or-string", props.int_or_string == Some(true), FALSE),
            (
                "x-kubernetes-list-map-keys",
                props.list_map_keys.as_ref().is_some_and(|keys| !keys.is_empty()),
                EMPTY,
            ),
            ("x-kubernetes-list-type", props.list_type.is_some(), UNDEFINED),
            ("x-kubernetes-map-type", props.map_type.is_some(), UNDEFINED),
            (
                "x-kubernetes-validations",
                props.validations.as_ref().is_some_and(|rules| !rules.is_empty()),
                EMPTY,
            ),
        ];
        let unions = props.unions.as_ref().is_some_and(|unions| !unions.is_empty());
        let of_keps = [
            ("x-kubernetes-mutability", props.mutability.is_some(), UNDEFINED),
            ("x-kubernetes-key-mutability", props.key_mutability.is_some(), UNDEFINED),
            (UNIONS, unions, EMPTY),
        ];
        let refusal = |(keyword, used, detail): (&str, bool, &str)| {
            let cause = if detail == EMPTY { Cause::KeywordInNested } else { Cause::Other };
            let path = used.then(|| path.property(keyword).to_owned(PathStyle::Bracketed))?;
            Some(Violation::forbidden(path, detail).caused_by(cause))
        };
        self.nested.extend(keywords.into_iter().filter_map(refusal));
        self.words.extend(of_keps.into_iter().filter_map(refusal));
        if props.properties.as_ref().is_some_and(|properties| properties.contains_key("metadata")) {
            let path = path.property("properties");
            let path = path.key("metadata").to_owned(PathStyle::Bracketed);
            self.nested.push(Violation::forbidden(path, "must not be specified in a nested context"));
        }
    }
}
