//! Definitions that `kubectl apply` cannot keep a copy of.

use crate::lowering::Note;
use crate::path::FieldPath;
use crate::wire::CustomResourceDefinition;

/// How much all annotations of an object may take, `TotalAnnotationSizeLimitB` of
/// `k8s.io/apimachinery pkg/api/validation/objectmeta.go`.
const LIMIT: usize = 262_144;

/// A note when the copy would not fit; what cannot be written has no size.
pub(super) fn note(crd: &CustomResourceDefinition) -> Option<Note> {
    let size = serde_json::to_vec(crd).ok()?.len();
    (size > LIMIT).then(|| {
        let text = format!(
            "takes {size} bytes as JSON, and `kubectl apply` keeps a copy in an annotation, where {LIMIT} fit; shorten the \
             descriptions with `#[crd(max_desc_len = …)]`, or use `kubectl apply --server-side`"
        );
        Note::new(&FieldPath::ROOT, text).of("crd-too-big")
    })
}
