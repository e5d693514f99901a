//! The commands of a maintainer. `cargo xtask` prints them.

mod public_api;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A command: its name, what it does, and what it runs with the arguments that follow the name.
struct Task {
    name: &'static str,
    does: &'static str,
    run: fn(&[String]) -> Result<(), String>,
}

const TASKS: [Task; 11] = [
    Task { name: "lint", does: "formatting and clippy, as CI runs them", run: lint },
    Task { name: "test", does: "every test that needs only Rust; arguments go to cargo test", run: test },
    Task { name: "ci", does: "all stages of CI, or those that are named", run: ci },
    Task { name: "docs", does: "documentation; a warning is an error", run: docs },
    Task {
        name: "oracle",
        does: "builds Kubernetes' own code in target/go and prints the variables for tests",
        run: oracle,
    },
    Task { name: "ui", does: "writes the recorded compiler messages anew; read the diff", run: ui },
    Task { name: "bench", does: "our steps beside those of others; arguments choose rows", run: bench },
    Task {
        name: "fuzz",
        does: "all fuzz targets, or those that are named, for FUZZ_SECONDS each",
        run: fuzz,
    },
    Task {
        name: "public-api",
        does: "compares public items with docs/public-api; --update writes it",
        run: public_api::run,
    },
    Task {
        name: "package",
        does: "packs every crate in the order in which they are published",
        run: package,
    },
    Task { name: "dist", does: "the command as it is released, in target/dist", run: dist },
];

/// The packages that are published, in their order.
const PUBLISHED: [&str; 6] = [
    "crd-schema-go",
    "crd-schema-cel",
    "crd-schema-macros",
    "crd-schema",
    "crd-schema-server",
    "crd-schema-cli",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = arguments.split_first().and_then(|(name, rest)| {
        let task = TASKS.iter().find(|task| task.name == name)?;
        Some((task, rest))
    });
    let Some((task, rest)) = named else {
        print_tasks();
        return if arguments.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) };
    };
    match (task.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("xtask {}: {message}", task.name));
            ExitCode::FAILURE
        }
    }
}

fn print_tasks() {
    say("cargo xtask <command> [arguments]\n");
    for Task { name, does, .. } in TASKS {
        say(&format!("  {name:<12}{does}"));
    }
}

#[expect(clippy::print_stderr, reason = "a command of the workspace, for people")]
fn say(line: &str) {
    eprintln!("{line}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs a command in the root of the workspace and prints it.
fn run(program: &str, fixed: &[&str], more: &[String]) -> Result<(), String> {
    say(&format!("$ {program} {} {}", fixed.join(" "), more.join(" ")));
    execute(Command::new(program).args(fixed).args(more))
}

fn execute(command: &mut Command) -> Result<(), String> {
    let status = command.current_dir(root()).status().map_err(|error| format!("cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed with {status}")) }
}

fn lint(_: &[String]) -> Result<(), String> {
    ci(&["formatting".to_owned(), "clippy".to_owned(), "dependencies".to_owned()])
}

fn test(arguments: &[String]) -> Result<(), String> {
    run("cargo", &["test", "--workspace"], arguments)
}

fn ci(stages: &[String]) -> Result<(), String> {
    run("bash", &[".ci/run"], stages)
}

fn docs(_: &[String]) -> Result<(), String> {
    ci(&["documentation".to_owned()])
}

fn oracle(_: &[String]) -> Result<(), String> {
    let folder = root().join("target/go");
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?.display().to_string();
    for (package, binary) in
        [("oracle", "oracle"), ("oracle-v1beta1", "oracle-v1beta1"), ("apiserver", "apiserver")]
    {
        let source = format!("tests/{package}");
        run("go", &["-C", &source, "build", "-o", &format!("{folder}/{binary}"), "."], &[])?;
    }
    run("go", &["-C", "tests/cel-tables", "run", ".", &format!("{folder}/cel-tables")], &[])?;
    say(&format!(
        "export ORACLE_BIN={folder}/oracle CRD_ORACLE={folder}/oracle V1BETA1_ORACLE={folder}/oracle-v1beta1 \
         APISERVER_BIN={folder}/apiserver CEL_TABLES={folder}/cel-tables"
    ));
    Ok(())
}

fn ui(_: &[String]) -> Result<(), String> {
    let tests = ["test", "-p", "crd-schema-tests", "--test", "ui"];
    execute(Command::new("cargo").args(tests).env("TRYBUILD", "overwrite"))
}

fn bench(rows: &[String]) -> Result<(), String> {
    let ratios =
        ["bench", "-p", "crd-schema", "--features", "serve,validate,yaml", "--bench", "ratios", "--"];
    run("cargo", &ratios, rows)
}

fn fuzz(targets: &[String]) -> Result<(), String> {
    run("bash", &[".ci/fuzz"], targets)
}

fn package(_: &[String]) -> Result<(), String> {
    let packages: Vec<String> = PUBLISHED.iter().map(|name| format!("--package={name}")).collect();
    run("cargo", &["package"], &packages)
}

fn dist(_: &[String]) -> Result<(), String> {
    run("cargo", &["build", "--locked", "--profile", "dist", "-p", "crd-schema-cli"], &[])
}
