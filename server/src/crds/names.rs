//! Which names of a CRD are accepted: those that no other one of the group has.
//!
//! Source: `apiextensions-apiserver pkg/controller/status/naming_controller.go`.

use std::collections::BTreeSet;

use crd_schema_go::quote::quoted;
use serde_json::{Map, Value};

use super::conditions::{self, Condition};
use crate::clock::Clock;
use crate::meta;

/// The names that other CRDs of a group have: of resources and of kinds.
#[derive(Debug, Default)]
struct Taken {
    resources: BTreeSet<String>,
    kinds: BTreeSet<String>,
}

fn text<'v>(names: &'v Value, field: &str) -> &'v str {
    names.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn strings<'v>(names: &'v Value, field: &str) -> Vec<&'v str> {
    let found = names.get(field).and_then(Value::as_array);
    found.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn accepted(crd: &Value) -> Value {
    crd.pointer("/status/acceptedNames").cloned().unwrap_or_default()
}

fn group(crd: &Value) -> &str {
    crd.pointer("/spec/group").and_then(Value::as_str).unwrap_or_default()
}

impl Taken {
    /// Quirk: its own accepted names are among them; a name that is accepted already is not asked for again.
    fn of(crd: &Value, all: &[Value]) -> Self {
        let mut taken = Self::default();
        for other in all.iter().filter(|other| group(other) == group(crd)) {
            let names = accepted(other);
            let resources = [text(&names, "plural"), text(&names, "singular")];
            taken
                .resources
                .extend(resources.into_iter().chain(strings(&names, "shortNames")).map(str::to_owned));
            taken.kinds.extend([text(&names, "kind"), text(&names, "listKind")].map(str::to_owned));
        }
        taken
    }
}

fn check(wanted: &str, accepted: &str, taken: &BTreeSet<String>) -> Result<(), String> {
    if wanted == accepted || !taken.contains(wanted) {
        return Ok(());
    }
    Err(format!("{} is already in use", quoted(wanted)))
}

/// The CRD with the names that are accepted now; none where nothing changes.
pub(super) fn settled(crd: &Value, all: &[Value], clock: &Clock) -> Option<Value> {
    let wanted = crd.pointer("/spec/names").cloned().unwrap_or_default();
    let old = accepted(crd);
    if wanted == old {
        return None;
    }
    let (names, condition) = decide(&wanted, &old, &Taken::of(crd, all));
    if names == old && conditions::is(crd, &condition) {
        return None;
    }
    let mut new = crd.clone();
    if let Some(status) = new.get_mut("status").and_then(Value::as_object_mut) {
        status.insert("acceptedNames".to_owned(), names);
    }
    conditions::set(&mut new, &condition, clock);
    if !conditions::holds(crd, "Established") {
        let established = if conditions::holds(&new, "NamesAccepted") {
            conditions::new("Established", false, "Installing", "the initial names have been accepted")
        } else {
            conditions::new("Established", false, "NotAccepted", "not all names are accepted")
        };
        conditions::set(&mut new, &established, clock);
    }
    Some(new)
}

fn decide(wanted: &Value, old: &Value, taken: &Taken) -> (Value, Condition) {
    let mut names = old.as_object().cloned().unwrap_or_default();
    let mut conflict = None;
    let fields = [
        ("plural", "PluralConflict", &taken.resources),
        ("singular", "SingularConflict", &taken.resources),
        ("shortNames", "ShortNamesConflict", &taken.resources),
        ("kind", "KindConflict", &taken.kinds),
        ("listKind", "ListKindConflict", &taken.kinds),
    ];
    for (field, reason, taken) in fields {
        let checked = if field == "shortNames" {
            check_short_names(wanted, old, taken)
        } else {
            check(text(wanted, field), text(old, field), taken)
        };
        match checked {
            Ok(()) => copy(&mut names, wanted, field),
            Err(why) => conflict = Some((reason, why)),
        }
    }
    copy(&mut names, wanted, "categories");
    let condition = match conflict {
        Some((reason, why)) => conditions::new("NamesAccepted", false, reason, &why),
        None => conditions::new("NamesAccepted", true, "NoConflicts", "no conflicts found"),
    };
    (names.into(), condition)
}

fn check_short_names(wanted: &Value, old: &Value, taken: &BTreeSet<String>) -> Result<(), String> {
    let own = strings(old, "shortNames");
    let new = strings(wanted, "shortNames").into_iter().filter(|name| !own.contains(name));
    let errors: Vec<_> = new.filter_map(|name| check(name, "", taken).err()).collect();
    match errors.as_slice() {
        [] => Ok(()),
        [one] => Err(one.clone()),
        several => Err(format!("[{}]", several.join(", "))),
    }
}

fn copy(names: &mut Map<String, Value>, wanted: &Value, field: &str) {
    match wanted.get(field) {
        Some(value) => names.insert(field.to_owned(), value.clone()),
        None => names.remove(field),
    };
}

/// The name of a CRD.
pub(super) fn name(crd: &Value) -> &str {
    meta::text(crd, "name")
}
