//! Paths such as `.spec.name` that rules and selectable fields use.
//!
//! **Quirk**: where the walk has no schema left upstream dereferences a nil pointer
//! (`pkg/apiserver/schema/cel/validation.go`, `ValidFieldPath`); here such a path leads to no field.
//!
//! Knows nothing of: who uses the paths.

use crate::json_path::{self, ArrayNotation};
use crate::wire::{JsonSchemaProps, SchemaOrBool};

/// Where a path leads.
pub(super) struct Target<'p> {
    /// The path as Kubernetes writes it: `spec.name`.
    pub(super) string: String,
    /// The first name of the path, as it is written there.
    pub(super) root: String,
    /// What the schema says of the field; nothing below `additionalProperties: true`.
    pub(super) schema: Option<&'p JsonSchemaProps>,
}

const NO_FIELD: &str = "does not refer to a valid field";

/// Follows a path through the properties and additional properties of a schema.
///
/// # Errors
/// Why it leads to no field, in upstream's words.
pub(super) fn resolve<'p>(
    json_path: &str,
    schema: Option<&'p JsonSchemaProps>,
    notation: ArrayNotation,
) -> Result<Target<'p>, String> {
    let mut target = Target { string: String::new(), root: String::new(), schema };
    json_path::follow(json_path, notation, |name| target.step(name))?;
    Ok(target)
}

impl Target<'_> {
    fn step(&mut self, name: &str) -> Result<(), &'static str> {
        let schema = self.schema.ok_or(NO_FIELD)?;
        let dot = if self.string.is_empty() { "" } else { "." };
        let written;
        match (&schema.properties, &schema.additional_properties) {
            (Some(properties), _) if !properties.is_empty() => {
                self.schema = Some(properties.get(name).ok_or(NO_FIELD)?);
                written = format!("{dot}{name}");
            }
            (_, Some(SchemaOrBool::Schema(values))) => {
                self.schema = Some(values);
                written = format!("[{name}]");
            }
            (_, Some(SchemaOrBool::Bool(_))) => {
                self.schema = None;
                written = format!("[{name}]");
            }
            _ => return Err(NO_FIELD),
        }
        if self.string.is_empty() {
            self.root.clone_from(&written);
        }
        self.string.push_str(&written);
        Ok(())
    }
}
