//! Whether types go together, and what unknown types become thereby.
//!
//! Source: cel-go `checker/types.go`, `checker/mapping.go`.
//!
//! Knows nothing of: expressions.

use crate::types::Type;

/// What is known of type variables, with a way back for attempts that fail.
#[derive(Default)]
pub(super) struct Unifier {
    known: Vec<Option<Type>>,
    /// What each binding replaced.
    trail: Vec<(usize, Option<Type>)>,
}

/// How deep types are compared; deeper ones do not go together.
const DEEPEST: usize = 300;

impl Unifier {
    /// New variables, counted from the number that is returned.
    pub(super) fn fresh(&mut self, count: usize) -> usize {
        let first = self.known.len();
        self.known.resize(first + count, None);
        first
    }

    /// Whether each `from` may stand where its `to` is asked for; what is learned is kept only if all may.
    pub(super) fn assignable<'t>(&mut self, pairs: impl IntoIterator<Item = (&'t Type, &'t Type)>) -> bool {
        let mark = self.trail.len();
        let fits = pairs.into_iter().all(|(from, to)| self.fits(from, to, 0));
        if fits {
            self.trail.clear();
        } else {
            while self.trail.len() > mark {
                if let Some((number, before)) = self.trail.pop() {
                    self.known[number] = before;
                }
            }
        }
        fits
    }

    /// The type with what is known in the place of its variables.
    pub(super) fn resolved(&self, of: &Type) -> Type {
        match of {
            Type::Var(number) => match &self.known[*number] {
                Some(known) => self.resolved(known),
                None => of.clone(),
            },
            other => other.map_parameters(&mut |parameter| self.resolved(parameter)),
        }
    }

    /// The same, and what is not known may be anything.
    pub(super) fn settled(&self, of: &Type) -> Type {
        match of {
            Type::Var(number) => self.known[*number].as_ref().map_or(Type::Dyn, |known| self.settled(known)),
            other => other.map_parameters(&mut |parameter| self.settled(parameter)),
        }
    }

    /// Whether the type, with what is known in the place of its variables, has more than so many parts.
    pub(super) fn is_larger(&self, of: &Type, most: usize) -> bool {
        let mut left = most;
        self.counts_beyond(of, &mut left)
    }

    fn counts_beyond(&self, of: &Type, left: &mut usize) -> bool {
        let Some(fewer) = left.checked_sub(1) else { return true };
        *left = fewer;
        if let Type::Var(number) = of {
            return self.known[*number].as_ref().is_some_and(|known| self.counts_beyond(known, left));
        }
        of.parameters().into_iter().any(|parameter| self.counts_beyond(parameter, left))
    }

    fn bind(&mut self, number: usize, to: Type) {
        let before = self.known[number].replace(to);
        self.trail.push((number, before));
    }

    /// `internalIsAssignable`.
    fn fits(&mut self, one: &Type, other: &Type, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        if let Type::Var(number) = other {
            match self.substitutes(one, *number, depth) {
                Substitute::Yes => return true,
                Substitute::KnownOtherwise => return false,
                Substitute::No => {}
            }
        }
        if let Type::Var(number) = one {
            return self.substitutes(other, *number, depth) == Substitute::Yes;
        }
        match (one, other) {
            (Type::Dyn | Type::Error, _) | (_, Type::Dyn | Type::Error) | (Type::Type(_), Type::Type(_)) => {
                true
            }
            (Type::Null, of) | (of, Type::Null) => is_nullable(of),
            (Type::List(_), Type::List(_)) | (Type::Map(..), Type::Map(..)) => {
                self.all_fit(one, other, depth)
            }
            (Type::Opaque(name, _), Type::Opaque(other_name, _)) if name == other_name => {
                self.all_fit(one, other, depth)
            }
            (one, other) => one == other,
        }
    }

    fn all_fit(&mut self, one: &Type, other: &Type, depth: usize) -> bool {
        let (one, other) = (one.parameters(), other.parameters());
        one.len() == other.len()
            && one.into_iter().zip(other).all(|(one, other)| self.fits(one, other, depth + 1))
    }

    /// `isValidTypeSubstitution`.
    fn substitutes(&mut self, one: &Type, number: usize, depth: usize) -> Substitute {
        if *one == Type::Var(number) {
            return Substitute::Yes;
        }
        if let Some(known) = self.known[number].clone() {
            if *one == known {
                return Substitute::Yes;
            }
            if !self.fits(one, &known, depth + 1) {
                return Substitute::KnownOtherwise;
            }
            let general = most_general(one, &known).clone();
            if self.is_absent(number, &general) {
                self.bind(number, general);
            }
            return Substitute::Yes;
        }
        if self.is_absent(number, one) {
            self.bind(number, one.clone());
            return Substitute::Yes;
        }
        Substitute::No
    }

    /// Whether the variable does not occur in the type.
    fn is_absent(&self, number: usize, within: &Type) -> bool {
        match within {
            Type::Var(other) if *other == number => false,
            Type::Var(other) => match &self.known[*other] {
                Some(known) => self.is_absent(number, known),
                None => true,
            },
            other => other.parameters().into_iter().all(|parameter| self.is_absent(number, parameter)),
        }
    }
}

#[derive(PartialEq)]
enum Substitute {
    Yes,
    No,
    /// The variable is known to be of another type.
    KnownOtherwise,
}

/// `internalIsAssignableNull`.
fn is_nullable(of: &Type) -> bool {
    matches!(of, Type::Null | Type::Opaque(..) | Type::Struct(_) | Type::Timestamp | Type::Duration)
}

/// Of two types that go together the one that says less.
pub(super) fn most_general<'t>(one: &'t Type, other: &'t Type) -> &'t Type {
    if is_no_more_specific(one, other) { one } else { other }
}

/// `isEqualOrLessSpecific`.
fn is_no_more_specific(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Dyn | Type::Var(_), _) | (Type::Type(_), Type::Type(_)) => true,
        (_, Type::Dyn | Type::Var(_)) => false,
        (Type::List(_), Type::List(_)) | (Type::Map(..), Type::Map(..)) => are_no_more_specific(one, other),
        (Type::Opaque(name, _), Type::Opaque(other_name, _)) => {
            name == other_name && are_no_more_specific(one, other)
        }
        (one, other) => one == other,
    }
}

fn are_no_more_specific(one: &Type, other: &Type) -> bool {
    let (one, other) = (one.parameters(), other.parameters());
    one.len() == other.len() && one.into_iter().zip(other).all(|(one, other)| is_no_more_specific(one, other))
}
