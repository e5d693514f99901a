//! What the derive knows of a type, as `const` data.
//!
//! The derive emits literals of these types and nothing that loops; one interpreter turns them into schemas.
//!
//! Knows nothing of: any other module of this crate.

pub(crate) mod cycles;
mod facet;
pub mod guard;
mod impls;
mod resource;
mod rule_ids;
mod traits;
mod type_desc;
mod union;

pub use facet::{
    Facet, KeyMutabilityDesc, ListTypeDesc, Literal, MakeDefaults, MapTypeDesc, MutabilityDesc,
    PossibleValue, RuleDesc,
};
pub use resource::{ColumnDesc, ResourceDesc, ScaleDesc, Scope, WebhookDesc};
pub use rule_ids::RULE_IDS;
pub use traits::{CrdSchema, CustomResource, MapKey};
pub use type_desc::{FieldDesc, Shape, TypeDesc};
pub use union::{Tagging, UnionDesc, VariantDesc};
