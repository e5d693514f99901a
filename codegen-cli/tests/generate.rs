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
        // Another cargo that runs at the same time is no output of ours.
        .env("CARGO_TERM_QUIET", "true")
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

/// The export tests of a package compare with the folder `crds` beside its `Cargo.toml`, wherever the command is run.
#[test]
fn files_are_where_the_tests_of_the_package_look() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let here = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
        let manifest = package().canonicalize().expect("the package").join("Cargo.toml");
        command.args(["generate", "--manifest-path"]).arg(manifest).args(arguments);
        command.current_dir(&elsewhere).output().expect("the command runs")
    };
    let same = here(&["--check"]);
    assert_eq!((same.status.code(), text(&same.stdout).as_str()), (Some(0), ""), "{}", text(&same.stderr));
    let written = here(&[]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let unchanged = "maintenance-job-types/crds/maintenancenightlyjobs.operations.example.com.yaml";
    let said = text(&written.stderr);
    assert!(said.lines().any(|line| line.starts_with("unchanged: ") && line.ends_with(unchanged)), "{said}");
    assert_eq!(std::fs::read_dir(&elsewhere).expect("the folder").count(), 0);
}

/// What the export tests of two packages write, by a script in the place of cargo: the packages need not be built.
#[cfg(unix)]
#[test]
fn each_package_has_its_own_files() {
    use std::os::unix::fs::PermissionsExt as _;

    let workspace = tempfile::tempdir().expect("a folder");
    let root = workspace.path().canonicalize().expect("the folder");
    let cargo = root.join("cargo");
    let script = "#!/bin/sh\nfor package in a b; do\n    mkdir \"$CRD_SCHEMA_PACKAGES_DIR/$package\"\n    printf %s \
                  \"$PWD/$package\" > \"$CRD_SCHEMA_PACKAGES_DIR/$package/package\"\n    echo \"of: ${ONE:-$package}\" > \
                  \"$CRD_SCHEMA_PACKAGES_DIR/$package/things.example.com.yaml\"\ndone\n";
    std::fs::write(&cargo, script).expect("written");
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let run = |arguments: &[&str], one: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
        command
            .arg("generate")
            .args(arguments)
            .current_dir(&root)
            .env("CARGO", &cargo)
            .envs(one.map(|one| ("ONE", one)));
        let output = command.output().expect("the command runs");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let written = "written: a/crds/things.example.com.yaml\nwritten: b/crds/things.example.com.yaml\n";
    assert_eq!(run(&[], None), (Some(0), String::new(), written.to_owned()));
    assert_eq!(
        std::fs::read_to_string(root.join("b/crds/things.example.com.yaml")).expect("the file"),
        "of: b\n"
    );
    std::fs::write(root.join("b/crds/things.example.com.yaml"), "of: c\n").expect("written");
    let (code, diff, _) = run(&["--check"], None);
    assert_eq!(code, Some(1));
    assert!(
        diff.contains("--- b/crds/things.example.com.yaml") && diff.contains("-of: c\n+of: b\n"),
        "{diff}"
    );

    // One place cannot hold both, unless they are the same.
    for arguments in [&["--stdout"][..], &["--out-dir", "all"]] {
        let (code, said, reported) = run(arguments, None);
        assert_eq!((code, said.as_str()), (Some(2), ""));
        assert!(reported.contains("things.example.com.yaml: two packages have this file"), "{reported}");
        assert!(reported.contains("name one of them with --package"), "{reported}");
    }
    assert_eq!(run(&["--stdout"], Some("one")), (Some(0), "of: one\n".to_owned(), String::new()));
    let written = "written: all/things.example.com.yaml\n";
    assert_eq!(run(&["--out-dir", "all"], Some("one")), (Some(0), String::new(), written.to_owned()));
}

#[test]
fn a_package_without_types_is_reported() {
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

/// What the script in the place of cargo exports as `things.example.com.yaml` of a package in this folder.
#[cfg(unix)]
fn workspace(script: &str) -> (tempfile::TempDir, PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;

    let workspace = tempfile::tempdir().expect("a folder");
    let root = workspace.path().canonicalize().expect("the folder");
    let cargo = root.join("cargo");
    let head = "#!/bin/sh\nmkdir \"$CRD_SCHEMA_PACKAGES_DIR/a\"\nprintf %s \"$PWD\" > \"$CRD_SCHEMA_PACKAGES_DIR/a/package\"\n";
    let file = "\"$CRD_SCHEMA_PACKAGES_DIR/a/things.example.com.yaml\"";
    std::fs::write(&cargo, format!("{head}{script} > {file}\n")).expect("written");
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).expect("a program");
    (workspace, root)
}

#[cfg(unix)]
fn generated(root: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
    let command = command.arg("generate").args(arguments).current_dir(root).env("CARGO", root.join("cargo"));
    let output = command.output().expect("the command runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A file is replaced as a whole: whoever has the old one open reads it to its end.
#[cfg(unix)]
#[test]
fn files_are_replaced_with_their_permissions_and_links() {
    use std::io::Read as _;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    let (_workspace, root) = workspace("echo 'new: 1'");
    let crds = root.join("crds");
    std::fs::create_dir(&crds).expect("a folder");
    std::fs::create_dir(root.join("kept")).expect("a folder");
    let (link, target) = (crds.join("things.example.com.yaml"), root.join("kept/there.yaml"));
    std::fs::write(&target, "old: 1234567\n").expect("written");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("../kept/there.yaml", &link).expect("a link");
    let mut open = std::fs::File::open(&target).expect("the old file");
    let before = open.metadata().expect("metadata").ino();

    assert_eq!(generated(&root, &[]).0, Some(0));
    assert!(link.symlink_metadata().expect("the link").is_symlink());
    assert_eq!(std::fs::read_to_string(&target).expect("the file"), "new: 1\n");
    let metadata = target.metadata().expect("metadata");
    assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
    assert_ne!(metadata.ino(), before, "another file is in its place");
    let mut old = String::new();
    open.read_to_string(&mut old).expect("the old file");
    assert_eq!(old, "old: 1234567\n");
    assert_eq!(std::fs::read_dir(root.join("kept")).expect("the folder").count(), 1);

    // What is the same stays the same file.
    assert_eq!(generated(&root, &[]).0, Some(0));
    assert_eq!(target.metadata().expect("metadata").ino(), metadata.ino());
}

/// Nothing is left behind, and nothing else is replaced.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced() {
    let (_workspace, root) = workspace("echo 'new: 1'");
    let crds = root.join("crds");
    let path = crds.join("things.example.com.yaml");
    std::fs::create_dir_all(&path).expect("a folder");
    let (code, _, error) = generated(&root, &[]);
    assert_eq!((code, error.as_str()), (Some(2), "error: crds/things.example.com.yaml: is a directory\n"));
    std::fs::remove_dir(&path).expect("a folder");
    std::os::unix::fs::symlink("/dev/null", &path).expect("a link");
    let (code, _, error) = generated(&root, &[]);
    assert_eq!(code, Some(2));
    assert!(
        error.starts_with("error: crds/things.example.com.yaml: neither a file nor a directory"),
        "{error}"
    );
    assert_eq!(std::fs::read_dir(&crds).expect("the folder").count(), 1);
    // A device has no contents to compare with.
    let (code, diff, _) = generated(&root, &["--check"]);
    assert_eq!(code, Some(1));
    assert!(diff.ends_with("+new: 1\n"), "{diff}");
}

/// What is compared is that of a file, which may say anything.
#[cfg(unix)]
#[test]
fn differences_cannot_write_to_the_terminal() {
    let (_workspace, root) = workspace("echo 'new: 1'");
    std::fs::create_dir(root.join("crds")).expect("a folder");
    let present = "::error::x\nnew: 1\na:\t\u{1b}[31m\u{202e}\n";
    std::fs::write(root.join("crds/things.example.com.yaml"), present).expect("written");
    let (code, diff, _) = generated(&root, &["--check"]);
    assert_eq!(code, Some(1));
    assert!(diff.contains("-::error::x\n new: 1\n-a:\t\\u{1b}[31m\\u{202e}\n"), "{diff}");
}
