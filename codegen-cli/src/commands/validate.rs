//! `crd-schema validate`.

use std::collections::HashSet;

use crd_schema::ServedVersion;
use crd_schema::path::FieldPathBuf;
use crd_schema::serve::{Decoded, Rejection, ServeOptions};

use super::crds::{at, name};
use super::previous::Previous;
use super::served::{Served, warning_place};
use crate::cli::{UnknownFields, Validate};
use crate::exit::{Failure, Outcome};
use crate::input::{self, Inputs, Object, Place};
use crate::output::Output;
use crate::report::{Entry, Report, Severity};
use crate::walk;

pub(crate) fn run(arguments: &Validate, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects, &arguments.old])?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let mut served = Served::with_options(&arguments.crd, options)?;
    let stored = Previous::read(&arguments.old, |object| object)?;
    let mut report = Report::new(&arguments.findings, out);
    let (mut inputs, mut unusable, mut bad) = (Inputs::default(), Vec::new(), Definitions::Good);
    let walk::Files { files, failures } = walk::files(&arguments.objects);
    unusable.extend(failures);
    for (file, origin) in files {
        let objects = kept(inputs.objects(&file, origin), &mut unusable)?;
        for object in objects.into_iter().flatten() {
            let version = found(served.find(&object), &mut report, &mut bad);
            let Some(version) = kept(version, &mut unusable)?.flatten() else { continue };
            if served.is_unserved(&version) {
                report.add(unserved(&version, &object));
                continue;
            }
            let old = stored.find(&version, object.value());
            let validated = validated(arguments, &version, old, &object, &mut report);
            kept(validated, &mut unusable)?;
        }
    }
    if unusable.is_empty() {
        kept(inputs.finish(&arguments.objects), &mut unusable)?;
    }
    served.finish();
    let outcome = report.finish()?;
    if !unusable.is_empty() || bad == Definitions::Bad {
        // What is wrong with a CRD is wrong for each of its objects.
        let mut reported = HashSet::new();
        unusable.retain(|line| reported.insert(line.clone()));
        return Err(Failure::Unusable(unusable));
    }
    Ok(outcome)
}

/// Whether a CRD was met that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definitions {
    Good,
    Bad,
}

/// What is wrong with a CRD is a finding like others, once for all of its objects.
fn found<T>(
    result: Result<Option<T>, Failure>,
    report: &mut Report<'_>,
    bad: &mut Definitions,
) -> Result<Option<T>, Failure> {
    match result {
        Err(Failure::Definition(entries)) => {
            *bad = Definitions::Bad;
            report.add_all(entries);
            Ok(None)
        }
        other => other,
    }
}

/// Unusable files are reported at the end: users want the findings of the other files, too.
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

fn validated(
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
    let reported = decoded.warnings.len();
    warn(new, decoded.warnings.iter().map(String::as_str), report);
    match arguments.field_validation {
        UnknownFields::Strict => {
            let error = |(place, text)| {
                Entry::plain(Severity::Error, place, format!("strict decoding error: {text}"))
            };
            let mut errors = notices(new, &decoded).map(error).peekable();
            if errors.peek().is_some() {
                report.add_all(errors);
                return Ok(());
            }
        }
        UnknownFields::Warn => {
            let warning = |(place, text)| Entry::plain(Severity::Warning, place, text);
            report.add_all(notices(new, &decoded).map(warning));
        }
        UnknownFields::Ignore => {}
    }
    match write(arguments, version, old, new, decoded)? {
        Ok(outcome) => warn(new, outcome.warnings.iter().skip(reported).map(String::as_str), report),
        Err(rejection) => refused(version, new, &rejection, report),
    }
    Ok(())
}

/// What a server warns of beside fields.
fn warn<'w>(object: &Object, warnings: impl IntoIterator<Item = &'w str>, report: &mut Report<'_>) {
    for warning in warnings {
        report.add(Entry::plain(Severity::Warning, warning_place(object, warning), warning));
    }
}

/// Repeated and unknown fields, in the words of the server.
fn notices<'o>(object: &'o Object, decoded: &'o Decoded) -> impl Iterator<Item = (Place, String)> + 'o {
    let repeated = object.duplicate_keys().map(|(place, message)| (place, message.to_owned()));
    let unknown = |path| (object.key_place(path), format!("unknown field \"{path}\""));
    repeated.chain(decoded.removed.iter().map(unknown))
}

fn write(
    arguments: &Validate,
    version: &ServedVersion,
    old: Option<&Object>,
    new: &Object,
    decoded: Decoded,
) -> Result<Result<crd_schema::serve::Outcome, Rejection>, Failure> {
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
