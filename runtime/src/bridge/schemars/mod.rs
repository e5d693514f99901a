//! schemars 1, both ways: a type that has a `JsonSchema` as a field, and a `JsonSchema` of a described type.
//!
//! Knows nothing of: objects, files.

mod choice;
mod expression;
mod words;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::convert::{Descriptions, from_description};
use crate::describe::CrdSchema;
use crate::describe::cycles::Cut;
use crate::schema::StructuralSchema;
use crate::violation::Violations;

/// A type that describes itself to schemars.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `JsonSchema`",
    label = "`schemars::JsonSchema` is not implemented for this type",
    note = "derive `JsonSchema` for it, or remove the attribute; types of other crates have one with a feature of theirs, those of \
            k8s-openapi with the feature `k8s-openapi-0-29-descriptions` of `crd-schema`"
)]
pub trait Described: JsonSchema {}

// So that a message is ours.
#[diagnostic::do_not_recommend]
impl<T: JsonSchema + ?Sized> Described for T {}

impl<const CUT: bool, T: JsonSchema> JsonSchema for Cut<CUT, T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// What schemars says of a type, as what the type reads; `#[crd(schemars)]` describes fields by it.
pub fn schema_of<T: Described + ?Sized>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The root's title is the name of the Rust type.
    schema.remove("title");
    schema.to_value()
}

/// The JSON Schema of a structural schema, with choices between objects as CEL rules.
///
/// Such a choice would have to mention fields in its branches, which kube's rewriter takes for declarations of theirs.
///
/// ```
/// use crd_schema::convert::{Descriptions, from_description};
/// use crd_schema::schemars_1::to_json_schema;
/// use crd_schema::CrdSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, CrdSchema)]
/// #[serde(tag = "type")]
/// enum Source {
///     Git { url: String },
///     Nothing,
/// }
///
/// let schema = to_json_schema(&from_description(Source::SCHEMA, Descriptions::LeftOut)?)?;
/// assert_eq!(schema["x-kubernetes-validations"][0]["rule"], "self.type == 'Git' ? has(self.url) : true");
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// A choice that CEL cannot make, formats and the number of fields in a branch for example; each with its path.
pub fn to_json_schema(schema: &StructuralSchema) -> Result<Value, Violations> {
    words::of(&choice::as_rules(schema)?)
}

/// What `#[crd(json_schema)]` answers; a type without a schema is one that no value satisfies, for the reasons in its message.
pub fn schema_for<T: CrdSchema + ?Sized>() -> Schema {
    let schema = from_description(T::SCHEMA, Descriptions::Kept).and_then(|schema| to_json_schema(&schema));
    match schema {
        Ok(Value::Object(fields)) => fields.into(),
        Ok(_) => Schema::default(),
        Err(violations) => json_schema!({"not": {}, "description": violations.to_string()}),
    }
}
