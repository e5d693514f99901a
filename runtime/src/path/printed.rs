//! How paths are spelled, and the order of what is spelled.

use std::cmp::Ordering;

use super::buf::Stop;
use super::{PathStep, PathStyle};

/// What stands in a step between its marks.
pub(super) enum Spelled<'s> {
    Name(&'s str),
    Index(usize),
}

/// A step as it is printed, in three parts.
pub(super) fn spelled(
    step: PathStep<'_>,
    position: usize,
    style: PathStyle,
) -> (&'static str, Spelled<'_>, &'static str) {
    let dot = if position == 0 { "" } else { "." };
    match (step, style) {
        (PathStep::Index(index), _) => ("[", Spelled::Index(index), "]"),
        (PathStep::Key(key), PathStyle::Bracketed) => ("[", Spelled::Name(key), "]"),
        (PathStep::Property(name) | PathStep::Key(name), _) => (dot, Spelled::Name(name), ""),
    }
}

/// The order of the strings of two paths.
pub(super) fn order(one: Stop<'_>, other: Stop<'_>, style: PathStyle) -> Ordering {
    let (ours, theirs) = match parting(one, other) {
        Ok(parted) => parted,
        Err(order) => return order,
    };
    let shared = ours.depth();
    let by_steps = order_of_steps(ours.step(), theirs.step(), shared, style);
    // What is above may be long and is the same.
    by_steps.unwrap_or_else(|| bytes(&one.steps(), shared, style).cmp(bytes(&other.steps(), shared, style)))
}

/// The first steps below what two paths share, or their order when one of them is a part of the other.
fn parting<'p>(one: Stop<'p>, other: Stop<'p>) -> Result<(Stop<'p>, Stop<'p>), Ordering> {
    let shared = one.depth().min(other.depth());
    let (mut ours, mut theirs) = (up_to(one, shared), up_to(other, shared));
    if ours.is(theirs) {
        return Err(one.depth().cmp(&other.depth()));
    }
    while let (Some(above), Some(others)) = (ours.above(), theirs.above())
        && !above.is(others)
    {
        (ours, theirs) = (above, others);
    }
    Ok((ours, theirs))
}

fn up_to(mut stop: Stop<'_>, depth: usize) -> Stop<'_> {
    while stop.depth() > depth
        && let Some(above) = stop.above()
    {
        stop = above;
    }
    stop
}

/// The order of two steps in the same place; `None` where what follows them may tell.
fn order_of_steps(
    one: PathStep<'_>,
    other: PathStep<'_>,
    position: usize,
    style: PathStyle,
) -> Option<Ordering> {
    match (one, other) {
        (PathStep::Index(one), PathStep::Index(other)) => (one != other).then(|| order_of_digits(one, other)),
        (PathStep::Property(one), PathStep::Property(other)) | (PathStep::Key(one), PathStep::Key(other))
            if one.len() == other.len() =>
        {
            (one != other).then(|| one.cmp(other))
        }
        _ => {
            let mut theirs = step_bytes(other, position, style);
            let mut pairs = step_bytes(one, position, style).map(|byte| Some(byte.cmp(&theirs.next()?)));
            pairs.find(|order| *order != Some(Ordering::Equal)).flatten()
        }
    }
}

/// The order of two numbers as strings with a bracket behind, which is greater than any digit.
fn order_of_digits(one: usize, other: usize) -> Ordering {
    let places = |number: usize| number.checked_ilog10().unwrap_or_default();
    let (ours, theirs) = (places(one), places(other));
    let cut = |number: usize, own: u32| number / 10_usize.pow(own - ours.min(theirs));
    cut(one, ours).cmp(&cut(other, theirs)).then(theirs.cmp(&ours))
}

/// The string of the steps from a position on.
fn bytes<'s>(steps: &'s [PathStep<'s>], from: usize, style: PathStyle) -> impl Iterator<Item = u8> + 's {
    let steps = steps.iter().enumerate().skip(from);
    steps.flat_map(move |(position, step)| step_bytes(*step, position, style))
}

/// The string of a step.
fn step_bytes(step: PathStep<'_>, position: usize, style: PathStyle) -> impl Iterator<Item = u8> + '_ {
    let (open, printed, close) = spelled(step, position, style);
    let (name, index) = match printed {
        Spelled::Name(name) => (name, None),
        Spelled::Index(index) => ("", Some(index)),
    };
    open.bytes().chain(name.bytes()).chain(index.into_iter().flat_map(digits)).chain(close.bytes())
}

#[expect(clippy::cast_possible_truncation, reason = "a digit is a byte")]
fn digits(number: usize) -> impl Iterator<Item = u8> {
    let places = number.checked_ilog10().unwrap_or_default();
    (0..=places).rev().map(move |place| b'0' + (number / 10_usize.pow(place) % 10) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{FieldPath, FieldPathBuf, Recorder};

    /// What sorting by string would give.
    #[test]
    fn paths_are_ordered_as_their_strings() {
        let (property, key) = (PathStep::Property, PathStep::Key);
        let steps = [
            vec![property("a")],
            vec![property("a"), PathStep::Index(10)],
            vec![property("a"), PathStep::Index(2)],
            vec![property("a"), property("b")],
            vec![property("a"), key("b.c")],
            vec![property("a-b")],
            vec![property("a.b")],
            vec![PathStep::Index(0)],
            vec![],
        ];
        for style in [PathStyle::Bracketed, PathStyle::Dotted] {
            let paths = steps.iter().filter(|steps| !steps.is_empty());
            let mut paths: Vec<_> = paths.map(|steps| FieldPathBuf::new(steps.clone(), style)).collect();
            // These share what is above them.
            let below = paths.iter().flat_map(|prefix| paths.iter().map(|path| path.below(prefix)));
            paths.extend(below.collect::<Vec<_>>());
            for (one, other) in paths.iter().flat_map(|one| paths.iter().map(move |other| (one, other))) {
                assert_eq!(one.cmp_printed(other), one.to_string().cmp(&other.to_string()), "{one} {other}");
            }
        }
    }
    /// Recorded in any order, below each other and not, they come out as sorting their strings would give.
    #[test]
    fn recorded_paths_are_sorted_as_their_strings() {
        let root = FieldPath::ROOT;
        let owned = FieldPathBuf::from_properties(["x", "y"]);
        for style in [PathStyle::Bracketed, PathStyle::Dotted] {
            let mut recorder = Recorder::default();
            let mut strings = Vec::new();
            let mut record = |path: &FieldPath<'_>| {
                recorder.record(path);
                strings.push(path.to_owned(style).to_string());
            };
            for start in
                [root.property("list"), root.property("li"), root.key("list[1"), FieldPath::from(&owned)]
            {
                for index in [100, 0, 1, 9, 10, 11, 19, 2, 20, 99, usize::MAX, usize::MAX / 10] {
                    let item = start.index(index);
                    for name in ["a", "a.b", "a-b", "aB", "b", ""] {
                        record(&item.property(name));
                        record(&item.key(name).index(index));
                    }
                    record(&item);
                }
                record(&start);
            }
            strings.sort();
            let sorted: Vec<_> = recorder.sorted(style).iter().map(ToString::to_string).collect();
            assert_eq!(sorted, strings);
        }
    }

    #[test]
    fn a_recorded_path_is_equal_to_the_same_one_made_otherwise() {
        let root = FieldPath::ROOT;
        let spec = root.property("spec");
        let mut recorder = Recorder::default();
        recorder.record(&spec.key("a").index(3));
        recorder.record(&root);
        let paths = recorder.sorted(PathStyle::Dotted);
        let steps = [PathStep::Property("spec"), PathStep::Key("a"), PathStep::Index(3)];
        let expected =
            [FieldPathBuf::new([], PathStyle::Dotted), FieldPathBuf::new(steps, PathStyle::Dotted)];
        assert_eq!(paths, expected);
        assert_eq!(paths[1].below(&paths[1]).to_string(), "spec.a[3].spec.a[3]");
        assert_ne!(paths[1], FieldPathBuf::new(steps, PathStyle::Bracketed), "it is spelled otherwise");
    }
}
