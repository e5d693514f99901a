//! Objects whose fields stand together in one.

use crate::path::{FieldPath, PathStyle};
use crate::schema::{
    AdditionalProperties, AnyOf, NestedValueValidation, SchemaNode, SchemaType, ValueValidation,
};
use crate::violation::{Violation, Violations};

/// Puts the fields of `part` into `object`, and makes it hold what `part` holds.
pub(super) fn merge(
    object: &mut SchemaNode,
    mut part: SchemaNode,
    found: &mut Violations,
    path: &FieldPath<'_>,
) {
    let validation = std::mem::take(&mut part.value_validation);
    object.rules.append(&mut part.rules);
    by_name(object, part, found, path);
    hold(&mut object.value_validation, validation);
}

/// Puts the fields of `part` into `object`, without what is asked of them.
pub(super) fn by_name(
    object: &mut SchemaNode,
    part: SchemaNode,
    found: &mut Violations,
    path: &FieldPath<'_>,
) {
    object.preserve_unknown_fields |= part.preserve_unknown_fields;
    if part.type_.as_ref().is_some_and(|type_| *type_ != SchemaType::Object) {
        let path = path.to_owned(PathStyle::Bracketed);
        found.push(Violation::forbidden(path, "must be an object, for its fields stand among others"));
    }
    match part.additional_properties {
        // Values that may be anything need no schema beside declared fields.
        Some(AdditionalProperties::Schema(values)) if is_anything(&values) => {
            object.preserve_unknown_fields = true;
        }
        Some(values) => object.additional_properties = Some(values),
        None => {}
    }
    let path = path.property("properties");
    for (name, field) in part.properties {
        match object.properties.get_mut(&name) {
            Some(known) if !is_alike(known, &field) => {
                let path = path.key(&name).to_owned(PathStyle::Bracketed);
                found.push(Violation::forbidden(path, "must be described alike wherever it is declared"));
            }
            Some(known) => known.description = known.description.take().or(field.description),
            None => drop(object.properties.insert(name, field)),
        }
    }
}

fn is_anything(values: &SchemaNode) -> bool {
    values.type_.is_none() && values.preserve_unknown_fields && !values.embedded_resource
}

/// Whether two nodes say the same of values.
pub(super) fn is_alike(left: &SchemaNode, right: &SchemaNode) -> bool {
    let without_descriptions = |node: &SchemaNode| {
        let mut node = node.clone();
        node.for_each_mut(&mut |node| node.description = None);
        node
    };
    without_descriptions(left) == without_descriptions(right)
}

/// Both validations: lists of names add up, anything else stands in an `allOf` of its own.
pub(super) fn hold(validation: &mut ValueValidation, mut other: ValueValidation) {
    validation.required.append(&mut other.required);
    if other == ValueValidation::default() {
        return;
    }
    let is_bare =
        ValueValidation { required: Vec::new(), ..validation.clone() } == ValueValidation::default();
    if is_bare {
        *validation = ValueValidation { required: std::mem::take(&mut validation.required), ..other };
    } else {
        validation
            .all_of
            .push(NestedValueValidation { value_validation: other, ..NestedValueValidation::default() });
    }
}

/// Makes a struct one of which all may be missing, as serde reads a flattened `Option`; false when rules forbid it.
pub(super) fn all_or_nothing(node: &mut SchemaNode) -> bool {
    let some = std::mem::take(&mut node.value_validation);
    if some == ValueValidation::default() {
        return true;
    }
    let names: Vec<&str> = node.properties.keys().map(String::as_str).collect();
    let nothing =
        NestedValueValidation { value_validation: none_of(&names), ..NestedValueValidation::default() };
    let some = NestedValueValidation { value_validation: some, ..NestedValueValidation::default() };
    node.value_validation.any_of = AnyOf::Validations(vec![some, nothing]);
    node.rules.is_empty()
}

/// No field of these names.
pub(super) fn none_of(names: &[&str]) -> ValueValidation {
    let not = match names {
        [] => return ValueValidation::default(),
        [name] => required(name),
        names => {
            let any_of = AnyOf::Validations(names.iter().map(|name| required(name)).collect());
            nested(ValueValidation { any_of, ..ValueValidation::default() })
        }
    };
    ValueValidation { not: Some(Box::new(not)), ..ValueValidation::default() }
}

/// A field of this name.
pub(super) fn required(name: &str) -> NestedValueValidation {
    nested(ValueValidation { required: vec![name.to_owned()], ..ValueValidation::default() })
}

pub(super) fn nested(value_validation: ValueValidation) -> NestedValueValidation {
    NestedValueValidation { value_validation, ..NestedValueValidation::default() }
}
