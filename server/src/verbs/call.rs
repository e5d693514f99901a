//! A request of a resource, and its answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use serde_json::Value;

use crate::api::Shared;
use crate::failure::Failure;
use crate::managers::Writer;
use crate::meta;
use crate::objects::Objects;
use crate::request::{BodyFormat, ObjectBody, Output, Place, Query, Shape, read_body};
use crate::resources::{Resource, Role};
use crate::table;

/// A request whose resource is found.
pub(crate) struct Call {
    pub(crate) api: Arc<Shared>,
    pub(crate) resource: Arc<Resource>,
    pub(crate) place: Place,
    pub(crate) query: Query,
    pub(crate) headers: HeaderMap,
    /// In a mutex, as a body cannot be shared and a call is.
    pub(crate) body: Mutex<Option<Body>>,
    /// Whether the body is read, so that all that is left is the server's affair.
    pub(crate) is_read: Arc<AtomicBool>,
    /// What the client is warned of, each once.
    pub(crate) warnings: Vec<String>,
}

/// What the client gets.
pub(crate) struct Answer {
    pub(crate) code: u16,
    pub(crate) output: Output,
    pub(crate) content: Content,
}

/// The body of an answer.
pub(crate) enum Content {
    Object(Value),
    Stream(Body),
}

impl Call {
    pub(crate) fn objects(&self) -> Objects<'_> {
        Objects { api: &self.api, resource: &self.resource }
    }

    /// The same request, when its body is read.
    pub(crate) fn without_body(&self) -> Self {
        Self {
            api: Arc::clone(&self.api),
            resource: Arc::clone(&self.resource),
            place: self.place.clone(),
            query: self.query.clone(),
            headers: self.headers.clone(),
            body: Mutex::default(),
            is_read: Arc::default(),
            warnings: Vec::new(),
        }
    }

    pub(crate) fn warn(&mut self, warnings: impl IntoIterator<Item = String>) {
        for warning in warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// The form of the answer; a table must be one that can be made.
    pub(crate) fn output(&self) -> Result<Output, Failure> {
        Output::of(&self.headers)
    }

    /// Who makes the request; `manager` is the field manager that it names.
    pub(crate) fn writer(&self, manager: &str) -> Writer {
        let agent = self.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Writer::new(manager, agent.unwrap_or_default(), &self.resource.version, &self.api.clock)
    }

    /// Reads the body.
    pub(crate) async fn bytes(&mut self) -> Result<Bytes, Failure> {
        let body = self.body.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let bytes = match body {
            Some(body) => read_body(body).await?,
            None => Bytes::new(),
        };
        self.is_read.store(true, Ordering::Relaxed);
        Ok(bytes)
    }

    /// How an object in the body is written.
    pub(crate) fn format(&self) -> Result<BodyFormat, Failure> {
        match self.resource.shared.role {
            Role::Namespaces => BodyFormat::of_builtin(&self.headers),
            Role::Custom | Role::Definitions => BodyFormat::of(&self.headers),
        }
    }

    /// Reads the options of a deletion; none where the body is empty.
    pub(crate) async fn options_body(&mut self) -> Result<Option<ObjectBody>, Failure> {
        let bytes = self.bytes().await?;
        if bytes.is_empty() {
            return Ok(None);
        }
        Ok(Some(ObjectBody { format: BodyFormat::of(&self.headers)?, bytes }))
    }

    /// An object or a list in the form that the client wants.
    pub(crate) fn answer(&self, code: u16, output: Output, object: Value) -> Result<Answer, Failure> {
        let shown = self.shown(&output.shape, object, table::Headers::Shown)?;
        Ok(Answer { code, output, content: Content::Object(shown) })
    }

    /// What a client sees of an object or a list. A `Status` is always shown as it is.
    ///
    /// Source: `doTransformObject` in `apiserver pkg/endpoints/handlers/response.go`.
    pub(crate) fn shown(
        &self,
        shape: &Shape,
        object: Value,
        headers: table::Headers,
    ) -> Result<Value, Failure> {
        if object.get("kind").and_then(Value::as_str) == Some("Status") {
            return Ok(object);
        }
        let is_list =
            object.get("items").is_some_and(Value::is_array) && meta::field(&object, "name").is_none();
        match shape {
            Shape::Whole => Ok(object),
            Shape::Table(version) => {
                let include = table::Include::parse(self.query.get("includeObject"))?;
                let now = self.api.clock.now();
                Ok(table::table(&self.resource.columns, &object, version, include, headers, now))
            }
            Shape::Metadata(_) if is_list => Err(Failure::wrong_shape(
                "you requested PartialObjectMetadata, but the requested object is a list \
                 (*unstructured.UnstructuredList)",
            )),
            Shape::Metadata(version) => Ok(table::partial(&object, version)),
            // Quirk: it says so with 500 (`apimachinery pkg/api/meta/help.go`).
            Shape::MetadataList(_) if !is_list => Err(Failure::of_storage("content is not a list")),
            Shape::MetadataList(version) => Ok(table::partial_list(&object, version)),
        }
    }
}
