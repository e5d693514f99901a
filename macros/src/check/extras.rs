//! Rules of what a type has beside its schema.

use crate::attr::field::SCHEMARS_IS_OFF;
use crate::errors::Errors;
use crate::model::{Container, Data, Tagging};

/// Everything that is wrong with it.
pub(super) fn of(container: &mut Container, errors: &mut Errors) {
    let before = errors.count();
    json_schema(container, errors);
    unions(container, errors);
    possible_values(container, errors);
    if errors.count() > before {
        (container.json_schema, container.unions) = (None, None);
    }
}

fn json_schema(container: &Container, errors: &mut Errors) {
    let Some(span) = container.json_schema else { return };
    if container.is_written_root() {
        errors.at(span, "a whole resource has no `JsonSchema`; say it on the type of the spec");
    }
    if !cfg!(feature = "schemars") {
        errors.at(span, SCHEMARS_IS_OFF);
    }
}

/// Values are listed where an `enum` stands.
fn possible_values(container: &Container, errors: &mut Errors) {
    let Some(span) = container.no_possible_values else { return };
    match &container.data {
        Data::Union(union) if matches!(union.tagging, Tagging::External) => errors.at(
            span,
            "no values of this enum are listed, for its variants are properties with descriptions; remove `no_possible_values`",
        ),
        Data::UnitEnum(_) | Data::NumberEnum { .. } | Data::Union(_) | Data::Anything => {}
        _ => errors.at(span, "no values are listed but those of enums; remove `no_possible_values`"),
    }
}

/// The extension knows properties of which one is there.
fn unions(container: &Container, errors: &mut Errors) {
    let Some(span) = container.unions else { return };
    let fits = matches!(&container.data, Data::Union(union) if matches!(union.tagging, Tagging::External));
    if !fits {
        let message = "a union has properties of which exactly one is there, as an externally tagged enum with data has; remove \
                       `unions`, or the tag";
        errors.at(span, message);
    }
}
