//! What calls are estimated to cost, beside their arguments.
//!
//! Source: cel-go `checker/cost.go`, `functionCost`; `apiserver pkg/cel/library/cost.go`, `EstimateCallCost`; cel-go
//! `ext/lists.go`, `ext/sets.go`.

use crate::ast::{Expr, ExprKind, Literal};
use crate::estimate::Range;
use crate::types::Type;

/// What a string costs for each character (`common/cost.go`, `StringTraversalCostFactor`).
const CHARACTER: f64 = 0.1;
/// What a regular expression costs for each character (`RegexStringLengthCostFactor`).
const PATTERN_CHARACTER: f64 = 0.25;
/// The longest name of a format (`apiserver pkg/cel/limits.go`, `MaxFormatSize`).
const FORMAT: u64 = 64;
/// The longest pattern of a format (`MaxNameFormatRegexSize`).
const FORMAT_PATTERN: f64 = 128.0;

/// An argument of a call, or what a method is called on.
pub(crate) struct Argument<'c> {
    pub(crate) expr: &'c Expr,
    pub(crate) of: &'c Type,
    pub(crate) size: Option<Range>,
    /// How large an item is, by what is declared of the list.
    pub(crate) items: Option<Range>,
}

/// The estimate of a call, and the size of what it gives where that is known.
#[derive(Clone, Copy)]
pub(crate) struct Called {
    pub(crate) cost: Range,
    pub(crate) size: Option<Range>,
}

/// The estimate of a call by its arguments, the receiver first, on a server minor.
pub(crate) type EstimateOf = fn(&[Argument<'_>], u8) -> Called;

impl Called {
    pub(crate) const ONE: Self = Self { cost: Range::ONE, size: None };

    fn of(cost: Range) -> Self {
        Self { cost, size: None }
    }

    fn sized(cost: Range, size: Range) -> Self {
        Self { cost, size: Some(size) }
    }
}

fn size(args: &[Argument<'_>], index: usize) -> Range {
    args.get(index).and_then(|arg| arg.size).unwrap_or(Range::UNKNOWN)
}

fn literal<'c>(args: &[Argument<'c>], index: usize) -> Option<&'c Literal> {
    match &args.get(index)?.expr.kind {
        ExprKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// One step.
pub(super) fn one(_: &[Argument<'_>], _: u8) -> Called {
    Called::ONE
}

/// A walk over the first argument.
pub(super) fn first(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 0).scaled(CHARACTER))
}

/// A walk over the first argument; one step on 1.29, which knows no estimate for the function.
pub(super) fn first_from_30(args: &[Argument<'_>], minor: u8) -> Called {
    if minor < 30 { Called::ONE } else { first(args, minor) }
}

/// A walk over the second argument.
pub(super) fn second(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 1).scaled(CHARACTER))
}

/// Two walks over the first argument.
pub(super) fn first_twice(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 0).scaled(2.0 * CHARACTER))
}

/// A walk over the first argument that gives as much.
pub(super) fn copied(args: &[Argument<'_>], _: u8) -> Called {
    let size = size(args, 0);
    Called::sized(size.scaled(CHARACTER), size)
}

/// As [`copied`]; the size of the result is known from 1.32 on.
pub(super) fn url(args: &[Argument<'_>], minor: u8) -> Called {
    let called = copied(args, minor);
    if minor < 32 { Called::of(called.cost) } else { called }
}

/// Each character becomes up to four bytes; **quirk**: the product wraps.
pub(super) fn to_bytes(args: &[Argument<'_>], _: u8) -> Called {
    let size = size(args, 0);
    Called::sized(size.scaled(CHARACTER), Range { min: size.min, max: size.max.wrapping_mul(4) })
}

/// Up to four bytes become one character.
pub(super) fn from_bytes(args: &[Argument<'_>], _: u8) -> Called {
    let size = size(args, 0);
    Called::sized(size.scaled(CHARACTER), Range { min: size.min / 4, max: size.max })
}

/// Each character may be escaped, and there are two quotes; **quirk**: the product wraps.
pub(super) fn quoted(args: &[Argument<'_>], _: u8) -> Called {
    let size = size(args, 0);
    let quoted = Range { min: size.min.wrapping_add(2), max: size.max.wrapping_mul(2).wrapping_add(2) };
    Called::sized(size.scaled(CHARACTER), quoted)
}

/// A look at each item of the second argument.
pub(super) fn items(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 1).scaled(1.0))
}

/// Two strings or two strings of bytes behind each other.
pub(super) fn joined(args: &[Argument<'_>], _: u8) -> Called {
    let both = size(args, 0).plus(size(args, 1));
    Called::sized(both.scaled(CHARACTER), both)
}

/// Two lists behind each other.
pub(super) fn appended(args: &[Argument<'_>], _: u8) -> Called {
    Called::sized(Range::ONE, size(args, 0).plus(size(args, 1)))
}

/// A walk over the smaller one of two values.
pub(super) fn compared(args: &[Argument<'_>], _: u8) -> Called {
    let max = size(args, 0).max.min(size(args, 1).max);
    Called::of(Range { min: max.min(1), max }.scaled(CHARACTER))
}

/// As [`compared`]; from 1.32 on values of Kubernetes' libraries cost what they are made of.
pub(super) fn equal(args: &[Argument<'_>], minor: u8) -> Called {
    let [left, right] = args else { return Called::ONE };
    let library = match left.of {
        Type::Opaque(name, _) if left.of == right.of && minor >= 32 => &**name,
        _ => "",
    };
    let up_to = |max| Called::of(Range { min: 1, max }.scaled(CHARACTER));
    match library {
        "net.IP" | "net.CIDR" | "kubernetes.Quantity" | "kubernetes.Semver" => Called::ONE,
        "kubernetes.NamedFormat" => up_to(FORMAT),
        // **Quirk**: the right side is asked twice.
        "kubernetes.URL" => up_to(right.size.map_or(1, |size| size.max)),
        _ => compared(args, minor),
    }
}

/// A search for the second string in the first one.
pub(super) fn contains(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 0).scaled(CHARACTER).times(size(args, 1).scaled(CHARACTER)))
}

fn searched(args: &[Argument<'_>]) -> Range {
    let string = size(args, 0).plus(Range::ONE).scaled(CHARACTER);
    string.times(size(args, 1).scaled(PATTERN_CHARACTER))
}

/// A match of a pattern.
pub(super) fn matches(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(searched(args))
}

/// What a pattern finds.
pub(super) fn found(args: &[Argument<'_>], _: u8) -> Called {
    Called::sized(searched(args), Range::up_to(size(args, 0).max))
}

/// A comparison of each item of a list; **quirk**: what has no items by its type is read as a string.
pub(super) fn each_item(args: &[Argument<'_>], _: u8) -> Called {
    let Some(list) = args.first() else { return Called::ONE };
    let Some(item) = list.of.parameters().first().copied() else {
        return Called::of(size(args, 0).scaled(CHARACTER));
    };
    let walk = list.items.unwrap_or(Range::UNKNOWN).scaled(CHARACTER);
    let each = if matches!(item, Type::String | Type::Bytes) { Range::ONE.plus(walk) } else { Range::ONE };
    Called::of(size(args, 0).times(each))
}

/// As [`each_item`], where a value of any type may be a list.
pub(super) fn includes(args: &[Argument<'_>], minor: u8) -> Called {
    let has_items = args.first().is_some_and(|list| !list.of.parameters().is_empty());
    if has_items { each_item(args, minor) } else { Called::of(size(args, 0)) }
}

/// A string with parts replaced.
pub(super) fn replaced(args: &[Argument<'_>], _: u8) -> Called {
    let (string, old, new) = (size(args, 0), size(args, 1), size(args, 2));
    let max = replaced_size(string.max, old.min, old.min == 0, new.max <= old.min);
    let min = replaced_size(string.min, old.max, old.max == 0, old.max <= new.min);
    let count = Range { min: min.0, max: max.0 };
    let size = count.times(new).plus(Range { min: min.1, max: max.1 });
    Called::sized(string.scaled(2.0 * CHARACTER), size)
}

/// How often something is replaced, and how much of the string stays beside it.
fn replaced_size(string: u64, old: u64, is_empty: bool, stays: bool) -> (u64, u64) {
    if is_empty {
        (string.saturating_add(1), string)
    } else if stays {
        (0, string)
    } else {
        ((string as f64 / old as f64).ceil() as u64, 0)
    }
}

/// A string cut into parts; **quirk**: a limit below zero wraps.
pub(super) fn split(args: &[Argument<'_>], _: u8) -> Called {
    let string = size(args, 0);
    let max = match literal(args, 2) {
        Some(Literal::Int(limit)) => *limit as u64,
        _ => string.max,
    };
    Called::sized(string.scaled(2.0 * CHARACTER), Range::up_to(max))
}

/// A list of strings as one string.
pub(super) fn join(args: &[Argument<'_>], _: u8) -> Called {
    let list = size(args, 0);
    let has_items = args.first().is_some_and(|list| !list.of.parameters().is_empty());
    let item = args.first().and_then(|list| list.items).unwrap_or(Range::UNKNOWN);
    let items = if has_items { list.times(item) } else { Range::ZERO };
    let gaps = Range { min: list.min.saturating_sub(1), max: list.max.saturating_sub(1) };
    let size = if args.len() > 1 { items.plus(size(args, 1).times(gaps)) } else { items };
    Called::sized(size.scaled(CHARACTER), size)
}

/// The bytes of an address of either family.
const ADDRESS: Range = Range { min: 4, max: 16 };

/// Whether a network has an address.
pub(super) fn contains_address(_: &[Argument<'_>], _: u8) -> Called {
    Called::of(ADDRESS.plus(ADDRESS).scaled(CHARACTER))
}

/// Whether a network has another one.
pub(super) fn contains_network(args: &[Argument<'_>], minor: u8) -> Called {
    let masked = ADDRESS.scaled(CHARACTER).plus(Range::ONE);
    Called::of(contains_address(args, minor).cost.plus(masked))
}

/// As [`contains_address`], of an address that has to be read first.
pub(super) fn contains_address_string(args: &[Argument<'_>], minor: u8) -> Called {
    Called::of(contains_address(args, minor).cost.plus(size(args, 1).scaled(CHARACTER)))
}

/// As [`contains_network`], of a network that has to be read first.
pub(super) fn contains_network_string(args: &[Argument<'_>], minor: u8) -> Called {
    Called::of(contains_network(args, minor).cost.plus(size(args, 1).scaled(CHARACTER)))
}

/// A match of the pattern of a format.
pub(super) fn validate(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 1).scaled(CHARACTER).scaled(FORMAT_PATTERN * PATTERN_CHARACTER))
}

/// Each item of one list beside each one of the other.
pub(super) fn product(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 0).times(size(args, 1)).scaled(1.0).plus(Range::ONE))
}

/// As [`product`], both ways.
pub(super) fn two_products(args: &[Argument<'_>], _: u8) -> Called {
    Called::of(size(args, 0).times(size(args, 1)).scaled(2.0).plus(Range::ONE))
}

/// A call that makes a list: for each item so much, and what a list costs.
fn list(factor: f64, size: Range) -> Called {
    Called::sized(size.scaled(factor).plus(Range::of(11)), size)
}

/// The value of an integer literal; below zero it counts as zero.
fn number(args: &[Argument<'_>], index: usize, default: u64) -> u64 {
    match literal(args, index) {
        Some(Literal::Int(number)) => u64::try_from(*number).unwrap_or(0),
        _ => default,
    }
}

/// A part of a list; **quirk**: what ends before it starts wraps.
pub(super) fn slice(args: &[Argument<'_>], _: u8) -> Called {
    let (start, end) = (number(args, 1, 0), number(args, 2, size(args, 0).max));
    list(1.0, Range::of(end.wrapping_sub(start)))
}

/// The numbers up to a number.
pub(super) fn range(args: &[Argument<'_>], _: u8) -> Called {
    list(1.0, Range::of(number(args, 0, u64::MAX)))
}

/// A list turned round.
pub(super) fn reverse(args: &[Argument<'_>], _: u8) -> Called {
    list(1.0, size(args, 0))
}

/// A list of lists as one, so many levels deep.
pub(super) fn flatten(args: &[Argument<'_>], _: u8) -> Called {
    let depth = if args.len() > 1 { number(args, 1, u64::MAX) } else { 1 };
    list(depth as f64, size(args, 0))
}

/// Each item beside each other one.
pub(super) fn pairs(args: &[Argument<'_>], _: u8) -> Called {
    list(2.0, size(args, 0).times(size(args, 0)))
}

/// As [`pairs`], of strings.
pub(super) fn pairs_of_strings(args: &[Argument<'_>], _: u8) -> Called {
    list(2.0 + CHARACTER, size(args, 0).times(size(args, 0)))
}

/// A list sorted by keys.
pub(super) fn keys(args: &[Argument<'_>], _: u8) -> Called {
    list(2.0, size(args, 1).times(size(args, 1)))
}

/// As [`keys`], where these are strings.
pub(super) fn keys_of_strings(args: &[Argument<'_>], _: u8) -> Called {
    list(2.0 + CHARACTER, size(args, 1).times(size(args, 1)))
}
