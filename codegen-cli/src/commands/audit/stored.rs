//! The objects that are there before.

use std::collections::HashMap;

use crd_schema::ServedVersion;
use serde_json::Value;

use crate::exit::{Failure, say};
use crate::input;

/// By group, kind and name; all in memory, since the new ones may come in any order.
#[derive(Default)]
pub(super) struct Stored(HashMap<(String, String, String), Vec<Value>>);

impl Stored {
    /// Those of a file; that there is none may be so, and may be a slip.
    pub(super) fn read(file: &str) -> Result<Self, Failure> {
        let objects = input::objects(file)?;
        if objects.is_empty() {
            say(&input::without_objects(file));
        }
        let mut stored = Self::default();
        for object in objects {
            let (group, _) = object.text("apiVersion").rsplit_once('/').unwrap_or_default();
            let id = (group.to_owned(), object.text("kind").to_owned(), name(object.value()).to_owned());
            stored.0.entry(id).or_default().push(object.value().clone());
        }
        Ok(stored)
    }

    /// The one that an object takes the place of; a namespace that the object does not give is that of the other one.
    pub(super) fn of(&self, version: &ServedVersion, new: &Value) -> Option<&Value> {
        if self.0.is_empty() || name(new).is_empty() {
            return None;
        }
        let id = (version.group().to_owned(), version.kind().to_owned(), name(new).to_owned());
        let is_it = |old: &&Value| namespace(new).is_empty() || namespace(old) == namespace(new);
        self.0.get(&id)?.iter().find(is_it)
    }
}

fn name(object: &Value) -> &str {
    super::super::crds::name(object)
}

fn namespace(object: &Value) -> &str {
    object.pointer("/metadata/namespace").and_then(Value::as_str).unwrap_or_default()
}
