//! Whether any value fits all that is said of it, on a field and on its type.

use super::bounds::{highest, is_whole, lowest};
use super::find::below;
use super::kind::{Kind, kind};
use super::level::has_number;
use super::literals::place;
use super::{element, refuse};
use crate::describe::{Facet, Shape, TypeDesc};

/// Stops the compilation when no value fits all that is said of the property and its type; without a name, of the type itself.
///
/// What is wrong with one word alone its own guard reports.
///
/// # Panics
/// With the cure, when no value fits.
#[track_caller]
pub const fn require_some_value(schema: &TypeDesc, name: &str) {
    if let Some((type_, facets)) = place(schema, name) {
        of_value(&type_, facets);
    }
}

#[track_caller]
const fn of_value(type_: &TypeDesc, facets: &'static [Facet]) {
    numbers(type_, facets);
    let said = Said::NONE.of_type(type_).of_facets(facets);
    let alone = Said::NONE.of_facets(facets);
    if alone.length.is_possible() && !said.length.is_possible() {
        refuse(&[
            "no string is as long as the field and its type ask; change `min_length` or `max_length` of one of the two",
        ]);
    }
    if alone.items.is_possible() && !said.items.is_possible() {
        refuse(&[
            "no list has as many items as the field and its type ask; change `min_items` or `max_items` of one of the two",
        ]);
    }
    if alone.properties.is_possible() && !said.properties.is_possible() {
        refuse(&[
            "no object has as many properties as the field and its type ask; change `min_properties` or `max_properties` of \
             one of the two",
        ]);
    }
    if let Some(different) = different_items(type_)
        && said.items.least > different
    {
        refuse(&["a set has each value once, and its items have fewer values than `min_items`; lower it"]);
    }
    let mut at = 0;
    while at < facets.len() {
        if let Facet::Element(of_element) = facets[at] {
            of_value(element(type_), of_element);
        }
        at += 1;
    }
}

/// How many values the items of a set can have, where they can be counted.
#[allow(clippy::cast_possible_wrap)]
const fn different_items(type_: &TypeDesc) -> Option<i64> {
    let Shape::Set(item) = super::written_as(type_).shape else { return None };
    if matches!(kind(item), Kind::Boolean) {
        return Some(2);
    }
    let mut item = item;
    loop {
        let mut at = 0;
        while at < item.facets.len() {
            if let Facet::Enum(values) = item.facets[at] {
                return Some(values.len() as i64);
            }
            at += 1;
        }
        match below(item) {
            Some(inner) => item = inner,
            None => return None,
        }
    }
}

/// How many there may be of something.
#[derive(Clone, Copy)]
struct Count {
    least: i64,
    most: i64,
}

impl Count {
    const ANY: Self = Self { least: 0, most: i64::MAX };

    const fn is_possible(self) -> bool {
        self.least <= self.most
    }

    const fn at_least(self, least: i64) -> Self {
        if least > self.least { Self { least, ..self } } else { self }
    }

    const fn at_most(self, most: i64) -> Self {
        if most < self.most { Self { most, ..self } } else { self }
    }
}

/// All that is said, from the innermost type outwards.
#[derive(Clone, Copy)]
struct Said {
    low: f64,
    high: f64,
    low_is_out: bool,
    high_is_out: bool,
    factor: f64,
    format: &'static str,
    length: Count,
    items: Count,
    properties: Count,
}

impl Said {
    const NONE: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        low_is_out: false,
        high_is_out: false,
        factor: 0.0,
        format: "",
        length: Count::ANY,
        items: Count::ANY,
        properties: Count::ANY,
    };

    const fn of_type(self, type_: &TypeDesc) -> Self {
        let inner = match below(type_) {
            Some(inner) => self.of_type(inner),
            None => self,
        };
        inner.of_facets(type_.facets)
    }

    const fn of_facets(mut self, facets: &'static [Facet]) -> Self {
        let mut at = 0;
        while at < facets.len() {
            match facets[at] {
                Facet::Minimum(bound) if bound > self.low => (self.low, self.low_is_out) = (bound, false),
                Facet::Maximum(bound) if bound < self.high => (self.high, self.high_is_out) = (bound, false),
                Facet::ExclusiveMinimum => self.low_is_out = true,
                Facet::ExclusiveMaximum => self.high_is_out = true,
                Facet::MultipleOf(factor) => self.factor = factor,
                Facet::Format(format) => self.format = format,
                Facet::MinLength(least) => self.length = self.length.at_least(least),
                Facet::MaxLength(most) => self.length = self.length.at_most(most),
                Facet::MinItems(least) => self.items = self.items.at_least(least),
                Facet::MaxItems(most) => self.items = self.items.at_most(most),
                Facet::MinProperties(least) => self.properties = self.properties.at_least(least),
                Facet::MaxProperties(most) => self.properties = self.properties.at_most(most),
                _ => {}
            }
            at += 1;
        }
        self
    }
}

#[track_caller]
const fn numbers(type_: &TypeDesc, facets: &'static [Facet]) {
    let whole = matches!(kind(type_), Kind::Integer);
    if !(whole || matches!(kind(type_), Kind::Number)) || is_reported(type_, facets, whole) {
        return;
    }
    let said = Said::NONE.of_type(type_).of_facets(facets);
    if whole && !is_whole(said.factor) {
        refuse(&["a server refuses every integer beside a fraction in `multiple_of`; write a whole number"]);
    }
    let low_fits = said.low == f64::NEG_INFINITY || has_number(said.format, said.low);
    let high_fits = said.high == f64::INFINITY || has_number(said.format, said.high);
    if !low_fits {
        refuse(&[
            "the smallest number of the field is outside of the format `",
            said.format,
            "`, and a server refuses every value then; add a `min` that the format has, or remove `format`",
        ]);
    }
    if !high_fits {
        refuse(&[
            "the largest number of the field is outside of the format `",
            said.format,
            "`, and a server refuses every value then; add a `max` that the format has, or remove `format`",
        ]);
    }
    if !has_some(said, whole) {
        refuse(&[
            "no number is in all bounds of the field and of its type, with what is excluded and what it must be a multiple of; \
             change one of them",
        ]);
    }
}

/// Whether something is wrong with the bounds by themselves, which another guard reports.
#[expect(clippy::float_cmp, reason = "bounds meet or do not")]
const fn is_reported(type_: &TypeDesc, facets: &'static [Facet], whole: bool) -> bool {
    let said = Said::NONE.of_facets(facets);
    if said.low > said.high || said.low == said.high && (said.low_is_out || said.high_is_out) {
        return true;
    }
    is_odd(type_, said.low, whole) || is_odd(type_, said.high, whole)
}

const fn is_odd(type_: &TypeDesc, bound: f64, whole: bool) -> bool {
    bound.is_finite() && (bound < lowest(type_) || bound > highest(type_) || whole && !is_whole(bound))
}

#[expect(clippy::float_cmp, reason = "bounds meet or do not")]
const fn has_some(said: Said, whole: bool) -> bool {
    let (mut low, mut high) = (said.low, said.high);
    if whole && is_exact(low) && said.low_is_out {
        low += 1.0;
    }
    if whole && is_exact(high) && said.high_is_out {
        high -= 1.0;
    }
    let open = !whole && (said.low_is_out || said.high_is_out);
    if low > high || low == high && open {
        return false;
    }
    let countable = is_exact(low) && is_exact(high) && is_exact(said.factor) && said.factor >= 1.0;
    if !countable || open {
        return true;
    }
    has_multiple(low, high, said.factor)
}

/// Whether the number is whole and small enough to be counted with.
const fn is_exact(number: f64) -> bool {
    number.abs() < 9_007_199_254_740_992.0 && is_whole(number)
}

#[allow(clippy::cast_possible_truncation)]
const fn has_multiple(low: f64, high: f64, factor: f64) -> bool {
    let (low, high, factor) = (low as i64, high as i64, factor as i64);
    // The largest multiple that is not above.
    high - high.rem_euclid(factor) >= low
}
