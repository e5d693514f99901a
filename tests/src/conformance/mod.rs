//! Rust beside Go: each operation answers requests that the oracle (`tests/oracle`) answers, too.

mod decode;
mod embedded;
mod list_types;
mod meta_values;
mod metadata;
mod minimise;
mod objects;
mod pipe;
mod publish;
mod random;
mod recorded;
mod run;
mod same;
mod stored;
mod strategy;
mod structural;
pub mod validation;
mod yaml;

pub use decode::{Decode, DecodeYaml};
pub use embedded::ValidateMetadata;
pub use list_types::ListTypes;
pub use metadata::{CoerceMetadata, RootMetadata};
pub use minimise::without_parts;
pub use objects::{Default, Prune, PruneNulls};
pub use publish::{OpenApiV2, OpenApiV3, UnfoldSchema};
pub use random::Random;
pub use recorded::recorded;
pub use run::generated;
pub use same::{same, without_negative_zeros};
pub use stored::{ServedDefault, StoredEmbeddedMetadata, StoredRootMetadata};
pub use strategy::{StrategyCreate, StrategyUpdate};
pub use structural::Structural;
pub use validation::{ValidateCreate, ValidateUpdate};
pub use yaml::Yaml;

use crd_schema::ServerVersion;
use serde_json::Value;

use crate::generate::Tape;

/// Something that both sides can be asked.
pub trait Operation {
    /// Its name: that of the operation of the oracle.
    fn name(&self) -> &'static str;

    /// One request where others ask so many; for operations that take Go milliseconds.
    fn slowness(&self) -> u64 {
        1
    }

    /// A request as the oracle reads it, drawn from a tape.
    fn request(&self, tape: &mut Tape<'_>) -> Value;

    /// What this library answers, in the shape of the oracle's answers.
    fn answer(&self, request: &Value) -> Value;

    /// What is wrong with our answer, when something is.
    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        fields_differ(oracle, &self.answer(request))
    }

    /// Smaller requests; only for operations that take any request, for a smaller tape mostly does better.
    fn smaller(&self, _request: &Value) -> Vec<Value> {
        Vec::new()
    }

    /// What kind of answer it is: recorded cases are of as many kinds as there are.
    fn class(&self, request: &Value, answer: &Value) -> String;
}

/// The minor whose code the oracle has, which `CONFORMANCE_SERVER` names where it is not the newest; those of
/// `tests/oracle-older` answer `strategy_…` and `validate_crd_…`.
///
/// # Panics
/// When it names none.
pub fn server() -> ServerVersion {
    std::env::var("CONFORMANCE_SERVER")
        .map_or(ServerVersion::NEWEST, |name| name.parse().expect("a known minor"))
}

/// The first field of our answer that the oracle gives another value.
fn fields_differ(oracle: &Value, ours: &Value) -> Option<String> {
    let fields = ours.as_object().into_iter().flatten();
    let mut different = fields.filter(|(name, ours)| !same(&oracle[name.as_str()], ours));
    let (name, ours) = different.next()?;
    Some(format!("{name}: Go has {}, ours is {ours}", oracle[name.as_str()]))
}

/// The same, of what a default of the schema may be in: `-0.0` is 0 in a definition that `serde_json` has read.
fn fields_differ_beside_zeros(oracle: &Value, ours: &Value) -> Option<String> {
    fields_differ(&without_negative_zeros(oracle), &without_negative_zeros(ours))
}

/// The strings of a list.
fn strings(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Things as the list of their strings.
fn messages<T: ToString>(items: impl IntoIterator<Item = T>) -> Value {
    items.into_iter().map(|item| Value::from(item.to_string())).collect()
}
