//! Whether a server refuses every value.
//!
//! The validator itself is asked, about values of which one is valid wherever any value is; only sizes are compared.

use std::collections::BTreeSet;

use serde_json::Value;

use super::claims::Claims;
use super::scalars::{has_no_number, has_no_string};
use crate::schema::{
    AdditionalProperties, ListType, NestedValueValidation, SchemaNode, SchemaType, ValueValidation,
};
use crate::server_version::ServerVersion;

/// Which values are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lint::rules) enum Look {
    /// What the value itself says, for those below have findings of their own.
    Shallow,
    /// What stands below, too.
    Deep,
}

/// A server and how far to look.
#[derive(Clone, Copy)]
pub(in crate::lint::rules) struct Emptiness {
    pub(in crate::lint::rules) server: ServerVersion,
    pub(in crate::lint::rules) look: Look,
}

impl Emptiness {
    /// Whether no value but null is accepted; `false` where that is not known.
    pub(in crate::lint::rules) fn of(self, claims: &Claims<'_>) -> bool {
        if says_nothing(claims) {
            return false;
        }
        self.by_type(claims) || self.by_junctors(claims)
    }

    fn by_type(self, claims: &Claims<'_>) -> bool {
        let (numbers, strings) = (
            |claims: &Claims<'_>| has_no_number(claims, self.server),
            |claims: &Claims<'_>| has_no_string(claims, self.server),
        );
        if claims.node.is_int_or_string() {
            return numbers(claims) && strings(claims);
        }
        match claims.node.schema_type() {
            Some(SchemaType::Integer | SchemaType::Number) => numbers(claims),
            Some(SchemaType::String) => strings(claims),
            Some(SchemaType::Boolean) => self.refuses(claims, &[Value::Bool(false), Value::Bool(true)]),
            Some(SchemaType::Array) => self.listed(claims).unwrap_or_else(|| self.list(claims)),
            Some(SchemaType::Object) => self.listed(claims).unwrap_or_else(|| self.object(claims)),
            Some(SchemaType::Other(_)) | None => false,
        }
    }

    fn refuses(self, claims: &Claims<'_>, values: &[Value]) -> bool {
        let validator = claims.validator(self.server);
        !values.iter().any(|value| validator.is_valid(value))
    }

    /// Where all values are listed, they are tried.
    fn listed(self, claims: &Claims<'_>) -> Option<bool> {
        let list = claims.validations().map(|said| &said.enum_).find(|list| !list.is_empty())?;
        Some(self.refuses(claims, list))
    }

    fn by_junctors(self, claims: &Claims<'_>) -> bool {
        claims.validations().any(|said| {
            let any_of = said.any_of.validations();
            let refuses = |branch: &NestedValueValidation| accepts_all(branch) || excludes(branch, claims);
            // The junctors of the node hold for each branch, too, and are looked at once.
            let is_none = |branch| self.by_type(&claims.and(branch));
            let is_none_alone =
                |branch| said.one_of.iter().filter(|other| *other == branch).count() > 1 || is_none(branch);
            let none_of_any = !any_of.is_empty() && any_of.iter().all(is_none);
            let none_of_one = !said.one_of.is_empty() && said.one_of.iter().all(is_none_alone);
            none_of_any || none_of_one || said.not.as_deref().is_some_and(refuses)
        })
    }

    fn list(self, claims: &Claims<'_>) -> bool {
        let bounds = Sizes::of(claims, |said| (said.min_items, said.max_items));
        if bounds.exclude_all()
            || claims.validations().any(|said| said.max_items.is_some_and(|most| most < 0))
        {
            return true;
        }
        let Some(items) = claims.items().filter(|_| bounds.least >= 1) else { return false };
        let is_empty = self.look == Look::Deep && !items.node.is_nullable() && self.of(&items);
        is_empty || self.different(claims, &items).is_some_and(|most| most < bounds.least)
    }

    /// How many items that differ there can be.
    fn different(self, claims: &Claims<'_>, items: &Claims<'_>) -> Option<i64> {
        match claims.node.list_type()? {
            ListType::Set => self.count(items),
            ListType::Map => claims.node.list_map_keys().iter().try_fold(1_i64, |product, key| {
                let of_key = items.property(key)?;
                let is_there = items.validations().any(|said| said.required.contains(key));
                // A key that is missing is one, too.
                let missing = i64::from(!is_there && of_key.node.default_value().is_none());
                Some(product.saturating_mul(self.count(&of_key)?.saturating_add(missing)))
            }),
            ListType::Atomic => None,
        }
    }

    /// How many values there are, none of them missing.
    fn count(self, claims: &Claims<'_>) -> Option<i64> {
        let nulls = i64::from(claims.node.is_nullable());
        let list = claims.validations().map(|said| &said.enum_).find(|list| !list.is_empty());
        let count = match (claims.node.schema_type()?, list) {
            _ if claims.node.is_int_or_string() => return None,
            (SchemaType::Boolean, _) => 2,
            (SchemaType::String, Some(list)) => {
                let validator = claims.validator(self.server);
                let valid = list.iter().filter(|value| validator.is_valid(value));
                signed(valid.filter_map(Value::as_str).collect::<BTreeSet<_>>().len())
            }
            // In a list 1.0 is another value than 1.
            (SchemaType::Integer, Some(list)) => signed(list.len()).saturating_mul(2),
            (SchemaType::Integer, None) => whole_numbers(claims)?.saturating_mul(2),
            _ => return None,
        };
        Some(count.saturating_add(nulls))
    }

    fn object(self, claims: &Claims<'_>) -> bool {
        let mut present: BTreeSet<&str> =
            claims.validations().flat_map(|said| said.required.iter().map(String::as_str)).collect();
        let of_every_object: &[&str] = match claims.is_resource {
            true if claims.node.is_embedded_resource() => &["apiVersion", "kind"],
            true => &["apiVersion", "kind", "metadata"],
            false => &[],
        };
        if present.iter().any(|name| !of_every_object.contains(name) && self.never_has(claims, name)) {
            return true;
        }
        present.extend(of_every_object);
        let bounds = Sizes::of(claims, |said| (said.min_properties, said.max_properties));
        let (least, most) = (bounds.least.max(signed(present.len())), bounds.most);
        if most.is_some_and(|most| most < least) {
            return true;
        }
        most_fields(claims).is_some_and(|most| most < least)
    }

    /// Whether no object has the field.
    fn never_has(self, claims: &Claims<'_>, name: &str) -> bool {
        let is_never =
            |field: Claims<'_>| self.look == Look::Deep && !field.node.is_nullable() && self.of(&field);
        if let Some(field) = claims.property(name) {
            return is_never(field);
        }
        match claims.node.additional_properties() {
            Some(AdditionalProperties::Schema(_)) => claims.value(name).is_some_and(is_never),
            Some(AdditionalProperties::Bool(allowed)) => !allowed,
            None => !claims.node.preserves_unknown_fields() && !is_of_every_resource(claims, name),
        }
    }
}

fn is_of_every_resource(claims: &Claims<'_>, name: &str) -> bool {
    claims.is_resource && matches!(name, "apiVersion" | "kind" | "metadata")
}

/// How many fields an object can have that keeps no unknown ones.
fn most_fields(claims: &Claims<'_>) -> Option<i64> {
    let node = claims.node;
    let declared = node.properties().filter(|(name, _)| !is_of_every_resource(claims, name)).count();
    let others = if claims.is_resource { 3 } else { 0 };
    match node.additional_properties() {
        Some(AdditionalProperties::Bool(false)) => Some(signed(declared)),
        Some(_) => None,
        None if node.preserves_unknown_fields() => None,
        None => Some(signed(declared).saturating_add(others)),
    }
}

/// What a junctor accepts whatever the value is.
fn accepts_all(branch: &NestedValueValidation) -> bool {
    let NestedValueValidation { value_validation, items, properties, forbids_additional_properties, .. } =
        branch;
    let says_nothing =
        items.is_none() && properties.as_ref().is_none_or(std::collections::BTreeMap::is_empty);
    *value_validation == ValueValidation::default() && says_nothing && !forbids_additional_properties
}

/// Whether a `not` speaks of nothing but fields that must be there anyway.
fn excludes(branch: &NestedValueValidation, claims: &Claims<'_>) -> bool {
    let names = &branch.value_validation.required;
    let bare = NestedValueValidation {
        value_validation: ValueValidation { required: names.clone(), ..ValueValidation::default() },
        ..NestedValueValidation::default()
    };
    let is_required = |name: &String| claims.validations().any(|said| said.required.contains(name));
    claims.node.schema_type() == Some(&SchemaType::Object)
        && !names.is_empty()
        && *branch == bare
        && names.iter().all(is_required)
}

/// How many items or fields there must be, and may be.
struct Sizes {
    least: i64,
    most: Option<i64>,
}

impl Sizes {
    fn of(claims: &Claims<'_>, bounds: impl Fn(&ValueValidation) -> (Option<i64>, Option<i64>)) -> Self {
        let least = claims.validations().filter_map(|said| bounds(said).0).max();
        let most = claims.validations().filter_map(|said| bounds(said).1).min();
        Self { least: least.unwrap_or(0).max(0), most }
    }

    fn exclude_all(&self) -> bool {
        self.most.is_some_and(|most| most < self.least)
    }
}

/// How many integers are within the bounds.
#[expect(clippy::cast_possible_truncation, reason = "a range that large is as good as none")]
fn whole_numbers(claims: &Claims<'_>) -> Option<i64> {
    let least = claims.validations().filter_map(|said| said.minimum).reduce(f64::max)?;
    let most = claims.validations().filter_map(|said| said.maximum).reduce(f64::min)?;
    Some((most.floor() - least.ceil() + 1.0).max(0.0) as i64)
}

/// Nothing below can be empty either, unless it must be there.
fn says_nothing(claims: &Claims<'_>) -> bool {
    let is_closed =
        |node: &SchemaNode| node.additional_properties() == Some(&AdditionalProperties::Bool(false));
    !is_closed(claims.node) && claims.validations().all(|said| *said == ValueValidation::default())
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
