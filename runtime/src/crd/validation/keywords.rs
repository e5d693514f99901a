//! The keywords of every schema node, those below junctors and in unsupported keywords included.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionOpenAPISchema`,
//! `specStandardValidatorV3.validate`.
//!
//! Knows nothing of: structural schemas.

use super::error::{PlacedErrors, forbidden, invalid, not_supported, or_empty};
use super::expressions::Expressions;
use super::ratchet::Options;
use super::{rules, topology};
use crate::declared::Site;
use crate::path::FieldPath;
use crate::schema::SchemaType;
use crate::violation::Cause;
use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool, SchemaOrStrings};

/// What surrounds a node.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The node as rules see it; none below junctors, and where the schema is not structural.
    site: Option<&'a Site<'a, 'a>>,
    /// The highest node above whose items or properties are not paired with old ones.
    unpaired: Option<&'a FieldPath<'a>>,
    /// Whether the node describes a resource itself; its fields then have meanings of their own.
    is_root: bool,
    inside_resource_meta: bool,
    /// Why no default may stand here.
    defaults_refused: Option<Refusal<'a>>,
}

impl Place<'_> {
    /// What is below a keyword where rules do not count.
    fn branch(self) -> Self {
        Self { site: None, is_root: false, ..self }
    }
}

#[derive(Clone, Copy)]
enum Refusal<'a> {
    TopLevel(&'a str),
    EntriesOfMetadata,
    V1beta1,
}

/// Checks a schema and everything in it.
pub(super) fn check(
    props: &JsonSchemaProps,
    root: Option<&Site<'_, '_>>,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
    expressions: &mut Expressions<'_>,
) {
    let defaults_refused = options.no_defaults.then_some(Refusal::V1beta1);
    let place =
        Place { site: root, unpaired: None, is_root: true, inside_resource_meta: false, defaults_refused };
    Check { options, found, expressions }.node(props, place, path);
}

struct Check<'c, 'o> {
    options: &'c Options<'c>,
    found: &'c mut PlacedErrors,
    expressions: &'c mut Expressions<'o>,
}

impl Check<'_, '_> {
    /// **Quirk**: errors of what is below come in the middle of those of the node.
    fn node(&mut self, props: &JsonSchemaProps, place: Place<'_>, path: &FieldPath<'_>) {
        let before = self.found.len();
        self.types_and_defaults(props, place, path);
        self.unsupported(props, path);
        if place.inside_resource_meta && props.embedded_resource == Some(true) {
            let path = path.property("x-kubernetes-embedded-resource");
            self.found.push(forbidden(&path, "must not be used inside of resource meta"));
        }
        if props.unique_items == Some(true) {
            let detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
            let violation = forbidden(&path.property("uniqueItems"), detail);
            self.found.push(violation.caused_by(Cause::UniqueItems));
        }
        self.fields(props, place, path);
        self.branches(props, place.branch(), path);
        self.named(props, place, path);
        if props.preserve_unknown_fields == Some(false) {
            let path = path.property("x-kubernetes-preserve-unknown-fields");
            self.found.push(invalid(&path, false, "must be true or undefined"));
        }
        topology::check(props, self.options, path, self.found);
        rules::check(props, self.options.server, path, self.found);
        // Upstream looks at expressions where all else is good, here and below.
        if let Some(site) = place.site.filter(|_| self.found.len() == before) {
            self.expressions.node(site, place.unpaired, path);
        }
    }

    fn types_and_defaults(&mut self, props: &JsonSchemaProps, place: Place<'_>, path: &FieldPath<'_>) {
        let type_ = or_empty(props.type_.as_ref());
        let is_known = type_.is_empty() || SchemaType::NAMES.contains(&type_);
        if self.options.known_types && !is_known {
            self.found.push(not_supported(&path.property("type"), type_, &SchemaType::NAMES));
        }
        let has_default = props.default.as_ref().is_some_and(|default| !default.is_null());
        if let Some(refusal) = place.defaults_refused.filter(|_| has_default) {
            let detail = match refusal {
                Refusal::TopLevel(field) => format!("must not be set in top-level {field}"),
                Refusal::EntriesOfMetadata => {
                    "must not be set inside additionalProperties applying to object metadata".to_owned()
                }
                Refusal::V1beta1 => {
                    "must not be set (cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, \
                                     must use apiextensions.k8s.io/v1)"
                        .to_owned()
                }
            };
            self.found.push(forbidden(&path.property("default"), detail));
        }
    }

    fn unsupported(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) {
        let keywords = [
            ("id", !or_empty(props.id.as_ref()).is_empty()),
            ("additionalItems", props.additional_items.is_some()),
            ("patternProperties", props.pattern_properties.as_ref().is_some_and(|map| !map.is_empty())),
            ("definitions", props.definitions.as_ref().is_some_and(|map| !map.is_empty())),
            // Quirk: of these two the empty ones count as well.
            ("dependencies", props.dependencies.is_some()),
            ("$ref", props.reference.is_some()),
        ];
        for (keyword, _) in keywords.into_iter().filter(|(_, used)| *used) {
            let detail = format!("{keyword} is not supported");
            self.found.push(forbidden(&path.property(keyword), detail));
        }
        if props.type_.as_deref() == Some("null") {
            let detail = "type cannot be set to null, use nullable as an alternative";
            self.found.push(forbidden(&path.property("type"), detail));
        }
        if matches!(&props.items, Some(SchemaOrArray::List(items)) if !items.is_empty()) {
            let detail = "items must be a schema object and not an array";
            self.found.push(forbidden(&path.property("items"), detail));
        }
    }

    /// `additionalProperties` and `properties`.
    fn fields(&mut self, props: &JsonSchemaProps, place: Place<'_>, path: &FieldPath<'_>) {
        let below = Place { is_root: false, ..place };
        let has_properties = props.properties.as_ref().is_some_and(|properties| !properties.is_empty());
        let path_of_values = path.property("additionalProperties");
        let additional = props.additional_properties.as_ref();
        if has_properties && !matches!(additional, None | Some(SchemaOrBool::Bool(true))) {
            let detail = "additionalProperties and properties are mutual exclusive";
            let violation = forbidden(&path_of_values, detail);
            self.found.push(violation.caused_by(Cause::PropertiesAndAdditional));
        }
        if let Some(SchemaOrBool::Schema(values)) = additional {
            let refused = place.inside_resource_meta.then_some(Refusal::EntriesOfMetadata);
            let defaults_refused = refused.or(below.defaults_refused);
            let site = place.site.and_then(|site| Some(site.element(site.node.map_values()?)));
            let below = Place { site: site.as_ref(), defaults_refused, ..below };
            self.node(values, below, &path_of_values);
        }
        let is_resource = place.is_root || props.embedded_resource == Some(true);
        // Quirk: a map type that nobody knows leaves the properties without old values, but not additional ones.
        let is_paired = matches!(props.map_type.as_deref(), None | Some("granular" | "atomic"));
        let below = Place { unpaired: place.unpaired.or((!is_paired).then_some(path)), ..below };
        let properties = path.property("properties");
        for (name, property) in props.properties.iter().flatten() {
            let site = place.site.and_then(|site| Some(site.property(name, site.node.property(name)?)));
            let mut below = Place { site: site.as_ref(), ..below };
            if is_resource && matches!(name.as_str(), "metadata" | "kind" | "apiVersion") {
                below.inside_resource_meta = true;
                if place.is_root {
                    below.defaults_refused = Some(Refusal::TopLevel(name));
                }
            }
            self.node(property, below, &properties.key(name));
        }
    }

    fn branches(&mut self, props: &JsonSchemaProps, below: Place<'_>, path: &FieldPath<'_>) {
        if let Some(not) = &props.not {
            self.node(not, below, &path.property("not"));
        }
        let junctors = [("allOf", &props.all_of), ("oneOf", &props.one_of), ("anyOf", &props.any_of)];
        for (keyword, branches) in junctors {
            self.list(branches.as_deref().unwrap_or_default(), below, &path.property(keyword));
        }
    }

    fn list(&mut self, schemas: &[JsonSchemaProps], below: Place<'_>, path: &FieldPath<'_>) {
        for (index, schema) in schemas.iter().enumerate() {
            self.node(schema, below, &path.index(index));
        }
    }

    /// `definitions`, `items` and `dependencies`.
    fn named(&mut self, props: &JsonSchemaProps, place: Place<'_>, path: &FieldPath<'_>) {
        let branch = place.branch();
        let definitions = path.property("definitions");
        for (name, definition) in props.definitions.iter().flatten() {
            self.node(definition, branch, &definitions.key(name));
        }
        let items = path.property("items");
        let site = place.site.and_then(|site| Some(site.element(site.node.items()?)));
        let is_paired = props.list_type.as_deref() == Some("map");
        let unpaired = place.unpaired.or((!is_paired).then_some(path));
        let below = Place { site: site.as_ref(), unpaired, is_root: false, ..place };
        match &props.items {
            Some(SchemaOrArray::Schema(schema)) => self.node(schema, below, &items),
            Some(SchemaOrArray::List(schemas)) => self.list(schemas, below, &items),
            _ => {}
        }
        let dependencies = path.property("dependencies");
        for (name, dependency) in props.dependencies.iter().flatten() {
            if let SchemaOrStrings::Schema(schema) = dependency {
                self.node(schema, branch, &dependencies.key(name));
            }
        }
    }
}
