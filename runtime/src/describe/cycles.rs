//! What the derive asks rustc about types that may contain themselves.

use std::marker::PhantomData;

use super::{CrdSchema, TypeDesc};

/// A type that has another one below it, at the end of a way of [`Step`]s.
pub trait Leads<Way, To> {}

/// The type itself.
pub struct Here;

/// The type of this index among those that a type names, and the way from there.
pub struct Step<const INDEX: usize, Way>(PhantomData<Way>);

impl<T> Leads<Here, T> for T {}

/// Whether the way leads there: a constant of the type itself comes before one of a trait, as methods of a type come before those of a trait.
pub struct CycleOf<From, Way, To>(PhantomData<(From, Way, To)>);

impl<From: Leads<Way, To>, Way, To> CycleOf<From, Way, To> {
    /// It does.
    pub const IS_THERE: bool = true;
}

/// What [`CycleOf`] is where the way does not lead there.
pub trait NoCycle {
    /// It does not.
    const IS_THERE: bool = false;
}

impl<From, Way, To> NoCycle for CycleOf<From, Way, To> {}

/// A type, or anything in the place of one that contains itself.
pub struct Cut<const CUT: bool, T>(PhantomData<T>);

impl<T: CrdSchema> CrdSchema for Cut<false, T> {
    const SCHEMA: &'static TypeDesc = T::SCHEMA;
}

impl<T> CrdSchema for Cut<true, T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::ANYTHING;
}
