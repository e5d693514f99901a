//! Structural schemas: the tree, its rules, and a builder.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/structural.go`, `validation.go`, `complete.go`.
//!
//! Holding a [`StructuralSchema`] proves that the structural rules and the placement rules of the mutability
//! markers hold: there is no way in that does not check them. Nested value validations are a type of their own
//! without room for generic fields or extensions.
//!
//! Knows nothing of: the wire types, conversion.

mod builder;
mod completeness;
mod description;
mod meta_properties;
mod node;
mod placement;
mod rules;
mod union;
mod value_validation;

pub use builder::SchemaBuilder;
pub use node::{
    AdditionalProperties, ExternalDocs, KeyMutability, ListType, MapType, Mutability, NodeKind, Rule,
    SchemaNode, SchemaType,
};
pub(crate) use placement::{KEY_MUTABILITY, MUTABILITY};
pub(crate) use union::UNIONS;
pub use union::Union;
pub use value_validation::{AnyOf, NestedValueValidation, ValueValidation};

use crate::path::FieldPath;
use crate::violation::Violations;

/// A schema that keeps the structural rules.
///
/// ```
/// use crd_schema::{SchemaBuilder, StructuralSchema};
///
/// let schema = SchemaBuilder::object()
///     .property("spec", SchemaBuilder::object().property("size", SchemaBuilder::integer()))
///     .build()?;
/// assert!(schema.root().property("spec").is_some());
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StructuralSchema {
    root: SchemaNode,
}

impl StructuralSchema {
    /// Checks the rules that the types do not carry; `path` is where the schema stands.
    pub(crate) fn check(root: SchemaNode, path: &FieldPath<'_>) -> Result<Self, Violations> {
        Self::check_with(root, path, Violations::new())
    }

    /// As [`check`](Self::check), with what the conversion has found before.
    ///
    /// Upstream sorts all structural errors of a schema by their text (`validation.go`).
    pub(crate) fn check_with(
        root: SchemaNode,
        path: &FieldPath<'_>,
        found: Violations,
    ) -> Result<Self, Violations> {
        let mut found = Self::violations(&root, path, found);
        placement::check(&root, path, &mut found);
        found.sort_by_message();
        found.into_result().map(|()| Self { root })
    }

    /// What a server says about a tree of nodes, which knows nothing of the mutability markers.
    pub(crate) fn violations(root: &SchemaNode, path: &FieldPath<'_>, mut found: Violations) -> Violations {
        rules::check(root, path, &mut found);
        completeness::check(root, path, &mut found);
        found.sort_by_message();
        found
    }

    /// The node of the whole value.
    pub fn root(&self) -> &SchemaNode {
        &self.root
    }

    /// What nested value validations below the root mention without its being declared.
    ///
    /// Only the KEP asks for this; see [`completeness`] for what a server asks for.
    pub(crate) fn incomplete_below_the_root(&self, path: &FieldPath<'_>) -> Violations {
        let mut found = Violations::new();
        self.root.visit(path, &mut |node, path| completeness::check(node, path, &mut found));
        let mut of_the_root = Violations::new();
        completeness::check(&self.root, path, &mut of_the_root);
        found.into_iter().skip(of_the_root.len()).collect()
    }

    /// The node of the whole value, given up with the proof.
    pub(crate) fn into_root(self) -> SchemaNode {
        self.root
    }

    /// The same schema with descriptions of at most so many characters, cut behind a sentence where one ends; 0 leaves all
    /// out.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    ///
    /// let schema = SchemaBuilder::object().description("Short. Then it goes on and on.").build()?;
    /// assert_eq!(schema.shorten_descriptions(12).root().description(), Some("Short."));
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    ///
    /// Source: as `maxDescLen` of controller-tools does, in characters.
    #[must_use]
    pub fn shorten_descriptions(mut self, most: usize) -> Self {
        self.root.for_each_mut(&mut |node| {
            node.description = node.description.take().and_then(|text| description::shorten(text, most));
        });
        self
    }

    /// The same schema of a resource with `apiVersion`, `kind` and `metadata` declared, where they are not; those that are named
    /// are required.
    pub(crate) fn declare_meta_properties(mut self, required: &[&str]) -> Self {
        meta_properties::declare(&mut self.root, required);
        self
    }

    /// The same schema with all lists of required properties sorted.
    pub(crate) fn sort_required(mut self) -> Self {
        self.root
            .for_each_mut(&mut |node| node.value_validation.for_each_mut(&mut |part| part.required.sort()));
        self
    }

    /// The same schema without value validations: a weaker one, which prunes and defaults alike.
    ///
    /// CEL rules stay, as upstream's `StripValueValidations` leaves them.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    ///
    /// let schema = SchemaBuilder::object().property("n", SchemaBuilder::integer().minimum(1.0)).build()?;
    /// let stripped = schema.strip_value_validations();
    /// assert_eq!(stripped.root().property("n").and_then(|n| n.value_validation().minimum), None);
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    #[must_use]
    pub fn strip_value_validations(mut self) -> Self {
        self.root.for_each_mut(&mut |node| node.value_validation = ValueValidation::default());
        self
    }
}
