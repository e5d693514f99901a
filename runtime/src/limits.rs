//! Bounds of ours where Kubernetes' are wider: its decoder allows 10,000 levels.
//!
//! Knows nothing of: any other module.

/// How many levels of lists and objects a value may have.
pub(crate) const MAX_DEPTH: usize = 256;

/// How much of a request is read, and how much may become of it.
///
/// ```
/// use crd_schema::serve::{FieldValidation, Limits, ServeOptions};
/// use crd_schema::{CustomResourceDefinition, ServedVersion};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Job", "plural": "jobs"},
///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
/// }}))?;
/// let options = ServeOptions::default().limits(Limits::default().body(1000));
/// let served = ServedVersion::with_options(&crd, "v1", options)?;
/// let refused = served.decode_json(&[b' '; 1001], FieldValidation::Warn).expect_err("it is too long");
/// let status = served.status("a", &refused);
/// assert_eq!((status.code(), status.message()), (413, "Request entity too large: limit is 1000"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg(feature = "serve")]
pub struct Limits {
    body: usize,
    depth: usize,
    defaults: Option<usize>,
}

#[cfg(feature = "serve")]
impl Default for Limits {
    /// A body of 3 MiB, as servers read (`apiserver pkg/server/config.go`, `MaxRequestBodyBytes`), 256 levels, and defaults of
    /// 3 MiB.
    fn default() -> Self {
        Self { body: 3 << 20, depth: MAX_DEPTH, defaults: None }
    }
}

#[cfg(feature = "serve")]
impl Limits {
    /// The longest body, in bytes; whoever reads it from a connection is to stop there, too.
    ///
    /// ```
    /// use crd_schema::serve::Limits;
    ///
    /// assert_eq!(Limits::default(), Limits::default().body(3 * 1024 * 1024));
    /// ```
    #[must_use]
    pub fn body(self, bytes: usize) -> Self {
        Self { body: bytes, ..self }
    }

    /// The most levels of lists and objects in an object of a request, at most 256; stored ones always have so many.
    ///
    /// ```
    /// use crd_schema::serve::Limits;
    ///
    /// assert_eq!(Limits::default(), Limits::default().depth(1000));
    /// ```
    #[must_use]
    pub fn depth(self, levels: usize) -> Self {
        Self { depth: levels.min(MAX_DEPTH), ..self }
    }

    /// The most bytes of JSON that defaults may add to an object, of a request or from storage; as many as a body may have,
    /// unless it is said here.
    ///
    /// A list item of three bytes may get a default of ten thousand. A server fills in all of it and then fails to store the
    /// object: etcd takes 1.5 MiB at most. Here the same error ends it before memory is taken.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crd_schema::serve::{Limits, ServeOptions};
    /// use crd_schema::ServedVersion;
    /// use serde_json::json;
    ///
    /// let options = ServeOptions::default().limits(Limits::default().defaults(10));
    /// let served = ServedVersion::with_options(&crd()?, "v1", options)?;
    /// let refused = served.decode(job(json!({}))).expect_err(r#""retries":3 has 11 bytes"#);
    /// let status = served.status("a", &refused);
    /// assert_eq!((status.code(), status.message()), (500, "etcdserver: request is too large"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn defaults(self, bytes: usize) -> Self {
        Self { defaults: Some(bytes), ..self }
    }

    /// What defaults may add to an object.
    pub(crate) fn growth(self) -> usize {
        self.defaults.unwrap_or(self.body)
    }

    /// The limit of what is too long.
    pub(crate) fn exceeded_by(self, body: &[u8]) -> Option<usize> {
        (body.len() > self.body).then_some(self.body)
    }

    pub(crate) fn levels(self) -> usize {
        self.depth
    }
}

/// How many wire objects may stand in each other; a schema takes one level of them and two of JSON.
///
/// Reading a level of `properties` takes 18 kB of stack in a debug build, and a thread has 2 MiB.
pub(crate) const MAX_NESTING: usize = 80;

/// How many nodes a JSON Schema may have with every reference in its place: types that name each other twice double at
/// each step.
pub(crate) const MAX_SCHEMA_NODES: usize = 20_000;

/// How many bytes the messages about one value may have: what is found below a long key repeats the key each time.
const MAX_REPORT: usize = 16 << 20;

/// How many bytes have been reported: the first of it, however long, and then as much as is allowed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reported(usize);

impl Reported {
    /// Whether so many bytes more are reported.
    pub(crate) fn takes(&mut self, bytes: usize) -> bool {
        let is_first = self.0 == 0;
        self.0 = self.0.saturating_add(bytes);
        is_first || self.0 <= MAX_REPORT
    }
}
