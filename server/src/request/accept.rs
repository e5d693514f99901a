//! `Accept`: in what form a client wants the answer.
//!
//! Source: `apiserver pkg/endpoints/handlers/negotiation/negotiate.go`, `pkg/endpoints/handlers/response.go`;
//! `munnerz/goautoneg autoneg.go`.

use axum::http::{HeaderMap, header};

use crate::failure::Failure;

/// In what an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Json,
    Yaml,
}

impl Format {
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Yaml => "application/yaml",
        }
    }
}

/// What is shown of objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    /// All.
    #[default]
    Whole,
    /// A row for each, in a version of `meta.k8s.io`.
    Table(String),
    /// The metadata, in a version of `meta.k8s.io`.
    Metadata(String),
    /// The same for lists.
    MetadataList(String),
}

/// The form of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) format: Format,
    pub(crate) shape: Shape,
}

/// The media types that answers may have, as an error lists them.
const OFFERED: &str = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

impl Output {
    /// The form that a client likes best; without the header it is JSON.
    ///
    /// # Errors
    /// It likes none of them.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Failure> {
        let clauses = clauses(headers);
        if clauses.is_empty() {
            return Ok(Self::default());
        }
        let found = clauses.iter().find_map(Self::of_clause);
        found.ok_or_else(|| Failure::not_acceptable(OFFERED))
    }

    fn of_clause(clause: &Clause) -> Option<Self> {
        let format = match clause.range.as_str() {
            "application/json" | "application/*" | "*/*" => Format::Json,
            "application/yaml" => Format::Yaml,
            _ => return None,
        };
        Some(Self { format, shape: clause.shape()? })
    }

    /// The version of aggregated discovery that a client wants, if it does.
    ///
    /// Source: `apiserver pkg/endpoints/discovery/aggregated/wrapper.go`.
    pub(crate) fn aggregated_discovery(headers: &HeaderMap) -> Option<&'static str> {
        let first = clauses(headers).into_iter().next()?;
        let is_list = first.parameter("as") == Some("APIGroupDiscoveryList")
            && first.parameter("g") == Some("apidiscovery.k8s.io");
        match first.parameter("v") {
            Some("v2") if is_list => Some("v2"),
            Some("v2beta1") if is_list => Some("v2beta1"),
            _ => None,
        }
    }

    /// The form of errors, which are never refused.
    pub(crate) fn of_errors(headers: &HeaderMap) -> Format {
        let format = clauses(headers).iter().find_map(|clause| match clause.range.as_str() {
            "application/json" | "application/*" | "*/*" => Some(Format::Json),
            "application/yaml" => Some(Format::Yaml),
            _ => None,
        });
        format.unwrap_or_default()
    }
}

/// A range of media types that a client accepts.
#[derive(Clone, Debug, PartialEq)]
struct Clause {
    range: String,
    quality: f64,
    parameters: Vec<(String, String)>,
}

impl Clause {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(';').map(str::trim);
        let range = parts.next().filter(|range| !range.is_empty())?.to_ascii_lowercase();
        let mut clause = Self { range, quality: 1.0, parameters: Vec::new() };
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let value = value.trim_matches('"');
            if name == "q" {
                clause.quality = value.parse().unwrap_or(1.0);
            } else {
                clause.parameters.push((name.to_owned(), value.to_owned()));
            }
        }
        (clause.quality > 0.0).then_some(clause)
    }

    fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// None where it asks for what no object can be shown as.
    fn shape(&self) -> Option<Shape> {
        if self.parameter("sv").is_some_and(|version| !version.is_empty() && version != "v1")
            || self.parameter("stream").is_some_and(|stream| !stream.is_empty() && stream != "watch")
        {
            return None;
        }
        let (kind, group, version) = (self.parameter("as"), self.parameter("g"), self.parameter("v"));
        if kind.is_none() && group.is_none() && version.is_none() {
            return Some(Shape::Whole);
        }
        let version = version.filter(|version| matches!(*version, "v1" | "v1beta1"))?.to_owned();
        if group != Some("meta.k8s.io") {
            return None;
        }
        match kind? {
            "Table" => Some(Shape::Table(version)),
            "PartialObjectMetadata" => Some(Shape::Metadata(version)),
            "PartialObjectMetadataList" => Some(Shape::MetadataList(version)),
            _ => None,
        }
    }
}

/// The clauses, the best first.
fn clauses(headers: &HeaderMap) -> Vec<Clause> {
    let asked = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut clauses: Vec<_> = asked.flat_map(|value| value.split(',')).filter_map(Clause::parse).collect();
    clauses.sort_by(|one, other| other.quality.total_cmp(&one.quality));
    clauses
}

/// The first of `offered` that the client likes best, parameters not being compared; without the header it likes all of them.
pub(crate) fn accepted<'o>(headers: &HeaderMap, offered: &[&'o str]) -> Option<&'o str> {
    let clauses = clauses(headers);
    if clauses.is_empty() {
        return offered.first().copied();
    }
    let matches = |range: &str, offer: &str| {
        range == "*/*"
            || range == offer
            || range.strip_suffix('*').is_some_and(|range| offer.starts_with(range))
    };
    let offer = |clause: &Clause| offered.iter().copied().find(|offer| matches(&clause.range, offer));
    clauses.iter().find_map(offer)
}
