//! `crd-schema generate`: runs the generated export tests of a package with a folder to write to.
//!
//! So nothing needs to be written for it, and types of libraries, of binaries and private ones are all reached.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use similar::TextDiff;

use super::json_schema;
use crate::cli::{Generate, Generated};
use crate::exit::{Failure, Outcome, say};

/// The variable that the export tests read, `crd_schema::build::OUTPUT_VARIABLE`.
const OUTPUT_VARIABLE: &str = "CRD_SCHEMA_OUT_DIR";

/// The variable beside it, `crd_schema::build::MAX_DESCRIPTION_VARIABLE`.
const MAX_DESCRIPTION_VARIABLE: &str = "CRD_SCHEMA_MAX_DESC_LEN";

/// What the names of all generated tests have in common.
const TESTS: &str = "_is_exported";

/// Contents by name.
type Files = BTreeMap<String, String>;

pub(crate) fn run(arguments: &Generate, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::unusable(format!("no folder: {error}")))?;
    export(arguments, folder.path())?;
    let mut files = read(folder.path())?;
    if files.is_empty() {
        return Err(Failure::unusable(
            "no type was exported; a package has export tests when its dev-dependencies have crd-schema with the \
             feature `build`, and its types `#[crd(group = …, version = …, kind = …)]`",
        ));
    }
    if arguments.format == Generated::JsonSchema {
        files = json_schema::of_all(&files)?;
    }
    if arguments.stdout {
        return print(&files, arguments.format, out);
    }
    if arguments.check {
        return check(&files, &arguments.out_dir, out);
    }
    write(&files, &arguments.out_dir)
}

/// Runs the tests; cargo's progress and errors go to the user as they come.
fn export(arguments: &Generate, folder: &Path) -> Result<(), Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(["test", "--tests"]).env(OUTPUT_VARIABLE, folder);
    if let Some(most) = arguments.max_desc_len {
        command.env(MAX_DESCRIPTION_VARIABLE, most.to_string());
    }
    if let Some(path) = &arguments.manifest_path {
        command.args(["--manifest-path", path]);
    }
    for package in &arguments.package {
        command.args(["--package", package]);
    }
    for features in &arguments.features {
        command.args(["--features", features]);
    }
    // Tests that pass keep their warnings to themselves.
    command.args([TESTS, "--", "--show-output"]);
    let done = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).output();
    let done = done.map_err(|error| Failure::unusable(format!("cargo cannot be run: {error}")))?;
    // The harness prints what the tests say, violations for example.
    let said = String::from_utf8_lossy(&done.stdout);
    if done.status.success() {
        said.lines().filter(|line| line.starts_with("warning: ")).for_each(say);
        return Ok(());
    }
    said.lines().filter(|line| !line.trim().is_empty()).for_each(say);
    Err(Failure::unusable("the types could not be exported"))
}

fn read(folder: &Path) -> Result<Files, Failure> {
    let unusable = |error: std::io::Error| Failure::unusable(format!("{}: {error}", folder.display()));
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let entry = entry.map_err(unusable)?;
        let text = fs::read_to_string(entry.path()).map_err(unusable)?;
        files.insert(entry.file_name().to_string_lossy().into_owned(), text);
    }
    Ok(files)
}

fn print(files: &Files, format: Generated, out: &mut dyn Write) -> Result<Outcome, Failure> {
    for (index, text) in files.values().enumerate() {
        let separator = if index > 0 && format == Generated::Crd { "---\n" } else { "" };
        write!(out, "{separator}{text}")?;
    }
    Ok(Outcome::Fine)
}

fn write(files: &Files, directory: &Path) -> Result<Outcome, Failure> {
    let unusable =
        |path: &Path, error: std::io::Error| Failure::unusable(format!("{}: {error}", path.display()));
    fs::create_dir_all(directory).map_err(|error| unusable(directory, error))?;
    for (name, text) in files {
        let path = directory.join(name);
        let same = fs::read_to_string(&path).is_ok_and(|present| present == *text);
        if !same {
            fs::write(&path, text).map_err(|error| unusable(&path, error))?;
        }
        say(&format!("{} {}", if same { "unchanged:" } else { "written:" }, path.display()));
    }
    Ok(Outcome::Fine)
}

fn check(files: &Files, directory: &Path, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Fine;
    for (name, text) in files {
        let path = directory.join(name);
        let shown = path.display().to_string();
        // Git may have turned the ends of lines.
        let present = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if present == *text {
            continue;
        }
        outcome = Outcome::Findings;
        let diff = TextDiff::from_lines(present.as_str(), text.as_str());
        let diff = diff.unified_diff().context_radius(3).header(&shown, "the Rust types").to_string();
        write!(out, "{diff}")?;
    }
    if outcome == Outcome::Findings {
        say("the files are not what the Rust types say; run the command without --check to write them");
    }
    Ok(outcome)
}
