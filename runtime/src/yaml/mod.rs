//! Reads YAML and JSON files as kubectl reads them, and writes YAML as Kubernetes' tools write it.
//!
//! kubectl reads YAML 1.1 through `sigs.k8s.io/yaml`: `yes` is a boolean, `0755` is 493, a whole
//! float is an integer, and a stream is cut at each line that begins with `---` before any parser
//! sees it. What cannot be read alike is refused with a position and a reason; it is never read as
//! another value.
//!
//! ```
//! use crd_schema::yaml::{Step, read_stream, to_string};
//!
//! let documents = read_stream(b"kind: Job\nspec:\n  mode: 0755\n  on: 2.0\n")?;
//! let document = &documents[0];
//! assert_eq!(document.value()["spec"]["mode"], 493);
//! assert_eq!(document.value()["spec"]["true"], 2);
//!
//! let place = document.locate(&[Step::Key("spec"), Step::Key("mode")]).unwrap();
//! assert_eq!(place.to_string(), "3:9");
//! assert_eq!(to_string(document.value())?, "kind: Job\nspec:\n  mode: 493\n  \"true\": 2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compose;
mod decode;
mod document;
mod entries;
mod go_number;
mod go_text;
mod json;
mod position;
mod scalar;
mod stream;
mod text;
mod tree;
mod write;

pub use document::{Document, DuplicateKey, Step};
pub use position::{Position, ReadError};
#[cfg(feature = "serve")]
pub(crate) use stream::first_document;
pub use stream::read_stream;
pub use write::{WriteError, to_string};

/// How deeply lists and maps may nest, in YAML and in JSON, counted through aliases and merges.
///
/// A known difference from Go, which stops at 10,000 (`go.yaml.in/yaml/v2` `scannerc.go`).
pub const MAX_DEPTH: usize = 256;
