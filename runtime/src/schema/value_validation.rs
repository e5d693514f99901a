//! What values are allowed beyond their type.

use std::collections::BTreeMap;

use serde_json::Value;

use super::node::ExternalDocs;

/// The value validations of a node.
///
/// Source: `pkg/apiserver/schema/structural.go`, `ValueValidation`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ValueValidation {
    /// The format of a string or number.
    pub format: Option<String>,
    /// The largest number.
    pub maximum: Option<f64>,
    /// Whether `maximum` itself is refused.
    pub exclusive_maximum: bool,
    /// The smallest number.
    pub minimum: Option<f64>,
    /// Whether `minimum` itself is refused.
    pub exclusive_minimum: bool,
    /// The most characters.
    pub max_length: Option<i64>,
    /// The fewest characters.
    pub min_length: Option<i64>,
    /// A regular expression in Go's syntax.
    pub pattern: Option<String>,
    /// The most items.
    pub max_items: Option<i64>,
    /// The fewest items.
    pub min_items: Option<i64>,
    /// Whether items must differ; a server refuses every CRD that has it.
    pub unique_items: bool,
    /// What a number must be a multiple of.
    pub multiple_of: Option<f64>,
    /// All values that are allowed; none given is no restriction.
    pub enum_: Vec<Value>,
    /// The most fields.
    pub max_properties: Option<i64>,
    /// The fewest fields.
    pub min_properties: Option<i64>,
    /// The names of fields that must be there.
    pub required: Vec<String>,
    /// Validations that must all hold.
    pub all_of: Vec<NestedValueValidation>,
    /// Validations of which one or more must hold.
    pub any_of: AnyOf,
    /// Validations of which exactly one must hold.
    pub one_of: Vec<NestedValueValidation>,
    /// Validations that must not hold.
    pub not: Option<Box<NestedValueValidation>>,
}

/// An `anyOf`.
///
/// **Quirk**: upstream accepts the pair `[{type: integer}, {type: string}]`, in this order and with nothing else,
/// as the whole `anyOf` of a node or of the first element of its `allOf`, with or without
/// `x-kubernetes-int-or-string` (`validation.go`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnyOf {
    /// Validations of which one or more must hold; none given is no restriction.
    Validations(Vec<NestedValueValidation>),
    /// The pair that stands for int-or-string.
    IntegerOrString,
}

impl Default for AnyOf {
    fn default() -> Self {
        Self::Validations(Vec::new())
    }
}

impl AnyOf {
    /// The validations of the list; the pair has none.
    pub(crate) fn validations(&self) -> &[NestedValueValidation] {
        match self {
            Self::Validations(validations) => validations,
            Self::IntegerOrString => &[],
        }
    }
}

/// A schema below `allOf`, `anyOf`, `oneOf` or `not`: value validations only.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NestedValueValidation {
    /// The validations of the value itself.
    pub value_validation: ValueValidation,
    /// The validations of all items.
    pub items: Option<Box<NestedValueValidation>>,
    /// The validations of fields; upstream tells an empty map from none.
    pub properties: Option<BTreeMap<String, NestedValueValidation>>,
    /// `additionalProperties: false`. **Quirk**: it is accepted here and means nothing (`convert.go`).
    pub forbids_additional_properties: bool,
    /// A value for readers. **Quirk**: it is never checked here (`validation.go`).
    pub example: Option<Value>,
    /// Where to read more. **Quirk**: it is never checked here (`validation.go`).
    pub external_docs: Option<ExternalDocs>,
}

impl NestedValueValidation {
    fn for_each_mut(&mut self, visit: &mut impl FnMut(&mut ValueValidation)) {
        self.value_validation.for_each_mut(visit);
        let items = self.items.iter_mut().map(Box::as_mut);
        let properties = self.properties.iter_mut().flat_map(BTreeMap::values_mut);
        items.chain(properties).for_each(|nested| nested.for_each_mut(visit));
    }
}

impl ValueValidation {
    /// Whether a validation that is nested in it requires such a field.
    #[cfg(feature = "lint")]
    pub(crate) fn nests_required(&self, named: &impl Fn(&str) -> bool) -> bool {
        let nested = self.all_of.iter().chain(self.any_of.validations()).chain(&self.one_of);
        nested
            .map(|nested| &nested.value_validation)
            .any(|nested| nested.required.iter().any(|name| named(name)) || nested.nests_required(named))
    }

    /// Visits this validation and all that are nested in it.
    pub(crate) fn for_each_mut(&mut self, visit: &mut impl FnMut(&mut Self)) {
        visit(self);
        let any_of = match &mut self.any_of {
            AnyOf::Validations(branches) => branches.as_mut_slice(),
            AnyOf::IntegerOrString => &mut [],
        };
        let not = self.not.iter_mut().map(Box::as_mut);
        for nested in self.all_of.iter_mut().chain(any_of).chain(&mut self.one_of).chain(not) {
            nested.for_each_mut(visit);
        }
    }

    /// Every nested validation of the node, with the keyword and index it stands under.
    pub(crate) fn junctors(
        &self,
    ) -> impl Iterator<Item = (&'static str, Option<usize>, &NestedValueValidation)> {
        fn list<'a>(
            keyword: &'static str,
            branches: &'a [NestedValueValidation],
        ) -> impl Iterator<Item = (&'static str, Option<usize>, &'a NestedValueValidation)> {
            branches.iter().enumerate().map(move |(index, nested)| (keyword, Some(index), nested))
        }
        list("allOf", &self.all_of)
            .chain(list("anyOf", self.any_of.validations()))
            .chain(list("oneOf", &self.one_of))
            .chain(self.not.as_deref().map(|nested| ("not", None, nested)))
    }
}
