//! Defaults that the program makes.
//!
//! Each is made twice: one that differs from call to call would be another definition each time.

use serde_json::Value;

use super::Interpreter;
use crate::describe::MakeDefaults;
use crate::path::{FieldPath, PathStyle};
use crate::schema::SchemaNode;
use crate::violation::{ErrorKind, Violation};

impl Interpreter<'_> {
    /// The default of one value; a null is none.
    pub(super) fn default(
        &mut self,
        node: &mut SchemaNode,
        make: fn() -> Result<Value, serde_json::Error>,
        path: &FieldPath<'_>,
    ) {
        match make().and_then(|value| Ok((value, make()?))) {
            Ok((value, again)) => {
                self.stable(&value, &again, path);
                node.default = Some(value).filter(|value| !value.is_null());
            }
            Err(error) => self.unmade(&error, path),
        }
    }

    /// The defaults of properties, all of one value.
    pub(super) fn defaults(&mut self, node: &mut SchemaNode, make: MakeDefaults, path: &FieldPath<'_>) {
        let (values, again) = match make().and_then(|values| Ok((values, make()?))) {
            Ok(both) => both,
            Err(error) => return self.unmade(&error, path),
        };
        let properties = path.property("properties");
        for ((name, value), (_, again)) in values.into_iter().zip(again) {
            self.stable(&value, &again, &properties.key(name));
            if let Some(property) = node.properties.get_mut(name) {
                property.default = Some(value).filter(|value| !value.is_null());
            }
        }
    }

    fn stable(&mut self, value: &Value, again: &Value, path: &FieldPath<'_>) {
        if value != again {
            let message = format!(
                "must be the same whenever it is made, and was {value} at first and {again} then; write `default = …`, or \
                 remove it and let serde alone fill it in"
            );
            self.forbidden(&path.property("default"), &message);
        }
    }

    fn unmade(&mut self, error: &serde_json::Error, path: &FieldPath<'_>) {
        let path = path.property("default").to_owned(PathStyle::Bracketed);
        self.found.push(Violation::new(ErrorKind::Internal, path, None, error.to_string()));
    }
}
