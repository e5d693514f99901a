//! `crd-schema generate`: runs the generated export tests of packages with a folder to write to, each package's own.
//!
//! So nothing needs to be written for it, and types of libraries, of binaries and private ones are all reached.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crd_schema::build::{Written, replace_file};
use similar::TextDiff;

use crate::cli::{Generate, Generated};
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, FileName};
use crate::json_schema::{Dialect, Form, UnknownFields, of_crd};
use crate::output::{Output, escaped_name};

/// The variable that the export tests read, `crd_schema::build::PACKAGES_VARIABLE`.
const PACKAGES_VARIABLE: &str = "CRD_SCHEMA_PACKAGES_DIR";

/// The file beside those of a package that says where the package is.
const PACKAGE: &str = "package";

/// Where the export tests look for the files of a package.
const FOLDER: &str = "crds";

/// The variable beside it, `crd_schema::build::MAX_DESCRIPTION_VARIABLE`.
const MAX_DESCRIPTION_VARIABLE: &str = "CRD_SCHEMA_MAX_DESC_LEN";

/// What the names of all generated tests have in common.
const TESTS: &str = "_is_exported";

/// Contents by name.
type Files = BTreeMap<String, String>;

/// Contents by name, by directory.
type Directories = BTreeMap<PathBuf, Files>;

pub(crate) fn run(arguments: &Generate, out: &mut Output) -> Result<Outcome, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::unusable(format!("no folder: {error}")))?;
    export(arguments, folder.path())?;
    let mut directories = read(folder.path())?;
    if directories.is_empty() {
        return Err(Failure::unusable(
            "no type was exported; a package has export tests when its dev-dependencies have crd-schema with the \
             feature `build`, and its types `#[crd(group = …, version = …, kind = …)]`",
        ));
    }
    if arguments.format == Generated::JsonSchema {
        for files in directories.values_mut() {
            *files = json_schemas(files)?;
        }
    }
    if arguments.stdout {
        return print(&together(directories)?, arguments.format, out);
    }
    if let Some(directory) = &arguments.out_dir {
        directories = Directories::from([(directory.clone(), together(directories)?)]);
    }
    let mut outcome = Outcome::Fine;
    for (directory, files) in &directories {
        if !arguments.check {
            write(files, directory)?;
        } else if check(files, directory, out)? == Outcome::Findings {
            outcome = Outcome::Findings;
        }
    }
    if outcome == Outcome::Findings {
        say("the files are not what the Rust types say; run the command without --check to write them");
    }
    Ok(outcome)
}

/// The schemas of all versions of the CRDs, by the name of their file.
fn json_schemas(crds: &Files) -> Result<Files, Failure> {
    let form = Form { dialect: Dialect::Draft07, unknown: UnknownFields::Rejected };
    let mut files = Files::new();
    for (name, text) in crds {
        let documents = crd_schema::yaml::read_stream(text.as_bytes())
            .map_err(|error| Failure::unusable(format!("{name}: {error}")))?;
        for schema in documents.iter().flat_map(|document| of_crd(document.value(), form)) {
            files.insert(schema.file_name(), schema.text());
        }
    }
    Ok(files)
}

/// The files of all packages in one place.
fn together(directories: Directories) -> Result<Files, Failure> {
    let mut all = BTreeMap::<String, (PathBuf, String)>::new();
    for (directory, files) in directories {
        for (name, text) in files {
            let (first, present) =
                all.entry(name.clone()).or_insert_with(|| (directory.clone(), text.clone()));
            if *present != text {
                let (first, second) = (shown(first), shown(&directory));
                return Err(Failure::unusable(format!(
                    "{name}: two packages have this file, with other contents, for {first} and {second}; name one of them \
                     with --package, or leave the files where the packages are"
                )));
            }
        }
    }
    Ok(all.into_iter().map(|(name, (_, text))| (name, text)).collect())
}

/// Runs the tests; cargo's progress and errors go to the user as they come.
fn export(arguments: &Generate, folder: &Path) -> Result<(), Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(["test", "--tests"]).env(PACKAGES_VARIABLE, folder);
    if let Some(most) = arguments.max_desc_len {
        command.env(MAX_DESCRIPTION_VARIABLE, most.to_string());
    }
    if let Some(path) = &arguments.manifest_path {
        command.arg("--manifest-path").arg(path);
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

/// What the tests wrote, and where it belongs.
fn read(folder: &Path) -> Result<Directories, Failure> {
    let unusable = |error: std::io::Error| Failure::unusable(format!("{}: {error}", shown(folder)));
    let mut directories = Directories::new();
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let mut files = files(&entry.map_err(unusable)?.path()).map_err(unusable)?;
        let package = files.remove(PACKAGE).unwrap_or_default();
        directories.entry(near(Path::new(&package)).join(FOLDER)).or_default().append(&mut files);
    }
    Ok(directories)
}

fn files(folder: &Path) -> std::io::Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files.insert(entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path())?);
    }
    Ok(files)
}

/// The path as one would write it here.
fn near(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path).to_path_buf()
}

fn print(files: &Files, format: Generated, out: &mut Output) -> Result<Outcome, Failure> {
    for (index, text) in files.values().enumerate() {
        let separator = if index > 0 && format == Generated::Crd { "---\n" } else { "" };
        out.data(separator)?;
        out.data(text)?;
    }
    Ok(Outcome::Fine)
}

fn write(files: &Files, directory: &Path) -> Result<(), Failure> {
    let unusable =
        |path: &Path, error: std::io::Error| Failure::unusable(format!("{}: {error}", shown(path)));
    fs::create_dir_all(directory).map_err(|error| unusable(directory, error))?;
    for (name, text) in files {
        let path = directory.join(name);
        let done = match replace_file(&path, text).map_err(|error| unusable(&path, error))? {
            Written::Unchanged => "unchanged",
            _ => "written",
        };
        say(&format!("{done}: {}", shown(&path)));
    }
    Ok(())
}

fn check(files: &Files, directory: &Path, out: &mut Output) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Fine;
    for (name, text) in files {
        let path = directory.join(name);
        let present = present(&path)?;
        if present == *text {
            continue;
        }
        outcome = Outcome::Findings;
        let diff = TextDiff::from_lines(present.as_str(), text.as_str());
        let diff = diff.unified_diff().context_radius(3).header(&shown(&path), "the Rust types").to_string();
        out.lines(&diff)?;
    }
    Ok(outcome)
}

/// What a file says now: nothing where there is none, nor where something else stands in its place.
fn present(path: &Path) -> Result<String, Failure> {
    if !path.is_file() {
        return Ok(String::new());
    }
    let file = FileName::from(path);
    let text = input::bytes(&file).map_err(|error| Failure::unusable(input::unreadable(&file, &error)))?;
    // Git may have turned the ends of lines.
    Ok(String::from_utf8_lossy(&text).replace("\r\n", "\n"))
}

fn shown(path: &Path) -> String {
    escaped_name(path.as_os_str())
}
