//! `crd-schema json-schema`.

use std::collections::BTreeMap;
use std::path::Path;

use crd_schema::build::{Written, replace_file};
use serde_json::Value;

use super::crds;
use crate::cli::JsonSchema;
use crate::exit::{Failure, Outcome, say};
use crate::json_schema::{Form, VersionSchema, of_crd};
use crate::output::{Output, escaped_name};

pub(crate) fn run(arguments: &JsonSchema, out: &mut Output) -> Result<Outcome, Failure> {
    let schemas = read(arguments)?;
    if let Some(directory) = &arguments.out_dir {
        return write(directory, &schemas, VersionSchema::file_name);
    }
    if let Some(directory) = &arguments.catalog {
        return write(directory, &schemas, VersionSchema::catalog_name);
    }
    match schemas.as_slice() {
        [schema] => out.data(&schema.text())?,
        schemas => {
            let names: Vec<_> = schemas.iter().map(VersionSchema::file_name).collect();
            return Err(Failure::unusable(format!(
                "there are {} schemas ({}), and one can be printed: write them with --out-dir or --catalog",
                names.len(),
                names.join(", ")
            )));
        }
    }
    Ok(Outcome::Fine)
}

fn read(arguments: &JsonSchema) -> Result<Vec<VersionSchema>, Failure> {
    let form = Form { dialect: arguments.draft.into(), unknown: arguments.unknown_fields.into() };
    let mut schemas = Vec::new();
    for crd in crds::read(&arguments.files)? {
        let value: Value = serde_json::to_value(&crd.definition)
            .map_err(|error| Failure::unusable(format!("{}: {error}", crds::at(&crd.object))))?;
        schemas.extend(of_crd(&value, form));
    }
    Ok(schemas)
}

fn write(
    directory: &Path,
    schemas: &[VersionSchema],
    name: fn(&VersionSchema) -> String,
) -> Result<Outcome, Failure> {
    let mut files = BTreeMap::new();
    for schema in schemas {
        let (name, text) = (name(schema), schema.text());
        if files.get(&name).is_some_and(|other| *other != text) {
            return Err(Failure::unusable(format!("{name}: two CRDs have this file, with other contents")));
        }
        files.insert(name, text);
    }
    for (name, text) in &files {
        let path = directory.join(name);
        let shown = escaped_name(path.as_os_str());
        let unusable = |error: std::io::Error| Failure::unusable(format!("{shown}: {error}"));
        std::fs::create_dir_all(path.parent().unwrap_or(directory)).map_err(unusable)?;
        let done = match replace_file(&path, text).map_err(unusable)? {
            Written::Unchanged => "unchanged",
            _ => "written",
        };
        say(&format!("{done}: {shown}"));
    }
    Ok(Outcome::Fine)
}
