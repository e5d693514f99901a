//! A schema that can be lowered, and updates of its objects.

use crd_schema::crd::{Lowering, Published, publish};
use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema::{JsonSchemaProps, Profile, ServerVersion, StructuralSchema};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use crd_schema_tests::marked::{self, Anchors};
use crd_schema_tests::model::refusals;
use serde::Deserialize;
use serde_json::Value;

use crate::lowering_agreement::counts::Counts;
use crate::lowering_agreement::server;

const PAIRS: usize = 40;

/// A schema that could be lowered, and updates of its objects.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) schema: Value,
    pub(crate) lowering: Lowering,
    pub(crate) anchors: Anchors,
    pub(crate) published: Published,
    pub(crate) updates: Vec<Update>,
}

#[derive(Clone, Debug)]
pub(crate) struct Update {
    /// As the server has it when rules run.
    pub(crate) old: Value,
    /// Canonical.
    pub(crate) new: Value,
    /// As it is sent.
    pub(crate) sent: Value,
    pub(crate) stored: Stored,
    /// By the markers.
    pub(crate) is_denied: bool,
}

/// What is odd about the old object.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(crate) enum Stored {
    Valid,
    /// A value does not fit its type.
    Misfit,
    /// A set or list map has an item twice.
    Duplicates,
    /// It is from a version with other defaults, or from before fields were required.
    OtherVersion,
}

pub(crate) fn case(random: &mut Random, counts: &mut Counts) -> Option<Case> {
    let tape = random.tape();
    let schema = marked::schema(&mut Tape::new(&tape));
    let (lowering, anchors) = lowering(&mut Tape::new(&random.tape()));
    let published = match published(&schema, lowering) {
        Ok(published) if published.rules().is_empty() => return None,
        Ok(published) => published,
        Err(first) => {
            *counts.refused.entry(reason(&first)).or_default() += 1;
            return None;
        }
    };
    let before = marked::other_version(&mut Tape::new(&random.tape()), &schema);
    let (request, before) = (compiled(&schema), compiled(&before));
    let updates = (0..PAIRS).filter_map(|_| update(random, &schema, &request, &before)).collect();
    Some(Case { schema, lowering, anchors, published, updates })
}

pub(crate) fn structural(schema: &Value) -> Result<StructuralSchema, String> {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).map_err(|error| error.to_string())?;
    StructuralSchema::try_from(&props).map_err(|found| found.to_string())
}

pub(crate) fn compiled(schema: &Value) -> CompiledSchema {
    CompiledSchema::new(&structural(schema).unwrap_or_else(|found| panic!("{found}\n{schema}")))
}

/// The lowered schema, or the first reason why there is none.
pub(crate) fn published(schema: &Value, lowering: Lowering) -> Result<Published, String> {
    publish(&structural(schema)?, Profile::Lowered(lowering)).map_err(|found| {
        found.iter().next().map(|violation| violation.detail().to_owned()).unwrap_or_default()
    })
}

/// The text without its numbers and the advice.
fn reason(text: &str) -> String {
    let reason = text.split_once("; ").map_or(text, |(reason, _)| reason);
    reason.chars().filter(|c| !c.is_ascii_digit()).collect()
}

fn lowering(tape: &mut Tape<'_>) -> (Lowering, Anchors) {
    let mut servers =
        vec![ServerVersion::NEWEST, ServerVersion::V1_33, ServerVersion::V1_31, ServerVersion::V1_29];
    servers.retain(|oldest| *oldest <= server());
    let lowering = Lowering::new(servers[tape.choose(servers.len())]);
    let (lowering, anchors) = match tape.choose(4) {
        3 => (lowering.strict_anchor(), Anchors::Root),
        _ => (lowering, Anchors::Nearest),
    };
    (if tape.choose(4) == 3 { lowering.approximate() } else { lowering }, anchors)
}

fn update(
    random: &mut Random,
    schema: &Value,
    request: &CompiledSchema,
    before: &CompiledSchema,
) -> Option<Update> {
    let canonical = |schema: &CompiledSchema, value: Value| {
        Some(canonicalize(schema, value, Semantics::Server).ok()?.object)
    };
    let tapes = [random.tape(), random.tape(), random.tape(), random.tape()];
    let [mut first, mut odd, mut second, mut spelling] = tapes.each_ref().map(|tape| Tape::new(tape));
    let whole = marked::object(&mut first, schema);
    let (old, stored) = match odd.choose(16) {
        12 | 13 => (marked::without_news(&mut odd, schema, &whole), Stored::OtherVersion),
        14 => (marked::misfit(&mut odd, &whole), Stored::Misfit),
        15 => (marked::duplicated(schema, &whole), Stored::Duplicates),
        _ => (whole.clone(), Stored::Valid),
    };
    let reader = if stored == Stored::OtherVersion { before } else { request };
    let old = canonical(reader, old)?.into_value();
    // What had not to be there has to be now.
    let repaired = if stored == Stored::OtherVersion { whole } else { old.clone() };
    let starting_point = canonical(request, repaired)?;
    let new = canonical(request, marked::updated(&mut second, schema, starting_point.value()))?;
    let sent = marked::respelled(&mut spelling, new.value());
    let new = new.into_value();
    let is_denied = by_markers(schema, request, &old, &new)?;
    Some(Update { old, new, sent, stored, is_denied })
}

/// Whether the markers deny, by the check and by the model.
pub(crate) fn by_markers(schema: &Value, request: &CompiledSchema, old: &Value, new: &Value) -> Option<bool> {
    let canonical =
        |value: &Value| Some(canonicalize(request, value.clone(), Semantics::Server).ok()?.object);
    let (old, new) = (canonical(old)?, canonical(new)?);
    let is_denied = !check_mutability(request, &old, &new).is_empty();
    let model = !refusals(schema, old.value(), new.value()).is_empty();
    assert_eq!(is_denied, model, "native and model\n{schema}\n{}\n{}", old.value(), new.value());
    Some(is_denied)
}
