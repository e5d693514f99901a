//! Host names, and the names of Kubernetes.
//!
//! Source: `strfmt/default.go`, `IsHostname`; `strfmt/kubernetes-extensions.go`.

use std::sync::LazyLock;

use crate::pattern::Pattern;

/// What upstream asks of a host name, symbols and letters of all scripts included.
static HOSTNAME: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    let any = r"[a-zA-Z0-9\p{S}\p{L}]";
    let alone = format!(r"{any}((-?{any}{{0,62}})?)");
    let label = format!(r"({any}(([a-zA-Z0-9-\p{{S}}\p{{L}}]{{0,61}}{any})?)(\.)){{1,}}");
    Pattern::compile(&format!(r"^({alone}|{label}([a-zA-Z\p{{L}}]){{2,63}})$")).ok()
});

pub(super) fn is_hostname(text: &str) -> bool {
    let fits = text.len() <= 255 && text.split('.').all(|part| part.len() <= 63);
    fits && HOSTNAME.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

pub(super) fn is_short_name(text: &str) -> bool {
    text.len() <= 63 && is_label(text)
}

pub(super) fn is_long_name(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_label)
}

fn is_label(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && !text.starts_with('-') && !text.ends_with('-') && text.bytes().all(inner)
}
