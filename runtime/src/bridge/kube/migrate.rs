//! Types of kube's derive with schemas of ours.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition as Crd;
use kube_core::CustomResourceExt;
use kube_core::object::{HasSpec, HasStatus};

use super::convert::{DefinitionError, to_kube};
use crate::convert::{Descriptions, from_description};
use crate::crd::{lower_definition, validate_crd};
use crate::describe::{CrdSchema, Facet, FieldDesc, Shape, TypeDesc};
use crate::lowering::Lowering;
use crate::violation::{Cause, Violations};
use crate::wire::{CrdValidation, CustomResourceDefinition, JsonSchemaProps};

/// Definitions with our schemas for types of kube's derive with `#[kube(schema = "disabled")]`.
///
/// `docs/from-kube-derive.md` of the repository shows both side by side.
pub trait WithSchema: CustomResourceExt + HasSpec
where
    Self::Spec: CrdSchema,
{
    /// The definition that kube wrote, with the schema of spec and status, and with the `root_rule`s of the spec.
    ///
    /// ```
    /// use crd_schema::CrdSchema;
    /// use crd_schema::kube_5::WithSchema;
    /// use serde::{Deserialize, Serialize};
    ///
    /// // A type of kube's derive works alike.
    /// #[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
    /// #[crd(kube, group = "example.com", version = "v1", kind = "Database", status = DatabaseStatus, no_export_test)]
    /// struct DatabaseSpec {
    ///     engine: String,
    /// }
    ///
    /// #[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
    /// struct DatabaseStatus {
    ///     ready: bool,
    /// }
    ///
    /// let crd = Database::crd_with_schema()?;
    /// let schema = crd.spec.versions[0].schema.clone().and_then(|schema| schema.open_api_v3_schema);
    /// assert!(schema.and_then(|schema| schema.properties).is_some_and(|fields| fields.contains_key("status")));
    /// # Ok::<(), crd_schema::kube_5::DefinitionError>(())
    /// ```
    ///
    /// # Errors
    /// A schema that is not structural, markers that cannot be lowered, and the errors of a server for the definition.
    fn crd_with_schema() -> Result<Crd, DefinitionError>
    where
        Self: HasStatus,
        Self::Status: CrdSchema,
    {
        with_schema(Self::crd(), &Object::<Self::Spec, Self::Status>::SCHEMA)
    }

    /// The same for a type without a status.
    ///
    /// ```
    /// use crd_schema::CrdSchema;
    /// use crd_schema::kube_5::WithSchema;
    /// use serde::{Deserialize, Serialize};
    ///
    /// // A type of kube's derive works alike.
    /// #[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
    /// #[crd(kube, group = "example.com", version = "v1", kind = "Database", no_export_test)]
    /// struct DatabaseSpec {
    ///     engine: String,
    /// }
    ///
    /// let crd = Database::crd_with_spec_schema()?;
    /// let schema = crd.spec.versions[0].schema.clone().and_then(|schema| schema.open_api_v3_schema);
    /// assert!(schema.and_then(|schema| schema.properties).is_some_and(|fields| fields.contains_key("spec")));
    /// # Ok::<(), crd_schema::kube_5::DefinitionError>(())
    /// ```
    ///
    /// # Errors
    /// As [`crd_with_schema`](Self::crd_with_schema).
    fn crd_with_spec_schema() -> Result<Crd, DefinitionError> {
        with_schema(Self::crd(), &Alone::<Self::Spec>::SCHEMA)
    }
}

impl<K: CustomResourceExt + HasSpec> WithSchema for K where K::Spec: CrdSchema {}

/// The whole object of a spec and a status.
struct Object<Spec, Status>(Spec, Status);

impl<Spec: CrdSchema, Status: CrdSchema> Object<Spec, Status> {
    const SCHEMA: TypeDesc = TypeDesc {
        shape: Shape::Object(&[
            spec(Spec::SCHEMA),
            FieldDesc { name: "status", type_: Status::SCHEMA, ..FieldDesc::EMPTY },
        ]),
        facets: &[Facet::RootRulesOf(Spec::SCHEMA)],
    };
}

/// The whole object of a spec alone.
struct Alone<Spec>(Spec);

impl<Spec: CrdSchema> Alone<Spec> {
    const SCHEMA: TypeDesc =
        TypeDesc { shape: Shape::Object(&[spec(Spec::SCHEMA)]), facets: &[Facet::RootRulesOf(Spec::SCHEMA)] };
}

const fn spec(type_: &'static TypeDesc) -> FieldDesc {
    FieldDesc { name: "spec", type_, required: true, ..FieldDesc::EMPTY }
}

fn with_schema(crd: Crd, schema: &TypeDesc) -> Result<Crd, DefinitionError> {
    let mut crd: CustomResourceDefinition = serde_json::from_value(serde_json::to_value(crd)?)?;
    let schema = from_description(schema, Descriptions::Kept)?;
    let versions = crd.spec.iter_mut().flat_map(|spec| spec.versions.iter_mut().flatten());
    for version in versions {
        let mut props = JsonSchemaProps::from(&schema);
        // The text of the spec is that of the whole object.
        let spec = props.properties.as_ref().and_then(|fields| fields.get("spec"));
        props.description = spec.and_then(|spec| spec.description.clone());
        version.schema =
            Some(CrdValidation { open_api_v3_schema: Some(Box::new(props)), ..CrdValidation::default() });
    }
    let crd = lower_definition(&crd, Lowering::default())?.into_crd();
    found(&crd)?;
    to_kube(&crd)
}

/// What a server says, but for the approval, which whoever installs the definition can add.
fn found(crd: &CustomResourceDefinition) -> Result<(), Violations> {
    let violations = validate_crd(crd).into_iter();
    let found: Violations = violations.filter(|violation| violation.cause() != Cause::Approval).collect();
    found.into_result()
}
