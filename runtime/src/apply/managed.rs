//! `metadata.managedFields`, read and written.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/managedfields.go`.
//!
//! Knows nothing of: types, merging.

use std::collections::BTreeMap;

use crd_schema_go::time::Time;
use serde_json::{Map, Value};

use super::path::FieldsError;
use super::set::FieldSet;
use crate::go_text::{Json, quoted};

/// How a manager came to own its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    /// By an apply.
    Apply,
    /// By a create, an update or another patch.
    Update,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Self::Apply => "Apply",
            Self::Update => "Update",
        }
    }
}

/// Who owns fields. Two entries are one manager's when the JSON of these fields is the same, by which they are sorted, too.
///
/// An applier is one in all versions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ManagerId {
    json: String,
    pub(super) manager: String,
    pub(super) operation: Operation,
    pub(super) api_version: String,
    pub(super) subresource: String,
}

impl ManagerId {
    /// `BuildManagerIdentifier`.
    pub(super) fn new(manager: &str, operation: Operation, api_version: &str, subresource: &str) -> Self {
        let api_version = if operation == Operation::Apply { "" } else { api_version };
        let fields = [
            ("manager", manager),
            ("operation", operation.name()),
            ("apiVersion", api_version),
            ("subresource", subresource),
        ];
        let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
        let fields: Vec<_> =
            given.map(|(name, value)| format!("\"{name}\":{}", Json(&value.into()))).collect();
        Self {
            json: format!("{{{}}}", fields.join(",")),
            manager: manager.to_owned(),
            operation,
            api_version: api_version.to_owned(),
            subresource: subresource.to_owned(),
        }
    }

    /// Who makes the current request, until it is known what changes.
    pub(super) fn current() -> Self {
        Self { json: "current-operation".to_owned(), ..Self::new("", Operation::Update, "", "") }
    }

    /// `printManager` in `internal/conflict.go`.
    pub(super) fn printed(&self) -> String {
        let mut printed = quoted(&self.manager);
        if !self.subresource.is_empty() {
            printed = format!("{printed} with subresource {}", quoted(&self.subresource));
        }
        match self.operation {
            Operation::Update => format!("{printed} using {}", self.api_version),
            Operation::Apply => printed,
        }
    }
}

/// What a manager owns, by the version of its last request.
#[derive(Clone, Debug)]
pub(super) struct VersionedSet {
    pub(super) set: FieldSet,
    pub(super) api_version: String,
    pub(super) operation: Operation,
}

pub(super) type Managers = BTreeMap<ManagerId, VersionedSet>;

/// The managers of an object, and when each of them last changed it.
#[derive(Clone, Debug, Default)]
pub(super) struct Managed {
    pub(super) managers: Managers,
    pub(super) times: BTreeMap<ManagerId, Option<Time>>,
}

/// An entry as an object has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Entry {
    manager: String,
    operation: String,
    api_version: String,
    time: Option<Time>,
    fields_type: String,
    fields: Option<Value>,
    subresource: String,
}

impl Entry {
    /// `FromUnstructured` of Kubernetes: `None` where a field has another type.
    fn read(value: &Value) -> Option<Self> {
        let fields = value.as_object()?;
        let string = |name| match fields.get(name) {
            None | Some(Value::Null) => Some(String::new()),
            Some(Value::String(string)) => Some(string.clone()),
            Some(_) => None,
        };
        let time = match fields.get("time") {
            None | Some(Value::Null) => None,
            Some(Value::String(time)) => Some(Time::parse(time).ok()?),
            Some(_) => return None,
        };
        Some(Self {
            manager: string("manager")?,
            operation: string("operation")?,
            api_version: string("apiVersion")?,
            time,
            fields_type: string("fieldsType")?,
            fields: fields.get("fieldsV1").filter(|fields| !fields.is_null()).cloned(),
            subresource: string("subresource")?,
        })
    }

    pub(super) fn write(self) -> Value {
        let strings = [
            ("apiVersion", self.api_version),
            ("fieldsType", self.fields_type),
            ("manager", self.manager),
            ("operation", self.operation),
            ("subresource", self.subresource),
        ];
        let given = strings.into_iter().filter(|(_, value)| !value.is_empty());
        let mut entry: Map<_, _> = given.map(|(name, value)| (name.to_owned(), value.into())).collect();
        entry.extend(self.fields.map(|fields| ("fieldsV1".to_owned(), fields)));
        entry.extend(self.time.map(|time| ("time".to_owned(), written_time(time))));
        Value::Object(entry)
    }

    pub(super) fn is_same_but_time(&self, other: &Self) -> bool {
        Self { time: None, ..self.clone() } == Self { time: None, ..other.clone() }
    }

    fn is_empty(&self) -> bool {
        let strings =
            [&self.manager, &self.operation, &self.api_version, &self.fields_type, &self.subresource];
        strings.into_iter().all(String::is_empty) && self.time.is_none() && self.fields.is_none()
    }

    fn operation(&self) -> Option<Operation> {
        [Operation::Apply, Operation::Update].into_iter().find(|operation| operation.name() == self.operation)
    }
}

/// The entries of an object; `None` when it has none, or one of them cannot be read.
pub(super) fn entries(object: &Value) -> Option<Vec<Entry>> {
    object.get("metadata")?.get("managedFields")?.as_array()?.iter().map(Entry::read).collect()
}

/// The object, with the entries of another one, or without.
pub(super) fn with_entries_of(mut object: Value, live: Option<&Value>) -> Value {
    let entries = live.and_then(entries).map(|entries| entries.into_iter().map(Entry::write).collect());
    set_entries(&mut object, entries);
    object
}

/// `SetManagedFields`: metadata comes with the entries, but does not go with them.
pub(super) fn set_entries(object: &mut Value, entries: Option<Vec<Value>>) {
    let Value::Object(fields) = object else { return };
    match entries {
        None => {
            if let Some(Value::Object(metadata)) = fields.get_mut("metadata") {
                metadata.remove("managedFields");
            }
        }
        Some(entries) => {
            let metadata = fields.entry("metadata").or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(metadata) = metadata {
                metadata.insert("managedFields".to_owned(), Value::Array(entries));
            }
        }
    }
}

/// Whether a request asks to forget all managers: `isResetManagedFields` in `internal/fieldmanager.go`.
pub(super) fn is_reset(entries: Option<&[Entry]>) -> bool {
    match entries {
        Some([]) => true,
        Some([only]) => only.is_empty(),
        None | Some(_) => false,
    }
}

/// Reads a list of entries by itself.
pub(super) fn decode_list(entries: &Value) -> Result<Managed, FieldsError> {
    let entries = entries.as_array().map(Vec::as_slice).unwrap_or_default();
    let read: Option<Vec<_>> = entries.iter().map(Entry::read).collect();
    Managed::decode(&read.unwrap_or_default())
}

impl Managed {
    /// The list of its entries.
    pub(super) fn into_list(self) -> Value {
        Value::Array(self.encoded())
    }

    /// `DecodeManagedFields`; of two entries of one manager the last one counts.
    pub(super) fn decode(entries: &[Entry]) -> Result<Self, FieldsError> {
        let mut managed = Self::default();
        for (position, entry) in entries.iter().enumerate() {
            let (id, set) = decode_entry(position, entry).map_err(FieldsError::new)?;
            managed.managers.insert(id.clone(), set);
            managed.times.insert(id, entry.time);
        }
        Ok(managed)
    }

    /// Puts the entries into an object, or takes them out where there are none: `EncodeObjectManagedFields`.
    pub(super) fn write_to(&self, object: &mut Value) {
        set_entries(object, (!self.managers.is_empty()).then(|| self.encoded()));
    }

    /// The entries, appliers first, then by time.
    fn encoded(&self) -> Vec<Value> {
        let mut entries: Vec<_> = self.managers.iter().collect();
        let seconds = |id| self.times.get(id).copied().flatten().map_or(0, Time::unix);
        entries.sort_by(|(left, left_set), (right, right_set)| {
            (left_set.operation, seconds(left), &left.manager, &left_set.api_version, &left.subresource).cmp(
                &(
                    right_set.operation,
                    seconds(right),
                    &right.manager,
                    &right_set.api_version,
                    &right.subresource,
                ),
            )
        });
        entries
            .into_iter()
            .map(|(id, set)| encode_entry(id, set, self.times.get(id).copied().flatten()))
            .collect()
    }
}

fn decode_entry(position: usize, entry: &Entry) -> Result<(ManagerId, VersionedSet), String> {
    let Some(operation) = entry.operation() else {
        return Err("operation must be `Apply` or `Update`".to_owned());
    };
    if entry.api_version.is_empty() {
        return Err("apiVersion must not be empty".to_owned());
    }
    match entry.fields_type.as_str() {
        "FieldsV1" => {}
        "" => return Err(format!("missing fieldsType in managed fields entry {position}")),
        other => {
            return Err(format!("invalid fieldsType {} in managed fields entry {position}", quoted(other)));
        }
    }
    let id = ManagerId::new(&entry.manager, operation, &entry.api_version, &entry.subresource);
    let set = FieldSet::from_fields_v1(entry.fields.as_ref().unwrap_or(&Value::Null));
    // Upstream prints the entry, with addresses of memory.
    let set = set.map_err(|error| {
        format!("error decoding versioned set from {}: error decoding set: {error}", id.json)
    })?;
    Ok((id, VersionedSet { set, api_version: entry.api_version.clone(), operation }))
}

fn encode_entry(id: &ManagerId, set: &VersionedSet, time: Option<Time>) -> Value {
    let entry = Entry {
        manager: id.manager.clone(),
        operation: set.operation.name().to_owned(),
        api_version: set.api_version.clone(),
        time,
        fields_type: "FieldsV1".to_owned(),
        fields: Some(set.set.to_fields_v1()),
        subresource: id.subresource.clone(),
    };
    entry.write()
}

/// The zero time is null.
fn written_time(time: Time) -> Value {
    if time.is_zero() { Value::Null } else { time.to_utc().into() }
}
