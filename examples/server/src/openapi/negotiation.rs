//! `Accept`.
//!
//! Source: `munnerz/goautoneg autoneg.go`, as `kube-openapi pkg/handler/handler.go` asks it.

use axum::http::{HeaderMap, header};

/// The first of `offered` that the client likes best; without the header it likes all of them.
pub(super) fn accepted<'o>(headers: &HeaderMap, offered: &[&'o str]) -> Option<&'o str> {
    let asked = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut clauses: Vec<_> = asked.flat_map(|value| value.split(',')).filter_map(clause).collect();
    if clauses.is_empty() {
        return offered.first().copied();
    }
    clauses.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let offer = |range: &str| offered.iter().copied().find(|offer| matches(range, offer));
    clauses.iter().find_map(|(range, _)| offer(range))
}

/// A range and its quality; none where the client does not want it.
fn clause(text: &str) -> Option<(String, f64)> {
    let mut parts = text.split(';').map(str::trim);
    let range = parts.next().filter(|range| !range.is_empty())?.to_ascii_lowercase();
    let quality =
        parts.find_map(|parameter| parameter.strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(1.0));
    (quality > 0.0).then_some((range, quality))
}

fn matches(range: &str, offer: &str) -> bool {
    range == "*/*" || range == offer || range.strip_suffix('*').is_some_and(|range| offer.starts_with(range))
}
