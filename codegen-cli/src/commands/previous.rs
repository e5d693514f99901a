//! The objects that are there before.

use std::collections::HashMap;

use crd_schema::ServedVersion;
use serde_json::Value;

use super::crds::name;
use crate::exit::{Failure, say};
use crate::input::{self, FileName, Object};

/// Group, kind and name.
type Id = (String, String, String);

/// What is kept of each object, found without a look at the others.
pub(crate) struct Previous<T> {
    kept: Vec<T>,
    by_name: HashMap<Id, usize>,
    by_namespace: HashMap<(Id, String), usize>,
}

impl<T> Default for Previous<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), by_name: HashMap::new(), by_namespace: HashMap::new() }
    }
}

impl<T> Previous<T> {
    /// Those of files; that there is none may be so, and may be a slip.
    pub(crate) fn read(files: &[FileName], keep: impl Fn(Object) -> T) -> Result<Self, Failure> {
        let objects = input::all_objects(files)?;
        if objects.is_empty() {
            for file in files {
                say(&input::without_objects(file));
            }
        }
        let mut previous = Self::default();
        for object in objects {
            let (group, _) = object.text("apiVersion").rsplit_once('/').unwrap_or_default();
            let id = (group.to_owned(), object.text("kind").to_owned(), name(object.value()).to_owned());
            let namespace = namespace(object.value()).to_owned();
            let number = previous.kept.len();
            // Of two of one name the first one counts.
            previous.by_name.entry(id.clone()).or_insert(number);
            previous.by_namespace.entry((id, namespace)).or_insert(number);
            previous.kept.push(keep(object));
        }
        Ok(previous)
    }

    /// The one that an object takes the place of; a namespace that the object does not give is that of the other one.
    pub(crate) fn find(&self, version: &ServedVersion, new: &Value) -> Option<&T> {
        if self.kept.is_empty() || name(new).is_empty() {
            return None;
        }
        let id = (version.group().to_owned(), version.kind().to_owned(), name(new).to_owned());
        let number = match namespace(new) {
            "" => self.by_name.get(&id),
            namespace => self.by_namespace.get(&(id, namespace.to_owned())),
        };
        self.kept.get(*number?)
    }
}

fn namespace(object: &Value) -> &str {
    object.pointer("/metadata/namespace").and_then(Value::as_str).unwrap_or_default()
}
