//! `crd-schema explain`.

use crd_schema::api::CrdSpec;
use crd_schema::lint::{lint_rules, rule_named};
use crd_schema::openapi::{openapi_metadata_v3, openapi_v3};
use crd_schema_go::kube_version;
use serde_json::{Map, Value};

use super::crds::{self, Crd};
use crate::cli::Explain;
use crate::exit::{Failure, Outcome};
use crate::explain::{Depth, NoField, Resource};
use crate::output::Output;

pub(crate) fn run(arguments: &Explain, out: &mut Output) -> Result<Outcome, Failure> {
    match &arguments.what {
        Some(field) if !arguments.crd.is_empty() => out.data(&explain_field(arguments, field)?)?,
        Some(id) => match lint_rules().iter().find(|rule| rule.id == id) {
            Some(rule) => out.data(rule.page)?,
            None => writeln!(out, "{}", without_page(id)?)?,
        },
        None => list(out)?,
    }
    Ok(Outcome::Fine)
}

fn list(out: &mut Output) -> std::io::Result<()> {
    let width = lint_rules().iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    for rule in lint_rules() {
        writeln!(out, "{:width$}  {}", rule.id, rule.summary)?;
    }
    Ok(())
}

/// Rules about Rust types have none.
fn without_page(id: &str) -> Result<String, Failure> {
    let id = rule_named(id).map_err(|error| Failure::unusable(error.to_string()))?;
    Ok(format!("{id} is about Rust types; the warning that an export test prints says what to do"))
}

fn explain_field(arguments: &Explain, field: &str) -> Result<String, Failure> {
    let mut steps = field.split('.');
    let resource = steps.next().unwrap_or_default();
    let path: Vec<_> = steps.collect();
    let crds = crds::read(&arguments.crd)?;
    let (crd, version) = find(&crds, resource, arguments.api_version.as_deref())?;
    let spec = crd.definition.spec.clone().unwrap_or_default();
    let group = spec.group.as_deref().unwrap_or_default();
    let kind = spec.names.as_ref().and_then(|names| names.kind.as_deref()).unwrap_or_default();
    let mut definitions = openapi_metadata_v3();
    definitions.extend(openapi_v3(&crd.definition, &version).unwrap_or_default());
    let json = serde_json::to_value(&definitions).map_err(|error| Failure::unusable(error.to_string()))?;
    let definitions = json.as_object().cloned().unwrap_or_default();
    let Some(schema) = schema_of(&definitions, group, &version, kind) else {
        return Err(Failure::unusable(format!(
            "{}: the schema of {version} is not structural",
            crds::at(&crd.object)
        )));
    };
    let resource = Resource { group, version: &version, kind, schema, definitions: &definitions };
    let depth = if arguments.recursive { Depth::All } else { Depth::Fields };
    resource.page(&path, depth).map_err(|error| Failure::unusable(without_field(field, &error)))
}

fn without_field(field: &str, error: &NoField) -> String {
    let missing = format!("{field}: field {:?} does not exist", error.field);
    match error.known.as_slice() {
        [] => format!("{missing}: there are no fields"),
        known => format!("{missing}: there are {}", known.join(", ")),
    }
}

/// The definition whose kind this is.
fn schema_of<'d>(
    definitions: &'d Map<String, Value>,
    group: &str,
    version: &str,
    kind: &str,
) -> Option<&'d Value> {
    let wanted = serde_json::json!({"group": group, "version": version, "kind": kind});
    definitions.values().find(|schema| {
        let kinds = schema.get("x-kubernetes-group-version-kind").and_then(Value::as_array);
        kinds.into_iter().flatten().any(|kind| *kind == wanted)
    })
}

/// The CRD and the version of a resource.
fn find<'c>(
    crds: &'c [Crd],
    resource: &str,
    api_version: Option<&str>,
) -> Result<(&'c Crd, String), Failure> {
    let mut found = Vec::new();
    for crd in crds {
        let Some(spec) = &crd.definition.spec else { continue };
        if !is_called(spec, resource) {
            continue;
        }
        let group = spec.group.as_deref().unwrap_or_default();
        let served = spec.versions.iter().flatten().filter(|version| version.served == Some(true));
        let names = served.filter_map(|version| version.name.as_deref());
        let names = names.filter(|name| api_version.is_none_or(|wanted| wanted == format!("{group}/{name}")));
        if let Some(newest) = names.max_by(|one, other| kube_version::compare(one, other)) {
            found.push((crd, newest.to_owned()));
        }
    }
    match found.as_slice() {
        [(crd, version)] => Ok((*crd, version.clone())),
        [] => Err(Failure::unusable(unknown(crds, resource, api_version))),
        several => {
            let names: Vec<_> = several.iter().map(|(crd, _)| crd.name()).collect();
            let which = "say which with --api-version";
            Err(Failure::unusable(format!(
                "several resources are called {resource:?}: {}; {which}",
                names.join(", ")
            )))
        }
    }
}

fn unknown(crds: &[Crd], resource: &str, api_version: Option<&str>) -> String {
    let names: Vec<_> = crds.iter().map(Crd::name).collect();
    let of = api_version.map(|version| format!(" in {version}")).unwrap_or_default();
    format!("no CRD has a resource {resource:?}{of} that is served; there are {}", names.join(", "))
}

fn is_called(spec: &CrdSpec, resource: &str) -> bool {
    let Some(names) = &spec.names else { return false };
    let all = [&names.plural, &names.singular, &names.kind];
    let all = all.into_iter().flatten().chain(names.short_names.iter().flatten());
    let resource = resource.to_lowercase();
    all.into_iter().any(|name| name.to_lowercase() == resource)
}
