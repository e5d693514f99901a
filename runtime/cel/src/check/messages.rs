//! Messages: the few types of protocol buffers that every environment knows.
//!
//! Source: cel-go `checker/checker.go`, `checkCreateStruct`; `common/types/provider.go`.

use super::Checker;
use crate::ast::{Id, Struct};
use crate::types::Type;

impl Checker<'_> {
    pub(super) fn message(&mut self, id: Id, made: &Struct) -> Type {
        let name = made.name.strip_prefix('.').unwrap_or(&made.name);
        let result = match self.env.type_named(name) {
            None => {
                let written = made.name.clone();
                return self.undeclared(id, &written);
            }
            Some(of) if is_message(name) => of,
            Some(Type::Struct(known)) => Type::Struct(known),
            Some(other) => {
                self.report(id, format!("'{other}' is not a message type"));
                Type::Error
            }
        };
        for field in &made.fields {
            self.check(&field.value);
            let declared = declared(name, &field.name).or_else(|| self.env.field(name, &field.name));
            let expected = self.declared_field(field.id, &field.name, declared);
            let found = self.unwrapped(&field.value, field.is_optional);
            if !self.unifier.assignable([(&expected, &found)]) {
                let name = &field.name;
                let message =
                    format!("expected type of field '{name}' is '{expected}' but provided type is '{found}'");
                self.report(field.id, message);
            }
        }
        result
    }
}

fn is_message(name: &str) -> bool {
    name.starts_with("google.protobuf.")
}

/// The fields of the messages.
fn declared(message: &str, field: &str) -> Option<Type> {
    match (message.strip_prefix("google.protobuf.")?, field) {
        ("Timestamp" | "Duration", "seconds" | "nanos") | ("Int32Value" | "Int64Value", "value") => {
            Some(Type::Int)
        }
        ("BoolValue", "value") => Some(Type::Bool),
        ("BytesValue" | "Any", "value") => Some(Type::Bytes),
        ("DoubleValue" | "FloatValue", "value") => Some(Type::Double),
        ("UInt32Value" | "UInt64Value", "value") => Some(Type::Uint),
        ("StringValue", "value") | ("Any", "type_url") => Some(Type::String),
        _ => None,
    }
}
