//! Rules of enums with data.

use super::doubled_names;
use crate::errors::Errors;
use crate::model::{Content, Tagging, Union, Variant};

/// Everything that is wrong with the enum, as far as one type tells.
pub(super) fn all(union: &Union, errors: &mut Errors) {
    match union.tagging {
        Tagging::External => strings_and_objects(&union.variants, errors),
        Tagging::Untagged => no_nulls(&union.variants, errors),
        // serde itself refuses lists in internally tagged enums.
        Tagging::Internal(_) | Tagging::Adjacent { .. } => {}
    }
    let mut seen = std::collections::HashSet::new();
    for variant in &union.variants {
        let name = variant.name.value();
        if !matches!(union.tagging, Tagging::Untagged) && !seen.insert(name.clone()) {
            errors.at(variant.span(), format!("another variant is `{name}` in JSON too; rename one"));
        }
        match &variant.content {
            Content::Struct(fields) => doubled_names(fields, errors),
            Content::Newtype(field) if field.values.default.is_some() => {
                let message = "a default would make every value this variant, too; remove it, or put it on a field inside";
                errors.at(variant.span(), message);
            }
            _ => {}
        }
    }
}

/// serde writes a variant without data as a string.
fn strings_and_objects(variants: &[Variant], errors: &mut Errors) {
    let other = variants.iter().find(|variant| !matches!(variant.content, Content::Unit));
    let Some(other) = other.map(|variant| variant.name.value()) else { return };
    for unit in variants.iter().filter(|variant| matches!(variant.content, Content::Unit)) {
        let name = unit.name.value();
        errors.at(
            unit.span(),
            format!(
                "serde writes `{name}` as a string and `{other}` as an object, and no schema has both; write `{name} {{}}`, \
                 or tag the enum with `#[serde(tag = \"…\")]`"
            ),
        );
    }
}

fn no_nulls(variants: &[Variant], errors: &mut Errors) {
    for unit in variants.iter().filter(|variant| matches!(variant.content, Content::Unit)) {
        let name = unit.name.value();
        errors.at(
            unit.span(),
            format!("serde writes `{name}` as null; remove it and use `Option`, write `{name} {{}}`, or tag the enum"),
        );
    }
}
