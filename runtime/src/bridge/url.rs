//! url 2.

use url::Url;

use crate::describe::{CrdSchema, Facet, Shape, TypeDesc};

impl CrdSchema for Url {
    // The format also accepts paths, and what has no host. `Url` reads a host behind two slashes in any scheme; behind fewer or more
    // it depends on the scheme, of which no short pattern knows more than that `file` needs no host.
    const SCHEMA: &'static TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[
            Facet::Format("uri"),
            Facet::Pattern(concat!(
                r"^[A-Za-z][A-Za-z0-9+.-]*:(//([^/?]*@)?",
                r#"(\[[\dA-Fa-f:.]+\]|[!"$&-.\w;=~]+)"#,
                r"(:0*(6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|\d{0,4}))?([/?]|$)",
                r"|(/?|///+)[^/?#\\])|^[Ff][Ii][Ll][Ee]:/*([?#]|$)",
            )),
            Facet::Respelled,
        ],
    };
}
