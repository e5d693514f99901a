//! `crd-schema lower`.

use crd_schema::crd::{Lowering, Note, admission_policy, lower_definition_allowing};
use crd_schema::path::FieldPathBuf;
use crd_schema::yaml;
use serde_json::{Value, json};

use super::crds::{self, Crd};
use crate::cli::{Format, Lower};
use crate::exit::{Failure, Outcome, say};
use crate::output::Output;

pub(crate) fn run(arguments: &Lower, out: &mut Output) -> Result<Outcome, Failure> {
    let (mut objects, mut outcome) = (Vec::new(), Outcome::Fine);
    for crd in crds::read(&arguments.files)? {
        let (lowered, found) = lower(arguments, &crd)?;
        objects.extend(lowered);
        if found {
            outcome = Outcome::Findings;
        }
    }
    print(arguments.output, &objects, out)?;
    Ok(outcome)
}

fn lowering(arguments: &Lower) -> Lowering {
    let lowering = Lowering::new(arguments.min_server);
    let lowering = if arguments.approximate { lowering.approximate() } else { lowering };
    let lowering = if arguments.strict_anchor { lowering.strict_anchor() } else { lowering };
    if arguments.strict_budget { lowering.strict_budget() } else { lowering }
}

/// What is to be printed of a CRD, and whether something is wrong with it.
fn lower(arguments: &Lower, crd: &Crd) -> Result<(Vec<Value>, bool), Failure> {
    let lowering = lowering(arguments);
    if arguments.admission_policy {
        let policy = admission_policy(&crd.definition, lowering);
        tell(crd, "error", policy.refused());
        return Ok((policy.objects().to_vec(), !policy.refused().is_empty()));
    }
    match lower_definition_allowing(&crd.definition, lowering, &arguments.allow) {
        Ok(lowered) => {
            tell(crd, "warning", lowered.warnings());
            tell(crd, "note", lowered.notes());
            let found = arguments.deny_warnings && !lowered.warnings().is_empty();
            let json = serde_json::to_value(lowered.crd());
            let json =
                json.map_err(|error| Failure::unusable(format!("{}: {error}", crds::at(&crd.object))))?;
            Ok((vec![json], found))
        }
        Err(violations) => {
            for violation in &violations {
                say(&line(crd, "error", violation.path(), &violation.to_string()));
            }
            Ok((Vec::new(), true))
        }
    }
}

fn tell(crd: &Crd, severity: &str, notes: &[Note]) {
    for note in notes {
        say(&line(crd, severity, note.path(), &note.to_string()));
    }
}

fn line(crd: &Crd, severity: &str, path: &FieldPathBuf, text: &str) -> String {
    format!("{}: {severity}: {text}", crd.object.key_place(path))
}

fn print(format: Format, objects: &[Value], out: &mut Output) -> Result<(), Failure> {
    if format == Format::Json {
        out.json(&json!({"objects": objects}))?;
        return Ok(());
    }
    for (index, object) in objects.iter().enumerate() {
        if index > 0 {
            writeln!(out, "---")?;
        }
        let text = yaml::to_string(object).map_err(|error| Failure::unusable(error.to_string()))?;
        out.data(&text)?;
    }
    Ok(())
}
