//! `generate` on a package of the workspace, whose committed files are compared by its own tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/maintenance-job-types")
}

fn generate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crd-schema"))
        .args(["generate", "--manifest-path"])
        .arg(package().join("Cargo.toml"))
        .args(arguments)
        .output()
        .expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn files_are_written_compared_and_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out_dir = folder.path().to_str().expect("a path");
    let written = generate(&["--out-dir", out_dir]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let name = "maintenancenightlyjobs.operations.example.com.yaml";
    let file = std::fs::read_to_string(folder.path().join(name)).expect("the file");
    let committed = std::fs::read_to_string(package().join("crds").join(name)).expect("the committed file");
    assert_eq!(file, committed);

    let same = generate(&["--out-dir", out_dir, "--check"]);
    assert_eq!((same.status.code(), text(&same.stdout).as_str()), (Some(0), ""));
    std::fs::write(folder.path().join(name), file.replace("scope: Namespaced", "scope: Cluster"))
        .expect("written");
    let other = generate(&["--out-dir", out_dir, "--check"]);
    assert_eq!(other.status.code(), Some(1));
    let diff = text(&other.stdout);
    assert!(diff.contains("-  scope: Cluster\n+  scope: Namespaced\n"), "{diff}");

    let printed = generate(&["--stdout"]);
    assert!(text(&printed.stdout).contains(&committed));

    let bare = text(&generate(&["--stdout", "--max-desc-len", "0"]).stdout);
    assert!(committed.contains("description: ") && !bare.contains("\n        description: "), "{bare}");
    assert!(bare.contains("maintenancenightlyjobs.operations.example.com"));

    let schemas = generate(&["--out-dir", out_dir, "--format", "json-schema"]);
    assert_eq!(schemas.status.code(), Some(0), "{}", text(&schemas.stderr));
    let path = folder.path().join("maintenancenightlyjob-operations.example.com-v1.json");
    let schema = std::fs::read_to_string(&path).expect("the schema");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!(schema["properties"]["kind"]["enum"][0], "MaintenanceNightlyJob");
    assert_eq!(schema["properties"]["spec"]["additionalProperties"], false);
}

#[test]
fn a_package_without_types_is_told() {
    let arguments = [
        "generate",
        "--manifest-path",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        "--features",
        "none",
    ];
    let output =
        Command::new(env!("CARGO_BIN_EXE_crd-schema")).args(arguments).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the types could not be exported"), "{}", text(&output.stderr));
}
