//! `crd-schema check-update`.

use std::slice;

use crd_schema::serve::{Rejection, ServeOptions};
use crd_schema::{ServedVersion, Violations};
use serde_json::{Value, json};

use super::crds::{at, name};
use super::served::{Served, warning_place};
use crate::cli::{CheckUpdate, FindingFormat};
use crate::exit::{Failure, Outcome};
use crate::input::{self, FileName, Object};
use crate::output::Output;
use crate::report::{Entry, Report, Severity};

pub(crate) fn run(arguments: &CheckUpdate, out: &mut Output) -> Result<Outcome, Failure> {
    let (old, new) = (slice::from_ref(&arguments.old), slice::from_ref(&arguments.new));
    input::check_stdin(&[&arguments.crd, old, new])?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let mut served = Served::with_options(&arguments.crd, options)?;
    let (old, new) = (only_object(old)?, only_object(new)?);
    let version = served.of(&new)?;
    same_object(&version, &old, &new)?;
    match check(arguments, &version, &old, &new) {
        Ok(outcome) => report(arguments, &version, (&old, &new), &Violations::new(), &outcome.warnings, out),
        Err(Rejection::Invalid(violations)) => {
            let warnings: Vec<_> = version.deprecation_warning().map(str::to_owned).into_iter().collect();
            report(arguments, &version, (&old, &new), &violations, &warnings, out)
        }
        Err(undecodable) => Err(Failure::unusable(format!("{}: {undecodable}", at(&new)))),
    }
}

pub(super) fn only_object(argument: &[FileName]) -> Result<Object, Failure> {
    let mut objects = input::all_objects(argument)?;
    let named = || argument.iter().map(ToString::to_string).collect::<String>();
    match (objects.pop(), objects.len()) {
        (Some(object), 0) => Ok(object),
        (None, _) => Err(Failure::unusable(format!("{}: there is no object", named()))),
        (Some(_), others) => {
            Err(Failure::unusable(format!("{}: {} objects, where one is needed", named(), others + 1)))
        }
    }
}

/// An update keeps group, kind, namespace and name; the version of OLD may be another one.
pub(super) fn same_object(version: &ServedVersion, old: &Object, new: &Object) -> Result<(), Failure> {
    let group = old.text("apiVersion").rsplit_once('/').map_or("", |(group, _)| group);
    if (group, old.text("kind")) != (version.group(), version.kind()) {
        let (kind, group) = (version.kind(), version.group());
        return Err(Failure::unusable(format!("{}: OLD is no {kind} of {group}", at(old))));
    }
    let identity = |object: &Object| {
        let namespace = object.value().pointer("/metadata/namespace").and_then(Value::as_str);
        (namespace.unwrap_or_default().to_owned(), name(object.value()).to_owned())
    };
    if identity(old) == identity(new) {
        return Ok(());
    }
    let (old, new) = (identity(old), identity(new));
    Err(Failure::unusable(format!("OLD is {}/{}, NEW is {}/{}", old.0, old.1, new.0, new.1)))
}

fn check(
    arguments: &CheckUpdate,
    version: &ServedVersion,
    old: &Object,
    new: &Object,
) -> Result<crd_schema::serve::Outcome, Rejection> {
    match arguments.subresource {
        Some(_) => version.update_status(old.value(), new.value().clone()),
        None => version.update(old.value(), new.value().clone()),
    }
}

fn report(
    arguments: &CheckUpdate,
    version: &ServedVersion,
    (old, new): (&Object, &Object),
    violations: &Violations,
    warnings: &[String],
    out: &mut Output,
) -> Result<Outcome, Failure> {
    if arguments.findings.output == FindingFormat::Json {
        let allowed = violations.is_empty();
        let rejection = Rejection::Invalid(violations.clone());
        let status = (!allowed).then(|| version.status(name(new.value()), &rejection));
        out.json(&json!({"allowed": allowed, "status": status, "warnings": warnings}))?;
        return Ok(if allowed { Outcome::Fine } else { Outcome::Findings });
    }
    let mut report = Report::new(&arguments.findings, out);
    for (place, message) in old.duplicate_keys().chain(new.duplicate_keys()) {
        report.add(Entry::plain(Severity::Warning, place, message));
    }
    for warning in warnings {
        report.add(Entry::plain(Severity::Warning, warning_place(new, warning), warning));
    }
    for violation in violations {
        report.add(Entry::plain(Severity::Error, new.place(violation.path()), violation.to_string()));
    }
    Ok(report.finish()?)
}
