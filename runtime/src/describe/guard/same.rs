//! Whether two descriptions say the same of values.

use super::find::same;
use super::properties::Property;
use crate::describe::{
    Facet, FieldDesc, Literal, RuleDesc, Shape, Tagging, TypeDesc, UnionDesc, VariantDesc,
};

/// Whether two fields have the same schema; whether they must be there is another question.
pub(super) const fn properties(left: Property<'_>, right: Property<'_>) -> bool {
    let nullable = left.is_nullable() == right.is_nullable();
    let (left_type, right_type) = (without_option(left.type_), without_option(right.type_));
    nullable && types(left_type, right_type) && facets(left.facets, right.facets)
}

const fn without_option(type_: &TypeDesc) -> &TypeDesc {
    match bare(type_).shape {
        Shape::Optional(inner) => bare(inner),
        _ => bare(type_),
    }
}

/// The type below newtypes that say nothing of their own.
const fn bare(type_: &TypeDesc) -> &TypeDesc {
    match type_.shape {
        Shape::Transparent(inner) | Shape::Newtype(inner) if has_descriptions_only(type_.facets) => {
            bare(inner)
        }
        _ => type_,
    }
}

/// Whether two types have the same schema.
pub(super) const fn types(left: &TypeDesc, right: &TypeDesc) -> bool {
    let (left, right) = (bare(left), bare(right));
    facets(left.facets, right.facets) && shapes(left.shape, right.shape)
}

const fn shapes(left: Shape, right: Shape) -> bool {
    match (left, right) {
        (Shape::Boolean, Shape::Boolean)
        | (Shape::Integer, Shape::Integer)
        | (Shape::Number, Shape::Number)
        | (Shape::String, Shape::String)
        | (Shape::IntOrString, Shape::IntOrString)
        | (Shape::Anything, Shape::Anything)
        | (Shape::JsonSchema(_), Shape::JsonSchema(_)) => true,
        (Shape::Object(left), Shape::Object(right)) => fields(left, right),
        (Shape::Union(left), Shape::Union(right)) => unions(left, right),
        (Shape::Tuple(left), Shape::Tuple(right)) => {
            left.len() == right.len() && (left.is_empty() || types(left[0], right[0]))
        }
        (Shape::Map(left), Shape::Map(right))
        | (Shape::List(left), Shape::List(right))
        | (Shape::Set(left), Shape::Set(right))
        | (Shape::Optional(left), Shape::Optional(right))
        | (Shape::Transparent(left), Shape::Transparent(right))
        | (Shape::Newtype(left), Shape::Newtype(right)) => types(left, right),
        _ => false,
    }
}

const fn fields(left: &[FieldDesc], right: &[FieldDesc]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        let (one, other) = (&left[at], &right[at]);
        let flags = one.required == other.required
            && one.required_if_null == other.required_if_null
            && one.omits_null == other.omits_null
            && one.flattened == other.flattened;
        let parts = types(one.type_, other.type_) && facets(one.facets, other.facets);
        if !(flags && parts && same(one.name, other.name)) {
            return false;
        }
        at += 1;
    }
    left.len() == right.len()
}

const fn unions(left: UnionDesc, right: UnionDesc) -> bool {
    let tags = match (left.tagging, right.tagging) {
        (Tagging::External, Tagging::External) | (Tagging::Untagged, Tagging::Untagged) => true,
        (Tagging::Internal(one), Tagging::Internal(other)) => same(one, other),
        (Tagging::Adjacent { tag, content }, Tagging::Adjacent { tag: other, content: others }) => {
            same(tag, other) && same(content, others)
        }
        _ => false,
    };
    tags && left.strict == right.strict && variants(left.variants, right.variants)
}

const fn variants(left: &[VariantDesc], right: &[VariantDesc]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        let content = match (left[at].content, right[at].content) {
            (None, None) => true,
            (Some(one), Some(other)) => types(one, other),
            _ => false,
        };
        if !content || !same(left[at].name, right[at].name) {
            return false;
        }
        at += 1;
    }
    left.len() == right.len()
}

/// Whether nothing is said of values: strings, places in the source and accepted warnings say nothing of them.
pub(crate) const fn has_descriptions_only(facets: &[Facet]) -> bool {
    next(facets, 0) == facets.len()
}

/// Where the next facet is that is no string.
const fn next(facets: &[Facet], mut at: usize) -> usize {
    while at < facets.len() && says_nothing_of_values(&facets[at]) {
        at += 1;
    }
    at
}

const fn says_nothing_of_values(facet: &Facet) -> bool {
    matches!(
        facet,
        Facet::Description(_)
            | Facet::PossibleValues(_)
            | Facet::Descriptions(_)
            | Facet::At(_)
            | Facet::Allow { .. }
            | Facet::Foreign { .. }
            | Facet::RootRule(_)
            | Facet::RootRulesOf(_)
    )
}

const fn facets(left: &[Facet], right: &[Facet]) -> bool {
    let (mut one, mut other) = (next(left, 0), next(right, 0));
    while one < left.len() && other < right.len() {
        if !facet(&left[one], &right[other]) {
            return false;
        }
        (one, other) = (next(left, one + 1), next(right, other + 1));
    }
    one == left.len() && other == right.len()
}

/// Values that the program makes are taken for the same here, for only the program can tell.
#[expect(clippy::float_cmp, reason = "the same number is meant")]
const fn facet(left: &Facet, right: &Facet) -> bool {
    match (left, right) {
        (Facet::Format(one), Facet::Format(other))
        | (Facet::Pattern(one), Facet::Pattern(other))
        | (Facet::Title(one), Facet::Title(other)) => same(one, other),
        (Facet::ExternalDocs(one, string), Facet::ExternalDocs(other, others)) => {
            same(one, other) && same(string, others)
        }
        (Facet::Minimum(one), Facet::Minimum(other))
        | (Facet::Maximum(one), Facet::Maximum(other))
        | (Facet::MultipleOf(one), Facet::MultipleOf(other)) => *one == *other,
        (Facet::MinLength(one), Facet::MinLength(other))
        | (Facet::MaxLength(one), Facet::MaxLength(other))
        | (Facet::MinItems(one), Facet::MinItems(other))
        | (Facet::MaxItems(one), Facet::MaxItems(other))
        | (Facet::MinProperties(one), Facet::MinProperties(other))
        | (Facet::MaxProperties(one), Facet::MaxProperties(other)) => *one == *other,
        (Facet::Enum(one), Facet::Enum(other)) => literals(one, other),
        (Facet::Example(one), Facet::Example(other)) | (Facet::Default(one), Facet::Default(other)) => {
            literal(one, other)
        }
        (Facet::ListMapKeys(one), Facet::ListMapKeys(other)) => names(one, other),
        (Facet::ListType(one), Facet::ListType(other)) => *one as u8 == *other as u8,
        (Facet::MapType(one), Facet::MapType(other)) => *one as u8 == *other as u8,
        (Facet::Mutability(one), Facet::Mutability(other)) => *one as u8 == *other as u8,
        (Facet::KeyMutability(one), Facet::KeyMutability(other)) => *one as u8 == *other as u8,
        (Facet::Rule(one), Facet::Rule(other)) => rules(one, other),
        (Facet::Element(one), Facet::Element(other)) => facets(one, other),
        (Facet::ExclusiveMinimum, Facet::ExclusiveMinimum)
        | (Facet::ExclusiveMaximum, Facet::ExclusiveMaximum)
        | (Facet::DefaultFn(_), Facet::DefaultFn(_))
        | (Facet::DefaultOfType, Facet::DefaultOfType)
        | (Facet::Defaults(_), Facet::Defaults(_))
        | (Facet::Unions, Facet::Unions)
        | (Facet::Respelled, Facet::Respelled)
        | (Facet::Nullable, Facet::Nullable)
        | (Facet::PreserveUnknown, Facet::PreserveUnknown)
        | (Facet::DenyUnknown, Facet::DenyUnknown)
        | (Facet::EmbeddedResource, Facet::EmbeddedResource) => true,
        _ => false,
    }
}

const fn rules(left: &RuleDesc, right: &RuleDesc) -> bool {
    same(left.rule, right.rule)
        && same(left.message, right.message)
        && same(left.message_expression, right.message_expression)
        && same(left.reason, right.reason)
        && same(left.field_path, right.field_path)
        && left.optional_old_self == right.optional_old_self
}

const fn names(left: &[&str], right: &[&str]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if !same(left[at], right[at]) {
            return false;
        }
        at += 1;
    }
    left.len() == right.len()
}

const fn literals(left: &[Literal], right: &[Literal]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if !literal(&left[at], &right[at]) {
            return false;
        }
        at += 1;
    }
    left.len() == right.len()
}

#[expect(clippy::float_cmp, reason = "the same number is meant")]
pub(super) const fn literal(left: &Literal, right: &Literal) -> bool {
    match (left, right) {
        (Literal::Null, Literal::Null) => true,
        (Literal::Bool(one), Literal::Bool(other)) => *one == *other,
        (Literal::Integer(one), Literal::Integer(other)) => *one == *other,
        (Literal::Number(one), Literal::Number(other)) => *one == *other,
        (Literal::String(one), Literal::String(other)) => same(one, other),
        (Literal::List(one), Literal::List(other)) => literals(one, other),
        (Literal::Object(one), Literal::Object(other)) => {
            let mut at = 0;
            while at < one.len() && at < other.len() {
                if !same(one[at].0, other[at].0) || !literal(&one[at].1, &other[at].1) {
                    return false;
                }
                at += 1;
            }
            one.len() == other.len()
        }
        _ => false,
    }
}
