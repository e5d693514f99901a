//! The types of a schema as CEL sees them.
//!
//! Source: `apiserver pkg/cel/common/schemas.go`, `SchemaDeclType`; `pkg/cel/types.go`, `MaybeAssignTypeName`.
//!
//! Knows nothing of: expressions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crd_schema_cel::{Objects, Type};

use crate::declared::Decl;
use crate::schema::{SchemaNode, SchemaType};

/// The name of the type of the node itself. A server appends a number of its own to `selfType`, another one each time.
const SELF: &str = "selfType0";

/// The types of a node and of those below it, found when they are asked for.
pub(super) struct Declared<'s> {
    root: Decl<'s>,
    /// Objects by the names of their types.
    objects: RefCell<HashMap<Arc<str>, Decl<'s>>>,
}

impl<'s> Declared<'s> {
    pub(super) fn new(root: Decl<'s>) -> Self {
        Self { root, objects: RefCell::default() }
    }

    /// The type of `self`.
    pub(super) fn root_type(&self) -> Type {
        self.type_of(self.root, SELF)
    }

    fn type_of(&self, decl: Decl<'s>, name: &str) -> Type {
        if decl.is_struct() {
            let name = Arc::from(name);
            self.objects.borrow_mut().insert(Arc::clone(&name), decl);
            return Type::Struct(name);
        }
        match decl {
            Decl::Of(node) if node.int_or_string => Type::Dyn,
            Decl::Of(node) => self.of_node(decl, node, name),
            _ => Type::String,
        }
    }

    fn of_node(&self, decl: Decl<'s>, node: &'s SchemaNode, name: &str) -> Type {
        let element = |suffix: &str| {
            decl.element().map_or(Type::Dyn, |element| self.type_of(element, &format!("{name}.{suffix}")))
        };
        match node.type_ {
            Some(SchemaType::Array) => Type::list(element("@idx")),
            Some(SchemaType::Object) => Type::map(Type::String, element("@elem")),
            Some(SchemaType::Boolean) => Type::Bool,
            Some(SchemaType::Integer) => Type::Int,
            Some(SchemaType::Number) => Type::Double,
            Some(SchemaType::String) => match node.value_validation.format.as_deref() {
                Some("byte") => Type::Bytes,
                Some("duration") => Type::Duration,
                Some("date" | "date-time") => Type::Timestamp,
                _ => Type::String,
            },
            _ => Type::Dyn,
        }
    }
}

impl Objects for Declared<'_> {
    fn field(&self, object: &str, field: &str) -> Option<Type> {
        let decl = self.objects.borrow().get(object).copied()?;
        let found = decl.field(field)?;
        Some(self.type_of(found, &format!("{object}.{field}")))
    }
}
