//! From the bytes of a request to an object.
//!
//! Source: `apiserver pkg/endpoints/handlers/create.go`, `update.go`, `rest.go`;
//! `apimachinery pkg/runtime/serializer/json/json.go`.

use crd_schema::serve::{BodyError, Decoded, FieldValidation, Rejection};
use crd_schema::yaml;
use serde_json::Value;

use crate::crds;
use crate::failure::Failure;
use crate::namespaces;
use crate::request::{BodyFormat, ObjectBody, namespace_of_protobuf};
use crate::resources::{Resource, Role};

/// Reads the body of a request as an object of the resource.
pub(crate) fn object(
    resource: &Resource,
    body: &ObjectBody,
    mode: FieldValidation,
) -> Result<Decoded, Failure> {
    let decoded = match body.format {
        BodyFormat::Json => json(resource, &body.bytes, mode)?,
        BodyFormat::Protobuf => {
            let object = namespace_of_protobuf(&body.bytes).map_err(Failure::bad_request)?;
            json(resource, object.to_string().as_bytes(), mode)?
        }
        BodyFormat::Yaml => {
            let kind = || {
                let documents = yaml::read_stream(&body.bytes).unwrap_or_default();
                documents.first().map_or_else(String::new, |document| kind(document.value()))
            };
            let decoded = resource.served.decode_yaml(&body.bytes, mode);
            let decoded = decoded.map_err(|error| rejected(resource, kind(), &error))?;
            of_role(resource, decoded, mode)?
        }
    };
    Ok(decoded)
}

/// Reads a string as an object of the resource.
pub(crate) fn json(resource: &Resource, text: &[u8], mode: FieldValidation) -> Result<Decoded, Failure> {
    let kind = || kind(&serde_json::from_slice(text).unwrap_or_default());
    let decoded = resource.served.decode_json(text, mode);
    of_role(resource, decoded.map_err(|error| rejected(resource, kind(), &error))?, mode)
}

/// What the schema of the resource does not say is decoded by whoever knows the type.
pub(crate) fn of_role(
    resource: &Resource,
    decoded: Decoded,
    mode: FieldValidation,
) -> Result<Decoded, Failure> {
    match resource.shared.role {
        Role::Definitions => crds::decode(decoded, mode),
        Role::Namespaces => Ok(namespaces::default(decoded)),
        Role::Custom => Ok(decoded),
    }
}

/// The library does not know the kind that an object of another one claims to be of; without one it is that of the request.
fn rejected(resource: &Resource, kind: String, error: &Rejection) -> Failure {
    let kind = if kind.is_empty() { resource.kind().to_owned() } else { kind };
    let strict = |error: &BodyError| matches!(error, BodyError::Strict(_) | BodyError::Unusable { .. });
    match error {
        Rejection::Undecodable(_) => {}
        Rejection::Unreadable(why) if strict(why) => {}
        other => return resource.served.status("", other).into(),
    }
    let (version, expected) = (&resource.version, resource.kind());
    Failure::bad_request(format!("{kind} in version {version:?} cannot be handled as a {expected}: {error}"))
}

fn kind(object: &Value) -> String {
    object.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned()
}
