//! How much was compared, and that the generator still draws what it is for.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::lowering_agreement::draw::{Case, Stored, Update};

/// Pairs, and those of them on which the verdicts differ as a deviation states it.
#[derive(Debug, Default)]
pub(crate) struct Deviating {
    pub(crate) pairs: usize,
    pub(crate) only_cel_denies: usize,
    pub(crate) only_cel_allows: usize,
}

impl Deviating {
    fn count(&mut self, by_cel: bool, by_markers: bool) {
        self.pairs += 1;
        self.only_cel_denies += usize::from(by_cel && !by_markers);
        self.only_cel_allows += usize::from(!by_cel && by_markers);
    }
}

#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) schemas: usize,
    pub(crate) refused: BTreeMap<String, usize>,
    pub(crate) pairs: usize,
    /// By CEL.
    pub(crate) denied: usize,
    /// Stored objects that fit: what differs is D2, D4, D5, D6 and D7.
    pub(crate) valid: Deviating,
    /// D14.
    pub(crate) misfit: Deviating,
    /// D9.
    pub(crate) duplicates: Deviating,
    /// D10 and D13.
    pub(crate) other_version: Deviating,
    /// D6: denied for a whole number that was written as a float.
    pub(crate) for_floats: usize,
    pub(crate) integers: usize,
    pub(crate) floats: usize,
    /// Pairs in which a key of a list map is written as a float.
    pub(crate) float_keys: usize,
    /// Pairs in which an item or value is null.
    pub(crate) nulls: usize,
    /// Pairs in which the metadata of an embedded resource changes.
    pub(crate) embedded: usize,
    /// Messages of violations of lowered rules that are those of the server.
    pub(crate) messages: usize,
    /// Estimates that were compared.
    pub(crate) rules: usize,
    /// Verdicts that are not as expected, or that were not noted.
    pub(crate) wrong: usize,
    pub(crate) disagreements: Vec<Case>,
}

impl Counts {
    pub(crate) fn count(&mut self, schema: &Value, update: &Update, by_cel: bool) {
        self.pairs += 1;
        self.denied += usize::from(by_cel);
        let deviating = match update.stored {
            Stored::Valid => &mut self.valid,
            Stored::Misfit => &mut self.misfit,
            Stored::Duplicates => &mut self.duplicates,
            Stored::OtherVersion => &mut self.other_version,
        };
        deviating.count(by_cel, update.is_denied);
        numbers(&update.sent, &mut self.integers, &mut self.floats);
        self.float_keys += usize::from(has_float_key(schema, &update.sent));
        self.nulls += usize::from(has_null_element(&update.old) || has_null_element(&update.new));
        self.embedded += usize::from(changes_metadata(schema, &update.old, &update.new));
    }

    /// A third denied, a tenth of the whole numbers floats, and some of all that is odd.
    pub(crate) fn are_worth_something(&self) {
        let share = |part: usize, whole: usize| part * 1000 / whole.max(1);
        let denied = share(self.denied, self.pairs);
        assert!((333..700).contains(&denied), "{denied} of 1000 pairs were denied");
        let floats = share(self.floats, self.integers + self.floats);
        assert!((90..110).contains(&floats), "{floats} of 1000 whole numbers were floats");
        assert!(self.messages > 0, "no message was compared");
        let kinds = [&self.misfit, &self.duplicates, &self.other_version];
        assert!(kinds.iter().all(|kind| share(kind.pairs, self.pairs) >= 30));
        for (what, pairs) in
            [("float keys", self.float_keys), ("nulls", self.nulls), ("metadata", self.embedded)]
        {
            assert!(pairs * 200 >= self.pairs, "{what}: {pairs} of {} pairs", self.pairs);
        }
    }
}

fn below(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    }
}

/// Those that could be written as floats.
fn numbers(value: &Value, integers: &mut usize, floats: &mut usize) {
    let could = |number: &f64| (0.0..=100.0).contains(number) && number.fract() == 0.0;
    let is_whole = value.as_f64().as_ref().is_some_and(could);
    *integers += usize::from(is_whole && !value.is_f64());
    *floats += usize::from(is_whole && value.is_f64());
    for value in below(value) {
        numbers(value, integers, floats);
    }
}

fn has_null_element(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().any(Value::is_null))
        || below(value).into_iter().any(has_null_element)
}

fn child<'s>(schema: &'s Value, name: &str) -> &'s Value {
    schema["properties"].get(name).unwrap_or(&schema["additionalProperties"])
}

fn has_float_key(schema: &Value, value: &Value) -> bool {
    let keys: Vec<_> = schema["x-kubernetes-list-map-keys"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    match value {
        Value::Array(items) => items
            .iter()
            .any(|item| keys.iter().any(|key| item[*key].is_f64()) || has_float_key(&schema["items"], item)),
        Value::Object(fields) => fields.iter().any(|(name, value)| has_float_key(child(schema, name), value)),
        _ => false,
    }
}

fn changes_metadata(schema: &Value, old: &Value, new: &Value) -> bool {
    let is_resource = schema["x-kubernetes-embedded-resource"] == true;
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => {
            old.iter().zip(new).any(|(old, new)| changes_metadata(&schema["items"], old, new))
        }
        (Value::Object(old), Value::Object(new)) => {
            is_resource && old.get("metadata") != new.get("metadata")
                || old.iter().any(|(name, old)| {
                    new.get(name).is_some_and(|new| changes_metadata(child(schema, name), old, new))
                })
        }
        _ => false,
    }
}
