//! Strings and numbers: values to try, so that one of them is valid wherever any value is.
//!
//! Whether a number is valid changes at few places only: at bounds, and at numbers that are listed. So it is enough to try
//! these, and what stands before, between and behind them. The same goes for the lengths of strings.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value;

use super::claims::Claims;
use crate::number::Number;
use crate::schema::{NestedValueValidation, SchemaNode, ValueValidation};
use crate::server_version::ServerVersion;
use crate::validation::Validator;

/// Strings are not made longer than that; beyond it the bounds are compared.
const LONGEST: i64 = 4096;

/// Whether no number is valid.
pub(super) fn has_no_number(claims: &Claims<'_>, server: ServerVersion) -> bool {
    let whole = claims.whole();
    let mut places = Places::default();
    places.collect(whole.value_validation());
    if places.is_open() {
        return false;
    }
    // What the node says of numbers by one keyword may suit none, as a bound that is out of the range of the type.
    let is_unusable = keywords(&whole).into_iter().any(|one| !suits_any(&one, &places, server));
    let node = if places.factors_are_simple() { whole } else { Cow::Owned(without_factors(&whole)) };
    is_unusable || !suits_any(&node, &places, server)
}

fn suits_any(node: &SchemaNode, places: &Places, server: ServerVersion) -> bool {
    let validator = Validator::of_node(node, server);
    places.numbers().iter().any(|number| validator.is_valid(number))
}

/// The node with one of its keywords for numbers at a time.
fn keywords(node: &SchemaNode) -> Vec<SchemaNode> {
    let said = node.value_validation();
    let bare = ValueValidation { format: said.format.clone(), ..ValueValidation::default() };
    let with = |value_validation| SchemaNode {
        type_: node.type_.clone(),
        int_or_string: node.int_or_string,
        value_validation,
        ..SchemaNode::default()
    };
    let one = [
        said.minimum.map(|minimum| ValueValidation { minimum: Some(minimum), ..bare.clone() }),
        said.maximum.map(|maximum| ValueValidation { maximum: Some(maximum), ..bare.clone() }),
        said.multiple_of.map(|factor| ValueValidation { multiple_of: Some(factor), ..bare.clone() }),
    ];
    one.into_iter().flatten().map(with).collect()
}

/// Whether no string is valid.
pub(super) fn has_no_string(claims: &Claims<'_>, server: ServerVersion) -> bool {
    let listed: Vec<_> =
        claims.validations().map(|said| &said.enum_).filter(|list| !list.is_empty()).collect();
    if let Some(list) = listed.first() {
        let validator = claims.validator(server);
        return !list.iter().filter(|value| value.is_string()).any(|string| validator.is_valid(string));
    }
    let node = without_patterns(&claims.whole());
    let mut places = Places::default();
    places.collect(node.value_validation());
    if places.is_open() && places.lengths.iter().all(|length| *length <= LONGEST) {
        return false;
    }
    if places.lengths.iter().any(|length| *length > LONGEST) {
        let most = claims.validations().filter_map(|said| said.max_length).min();
        let fewest = claims.validations().filter_map(|said| said.min_length).max();
        return most.zip(fewest).is_some_and(|(most, fewest)| most < fewest || most < 0);
    }
    let validator = Validator::of_node(&node, server);
    !places.strings().iter().any(|string| validator.is_valid(string))
}

/// The places where something changes.
#[derive(Default)]
struct Places {
    numbers: Vec<f64>,
    integers: BTreeSet<i64>,
    factors: Vec<f64>,
    lengths: BTreeSet<i64>,
    strings: Vec<String>,
    has_junctors: bool,
}

impl Places {
    fn collect(&mut self, said: &ValueValidation) {
        self.numbers.extend([said.minimum, said.maximum, said.multiple_of].into_iter().flatten());
        self.lengths.extend([said.min_length, said.max_length].into_iter().flatten());
        if let Some(factor) = said.multiple_of.filter(|factor| !self.factors.contains(factor)) {
            self.factors.push(factor);
        }
        for value in &said.enum_ {
            match value {
                Value::Number(number) => match Number::read(number) {
                    Number::Integer(integer) => drop(self.integers.insert(integer)),
                    Number::Float(float) => self.numbers.push(float),
                },
                Value::String(string) => self.string(string),
                _ => {}
            }
        }
        for (_, _, nested) in said.junctors() {
            self.nested(nested);
        }
    }

    fn nested(&mut self, nested: &NestedValueValidation) {
        self.has_junctors = true;
        self.collect(&nested.value_validation);
    }

    /// **Quirk**: a number passes for the string of that code point, and any that is none for U+FFFD
    /// (`kube-openapi pkg/validation/validate/validator.go`, `basicCommonValidator`).
    fn string(&mut self, string: &str) {
        self.strings.push(string.to_owned());
        let mut signs = string.chars();
        if let (Some(sign), None) = (signs.next(), signs.next()) {
            self.integers.insert(i64::from(u32::from(sign)));
            if sign == char::REPLACEMENT_CHARACTER {
                self.integers.extend([-1, 0xD800, 0x11_0000]);
            }
        }
    }

    /// Whether nothing is said that could exclude a value.
    fn is_open(&self) -> bool {
        let says_nothing = self.numbers.is_empty() && self.integers.is_empty();
        says_nothing && self.lengths.is_empty() && self.strings.is_empty() && !self.has_junctors
    }

    /// Whether what is between two places has a multiple exactly where the next one is in it.
    fn factors_are_simple(&self) -> bool {
        match self.factors.as_slice() {
            [] => true,
            [factor] => factor.fract() == 0.0 && (1.0..9e15).contains(factor),
            _ => false,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "places beyond the range are at its ends")]
    fn numbers(&self) -> Vec<Value> {
        let mut integers = self.integers.clone();
        integers.extend([0, i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX)]);
        integers.extend(self.numbers.iter().map(|float| *float as i64));
        let around = |integer: i64| [integer.saturating_sub(1), integer, integer.saturating_add(1)];
        let mut integers: BTreeSet<i64> = integers.into_iter().flat_map(around).collect();
        for factor in &self.factors {
            let factor = (*factor as i64).max(1);
            let near = |integer: &i64| {
                let below = integer.saturating_sub(integer.rem_euclid(factor));
                [below, below.saturating_add(factor)]
            };
            let multiples: Vec<i64> = integers.iter().flat_map(near).collect();
            integers.extend(multiples);
        }
        let mut floats: Vec<f64> = self.numbers.clone();
        #[expect(
            clippy::cast_precision_loss,
            reason = "the loss is in the values that are tried, and not in the result"
        )]
        floats.extend(integers.iter().map(|integer| *integer as f64));
        floats.extend([1e300, -1e300, f64::MAX, f64::MIN]);
        floats.sort_by(f64::total_cmp);
        let middle = |pair: &[f64]| Some(pair.first()? / 2.0 + pair.last()? / 2.0);
        let between: Vec<f64> = floats.windows(2).filter_map(middle).collect();
        let beside = floats.iter().flat_map(|float| [*float, float.next_up(), float.next_down()]);
        let floats: Vec<f64> = beside.chain(between).collect();
        let floats = floats.into_iter().map(|float| Number::Float(float).into_value());
        integers.into_iter().map(Value::from).chain(floats).filter(Value::is_number).collect()
    }

    fn strings(&self) -> Vec<Value> {
        let around = |length: &i64| [length.saturating_sub(1), *length, length.saturating_add(1)];
        let lengths: BTreeSet<i64> = self.lengths.iter().flat_map(around).chain([0, 1]).collect();
        let made = lengths.into_iter().filter_map(|length| usize::try_from(length).ok());
        // A sign that no list has.
        let made = made.map(|length| "\u{e000}".repeat(length));
        made.chain(self.strings.iter().cloned()).map(Value::String).collect()
    }
}

/// A node that allows whatever the node allows, and more: multiples are not asked for.
fn without_factors(node: &SchemaNode) -> SchemaNode {
    let speaks = |said: &ValueValidation| said.multiple_of.is_some();
    let forget = |said: &mut ValueValidation| said.multiple_of = None;
    relaxed(node, &speaks, &forget)
}

/// A node that allows whatever the node allows, and more: patterns and formats are not asked for.
fn without_patterns(node: &SchemaNode) -> SchemaNode {
    let speaks = |said: &ValueValidation| said.pattern.is_some() || said.format.is_some();
    let forget = |said: &mut ValueValidation| (said.pattern, said.format) = (None, None);
    relaxed(node, &speaks, &forget)
}

/// What says of no value that it must not be may be left out; what says so goes as a whole.
fn relaxed(
    node: &SchemaNode,
    speaks: &impl Fn(&ValueValidation) -> bool,
    forget: &impl Fn(&mut ValueValidation),
) -> SchemaNode {
    let mut node = node.clone();
    relax(&mut node.value_validation, speaks, forget);
    node
}

fn relax(
    said: &mut ValueValidation,
    speaks: &impl Fn(&ValueValidation) -> bool,
    forget: &impl Fn(&mut ValueValidation),
) {
    forget(said);
    let mentions = |nested: &NestedValueValidation| mentions(&nested.value_validation, speaks);
    if said.not.as_deref().is_some_and(mentions) {
        said.not = None;
    }
    if said.one_of.iter().any(mentions) {
        said.one_of.clear();
    }
    let any_of = match &mut said.any_of {
        crate::schema::AnyOf::Validations(branches) => branches.as_mut_slice(),
        crate::schema::AnyOf::IntegerOrString => &mut [],
    };
    for nested in said.all_of.iter_mut().chain(any_of) {
        relax(&mut nested.value_validation, speaks, forget);
    }
}

fn mentions(said: &ValueValidation, speaks: &impl Fn(&ValueValidation) -> bool) -> bool {
    speaks(said) || said.junctors().any(|(_, _, nested)| mentions(&nested.value_validation, speaks))
}
