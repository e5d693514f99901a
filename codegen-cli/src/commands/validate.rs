//! `crd-schema validate`.

use std::collections::HashSet;
use std::io::Write;

use crd_schema::{Decoded, FieldPathBuf, Rejection, ServeOptions, ServedVersion};
use serde_json::Value;

use super::crds::{at, name};
use super::served::{Served, warning_place};
use super::unrun::UnrunRules;
use crate::cli::{UnknownFields, Validate};
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Inputs, Object, Place};
use crate::report::{Entry, Report, Severity};

pub(crate) fn run(arguments: &Validate, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let inputs = arguments.objects.iter().chain(&arguments.old);
    if inputs.filter(|file| *file == "-").count() > 1 {
        return Err(Failure::unusable("standard input can be read once only"));
    }
    let options = ServeOptions::default().server_version(arguments.server_version);
    let mut served = Served::with_options(&arguments.crd, options)?;
    let stored = arguments.old.as_deref().map_or(Ok(Vec::new()), stored)?;
    let (mut report, mut unrun) = (Report::new(&arguments.findings, out), UnrunRules::default());
    let (mut inputs, mut unusable) = (Inputs::default(), Vec::new());
    for file in &arguments.objects {
        let objects = kept(inputs.objects(file), &mut unusable)?;
        for object in objects.into_iter().flatten() {
            let Some(version) = kept(served.find(&object), &mut unusable)?.flatten() else { continue };
            if served.is_unserved(&version) {
                report.add(unserved(&version, &object));
                continue;
            }
            let old = stored.iter().find(|old| is_stored_as(&version, old, &object));
            let judged = judge(arguments, &version, old, &object, &mut report);
            if kept(judged, &mut unusable)?.is_some() {
                unrun.note(&version);
            }
        }
    }
    kept(inputs.finish(), &mut unusable)?;
    kept(served.finish(), &mut unusable)?;
    for (member, value) in unrun.members() {
        report.beside(member, value);
    }
    let outcome = unrun.finish(arguments.require_complete.into(), report.finish()?);
    if !unusable.is_empty() {
        // What is wrong with a CRD is wrong for each of its objects.
        let mut told = HashSet::new();
        unusable.retain(|line| told.insert(line.clone()));
        return Err(Failure::Unusable(unusable));
    }
    Ok(outcome)
}

/// What is there now; that nothing is may be so, and may be a slip.
fn stored(file: &str) -> Result<Vec<Object>, Failure> {
    let objects = input::objects(file)?;
    if objects.is_empty() {
        say(&input::without_objects(file));
    }
    Ok(objects)
}

/// What cannot be used is told at the end: what is found in the other files is wanted all the same.
fn kept<T>(result: Result<T, Failure>, unusable: &mut Vec<String>) -> Result<Option<T>, Failure> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Unusable(lines)) => {
            unusable.extend(lines);
            Ok(None)
        }
        Err(failure) => Err(failure),
    }
}

fn unserved(version: &ServedVersion, object: &Object) -> Entry {
    let text =
        format!("version {:?} of the CRD is not served: requests for it end with 404", version.version());
    Entry::plain(Severity::Error, object.place(&FieldPathBuf::from_properties(["apiVersion"])), text)
}

/// Whether `old` is the object that `new` takes the place of; a namespace that `new` does not give is that of `old`.
fn is_stored_as(version: &ServedVersion, old: &Object, new: &Object) -> bool {
    let group = old.text("apiVersion").rsplit_once('/').map_or("", |(group, _)| group);
    let namespace = |object: &Object| text(object.value(), "/metadata/namespace").to_owned();
    (group, old.text("kind")) == (version.group(), version.kind())
        && !name(new.value()).is_empty()
        && name(old.value()) == name(new.value())
        && (namespace(new).is_empty() || namespace(old) == namespace(new))
}

fn text<'o>(object: &'o Value, pointer: &str) -> &'o str {
    object.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

fn judge(
    arguments: &Validate,
    version: &ServedVersion,
    old: Option<&Object>,
    new: &Object,
    report: &mut Report<'_>,
) -> Result<(), Failure> {
    let decoded = match version.decode(new.value().clone()) {
        Ok(decoded) => decoded,
        Err(rejection) => {
            warn(new, version.deprecation_warning(), report);
            refused(version, new, &rejection, report);
            return Ok(());
        }
    };
    let told = decoded.warnings.len();
    warn(new, decoded.warnings.iter().map(String::as_str), report);
    let said = notices(new, &decoded);
    match arguments.field_validation {
        UnknownFields::Strict if !said.is_empty() => {
            let error = |(place, text)| {
                Entry::plain(Severity::Error, place, format!("strict decoding error: {text}"))
            };
            said.into_iter().map(error).for_each(|entry| report.add(entry));
            return Ok(());
        }
        UnknownFields::Warn => {
            let warning = |(place, text)| Entry::plain(Severity::Warning, place, text);
            said.into_iter().map(warning).for_each(|entry| report.add(entry));
        }
        UnknownFields::Ignore | UnknownFields::Strict => {}
    }
    match write(arguments, version, old, new, decoded)? {
        Ok(outcome) => warn(new, outcome.warnings.iter().skip(told).map(String::as_str), report),
        Err(rejection) => refused(version, new, &rejection, report),
    }
    Ok(())
}

/// What a server warns of beside members.
fn warn<'w>(object: &Object, warnings: impl IntoIterator<Item = &'w str>, report: &mut Report<'_>) {
    for warning in warnings {
        report.add(Entry::plain(Severity::Warning, warning_place(object, warning), warning));
    }
}

/// Repeated and unknown members, in the words of the server.
fn notices(object: &Object, decoded: &Decoded) -> Vec<(Place, String)> {
    let repeated = object.duplicate_keys().map(|(place, message)| (place, message.to_owned()));
    let unknown = |path| (object.key_place(path), format!("unknown field \"{path}\""));
    repeated.chain(decoded.removed.iter().map(unknown)).collect()
}

fn write(
    arguments: &Validate,
    version: &ServedVersion,
    old: Option<&Object>,
    new: &Object,
    decoded: Decoded,
) -> Result<Result<crd_schema::Outcome, Rejection>, Failure> {
    let Some(old) = old else {
        return match arguments.subresource {
            None => Ok(version.create_decoded(decoded)),
            Some(_) => Err(Failure::unusable(format!("{}: there is no such stored object", at(new)))),
        };
    };
    let stored = version
        .read(old.value().clone())
        .map_err(|error| Failure::unusable(format!("{}: {error}", at(old))))?;
    Ok(match arguments.subresource {
        Some(_) => version.update_status_decoded(&stored, decoded),
        None => version.update_decoded(&stored, decoded),
    })
}

fn refused(version: &ServedVersion, object: &Object, rejection: &Rejection, report: &mut Report<'_>) {
    if let Rejection::Invalid(violations) = rejection {
        for violation in violations {
            report.add(Entry::plain(Severity::Error, object.place(violation.path()), violation.to_string()));
        }
        return;
    }
    let status = version.status(name(object.value()), rejection);
    report.add(Entry::plain(Severity::Error, object.start(), status.message()));
}
