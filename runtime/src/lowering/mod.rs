//! CEL rules in the place of the mutability markers.
//!
//! A rule on a field runs only while the field is there, so a rule that compares stands on the field, and one that
//! notices its coming or going stands on the anchor: the nearest struct above that cannot be missing. Items of lists
//! that are one value are paired by no server; what is said below them becomes one expression on the list.
//!
//! Source: KEP Immutable Fields; `apiextensions-apiserver pkg/apiserver/schema/cel` for what rules can say.
//!
//! Knows nothing of: profiles, definitions, objects.

mod budget;
mod cost;
mod deviation;
mod equality;
mod expr;
mod frame;
mod guard;
mod index;
mod keys;
mod messages;
mod note;
mod pair;
mod paths;
mod place;
mod plan;
mod presence;
mod scale;
mod site;
mod value;
mod words;

pub use budget::LoweredRule;
pub use note::Note;

use crate::path::FieldPath;
use crate::schema::StructuralSchema;
use crate::server_version::ServerVersion;
use crate::violation::Violations;

use deviation::Refusal;
pub(crate) use plan::{Lowered, Unsaid};

/// How mutability markers become CEL rules.
///
/// ```
/// use crd_schema::crd::{Lowering, publish};
/// use crd_schema::schema::{KeyMutability, Mutability};
/// use crd_schema::{ServerVersion, Profile, SchemaBuilder};
///
/// // The items of an atomic list have no keys: before 1.33 a rule over them needs to know how many there can be.
/// let image = SchemaBuilder::string().max_length(253).mutability(Mutability::Immutable);
/// let steps = SchemaBuilder::array(SchemaBuilder::object().property("image", image));
/// let steps = steps.validate(|validation| validation.max_items = Some(300));
/// let schema = SchemaBuilder::object().property("steps", steps).build()?;
/// assert!(publish(&schema, Profile::Cluster).is_err());
///
/// let lowering = Lowering::new(ServerVersion::V1_33);
/// let published = publish(&schema, Profile::Lowered(lowering))?;
/// assert!(published.rules()[0].rule().starts_with("self.all(x1, x2, x1 >= size(oldSelf) || "));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lowering {
    server: ServerVersion,
    approximates: bool,
    anchors_strictly: bool,
    spends_strictly: bool,
}

impl Default for Lowering {
    /// For the oldest known minor.
    fn default() -> Self {
        Self::new(ServerVersion::OLDEST)
    }
}

impl Lowering {
    /// Rules that are exact and within cost on this minor and on every later known one.
    ///
    /// ```
    /// use crd_schema::crd::Lowering;
    /// use crd_schema::ServerVersion;
    ///
    /// assert_eq!(Lowering::default(), Lowering::new(ServerVersion::OLDEST));
    /// ```
    pub fn new(server: ServerVersion) -> Self {
        Self { server, approximates: false, anchors_strictly: false, spends_strictly: false }
    }

    /// The oldest minor that the rules are for.
    pub(crate) fn server(self) -> ServerVersion {
        self.server
    }

    /// Takes the closest rule where none is exact: in objects that keep unknown fields one unknown field may take the
    /// place of another, and a field whose name CEL cannot spell may come and go.
    ///
    /// ```
    /// use crd_schema::crd::{Lowering, publish};
    /// use crd_schema::schema::Mutability;
    /// use crd_schema::{Profile, SchemaBuilder};
    ///
    /// let open = SchemaBuilder::object().preserve_unknown_fields().mutability(Mutability::Immutable);
    /// let schema = SchemaBuilder::object().property("open", open).build()?;
    /// assert!(publish(&schema, Profile::Cluster).is_err());
    /// let published = publish(&schema, Profile::Lowered(Lowering::default().approximate()))?;
    /// assert!(published.notes()[0].message().contains("may take the place of another"));
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    #[must_use]
    pub fn approximate(mut self) -> Self {
        self.approximates = true;
        self
    }

    /// Trusts no `required` and no `default`: objects that were stored before a field was required may not even add it
    /// once.
    ///
    /// ```
    /// use crd_schema::crd::{Lowering, publish};
    /// use crd_schema::schema::Mutability;
    /// use crd_schema::{Profile, SchemaBuilder};
    ///
    /// let engine = SchemaBuilder::string().mutability(Mutability::Immutable);
    /// let schema = SchemaBuilder::object().required("engine", engine).build()?;
    /// assert_eq!(publish(&schema, Profile::Cluster)?.rules().len(), 1);
    /// let strict = publish(&schema, Profile::Lowered(Lowering::default().strict_anchor()))?;
    /// assert_eq!(strict.rules()[1].rule(), "has(self.engine) == has(oldSelf.engine)");
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    #[must_use]
    pub fn strict_anchor(mut self) -> Self {
        self.anchors_strictly = true;
        self
    }

    /// Refuses what a server accepts and may then not be able to evaluate for the largest objects.
    ///
    /// ```
    /// use crd_schema::crd::{Lowering, publish};
    /// use crd_schema::schema::KeyMutability;
    /// use crd_schema::{Profile, SchemaBuilder};
    ///
    /// let labels = SchemaBuilder::map(SchemaBuilder::string()).key_mutability(KeyMutability::AddOnly);
    /// let schema = SchemaBuilder::object().property("labels", labels).build()?;
    /// assert_eq!(publish(&schema, Profile::Cluster)?.warnings().len(), 1);
    /// assert!(publish(&schema, Profile::Lowered(Lowering::default().strict_budget())).is_err());
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    #[must_use]
    pub fn strict_budget(mut self) -> Self {
        self.spends_strictly = true;
        self
    }
}

/// Lowers every marker of a schema, or says of each why it cannot be.
pub(crate) fn lower(schema: &StructuralSchema, lowering: Lowering) -> Result<Lowered, Violations> {
    let plan = place::plan(schema.root(), lowering);
    let mut root = schema.clone().into_root();
    let lowered = plan.finish(&mut root)?;
    let schema = StructuralSchema::check(root, &FieldPath::ROOT)?;
    Ok(lowered.with(schema))
}

/// The markers of a schema that have no rule.
pub(crate) fn unsaid(schema: &StructuralSchema, lowering: Lowering) -> Vec<Unsaid> {
    place::plan(schema.root(), lowering).unsaid(schema.root())
}
