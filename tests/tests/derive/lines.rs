//! What only the program tells wrong is reported with the line of the Rust source that says it.

use crd_schema::CrdSchema;
use crd_schema::build::{crd, generate_into};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Wrong", no_export_test)]
struct WrongSpec {
    #[crd(pattern = "[a-")]
    pattern: String, // here
    #[crd(items(pattern = "(?=a)"))]
    items: Vec<String>, // here
    /// Fine.
    fine: Fine,
    of_a_type: Word,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct Fine {
    #[crd(pattern = "^a$", default = "a")]
    text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(pattern = "(b")]
struct Word(String); // here

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Unfit", no_export_test)]
struct UnfitSpec {
    #[crd(default = three(), max = 2)]
    default: i32, // here
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Rooted", no_export_test)]
#[crd(root_rule("self.metadata.labels.size() > 0"))] // here
struct RootedSpec {
    fine: i32,
}

fn three() -> i32 {
    3
}

/// The numbers of the lines that say so.
fn lines() -> Vec<usize> {
    let source = include_str!("lines.rs").lines().enumerate();
    source.filter(|(_, line)| line.ends_with("// here")).map(|(at, _)| at + 1).collect()
}

#[test]
fn each_violation_has_its_line() {
    let folder = std::env::temp_dir().join(format!("crd-schema-lines-{}", std::process::id()));
    let exports = [crd::<Wrong>(), crd::<Unfit>(), crd::<Rooted>()];
    let error = generate_into(folder, exports).expect_err("a server refuses them").to_string();
    let places = error.lines().filter_map(|line| line.trim().strip_prefix("at "));
    let mut found: Vec<usize> = places
        .map(|place| {
            let (file, line) = place.rsplit_once(':').expect("a file and a line");
            assert!(file.ends_with("tests/tests/derive/lines.rs"), "{error}");
            line.parse().expect("a number")
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, lines(), "{error}");
}

/// Defaults that the program makes are no constants, so that only values can be validated.
#[test]
fn the_export_validates_values() {
    let features = include_str!("../../../runtime/Cargo.toml");
    let build = features.lines().find(|line| line.starts_with("build = ")).expect("a feature");
    assert!(build.contains("\"validate\""), "{build}");
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Warned", plural = "warned", no_export_test)]
struct WarnedSpec {
    #[immutable]
    address: std::net::Ipv6Addr,
    #[immutable]
    #[crd(allow("immutable-respelled", reason = "our client sends what serde writes"))]
    accepted: std::net::Ipv6Addr,
}

#[test]
fn child_warns() {
    if let Some(folder) = std::env::var_os("LINES_CHILD") {
        generate_into(folder, [crd::<Warned>()]).expect("files");
    }
}

#[test]
fn a_warning_has_the_name_that_accepts_it() {
    let folder = std::env::temp_dir().join(format!("crd-schema-warns-{}", std::process::id()));
    let program = std::env::current_exe().expect("this test");
    let mut child = std::process::Command::new(program);
    let output =
        child.args(["lines::child_warns", "--exact", "--nocapture"]).env("LINES_CHILD", folder).output();
    let text = String::from_utf8_lossy(&output.expect("a child").stdout).into_owned();
    let warnings: Vec<&str> = text.lines().filter(|line| line.contains("cargo::warning=")).collect();
    assert_eq!(warnings.len(), 1, "{text}");
    assert!(
        warnings[0].contains("properties[address]") && warnings[0].ends_with("[immutable-respelled]"),
        "{text}"
    );
}
