//! Writing definitions as files, and comparing them.
//!
//! What depends on the environment runs this test binary again with that environment; the tests whose names begin
//! with `child` do nothing elsewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crd_schema::build::{
    BuildError, Export, OUTPUT_VARIABLE, PACKAGES_VARIABLE, UPDATE_VARIABLE, generate, generate_into,
};
use crd_schema::crd::definition_of;
use crd_schema::describe::{ColumnDesc, ResourceDesc, Scope};
use crd_schema::schema::{KeyMutability, Mutability, Rule};
use crd_schema::{JsonSchemaProps, Profile, SchemaBuilder, StructuralSchema};
use crd_schema_tests::oracle;
use serde_json::{Value, json};

const DATABASE: ResourceDesc = ResourceDesc {
    group: "example.com",
    version: "v1",
    kind: "Database",
    plural: "databases",
    short_names: &["db"],
    scope: Scope::Namespaced,
    status_subresource: true,
    columns: &[ColumnDesc { name: "Engine", json_path: ".spec.engine", ..ColumnDesc::EMPTY }],
    ..ResourceDesc::EMPTY
};

/// What Kubernetes' types say of such a definition, fields sorted.
const DATABASE_YAML: &str = r"apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: databases.example.com
spec:
  group: example.com
  names:
    kind: Database
    listKind: DatabaseList
    plural: databases
    shortNames:
    - db
    singular: database
  scope: Namespaced
  versions:
  - additionalPrinterColumns:
    - jsonPath: .spec.engine
      name: Engine
      type: string
    name: v1
    schema:
      openAPIV3Schema:
        description: A database.
        properties:
          spec:
            properties:
              engine:
                type: string
                x-kubernetes-validations:
                - message: field is immutable
                  reason: FieldValueInvalid
                  rule: self == oldSelf
            required:
            - engine
            type: object
        required:
        - spec
        type: object
    served: true
    storage: true
    subresources:
      status: {}
";

fn database() -> Export {
    let engine = SchemaBuilder::string().mutability(Mutability::Immutable);
    let spec = SchemaBuilder::object().required("engine", engine);
    let root = SchemaBuilder::object().description("A database.").required("spec", spec);
    Export::new(DATABASE, root.build().expect("structural"))
}

/// A definition with nothing but its name and one wrong thing each in names and schema.
fn refused() -> Export {
    let zones = SchemaBuilder::set(SchemaBuilder::string()).mutability(Mutability::Immutable);
    let root = SchemaBuilder::object().property("zones", zones);
    let resource = ResourceDesc { kind: "Wrong", plural: "wrongs", version: "V1", ..DATABASE };
    Export::new(resource, root.build().expect("structural"))
}

/// An empty directory of its own for a test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_files").join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("the old directory goes");
    }
    fs::create_dir_all(&directory).expect("the directory is made");
    directory
}

const CHILD: &str = "CRD_SCHEMA_TESTS_CHILD";

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Runs a test of this file in a process of its own.
fn child(test: &str, variables: &[(&str, &str)]) -> Output {
    let this = std::env::current_exe().expect("this binary");
    let mut command = Command::new(this);
    command.args(["--exact", &format!("build_files::{test}"), "--nocapture", "--test-threads=1"]);
    command.env(CHILD, "").env_remove("OUT_DIR").env_remove(UPDATE_VARIABLE);
    command.envs(variables.iter().copied()).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn writes_what_kubernetes_reads() {
    let directory = directory("writes").join("deeper");
    let written = generate_into(&directory, [database()]).expect("written");
    assert_eq!(written, [directory.join("databases.example.com.yaml")]);
    assert_eq!(fs::read_to_string(&written[0]).expect("readable"), DATABASE_YAML);
}

#[test]
fn touches_only_what_changes() {
    let directory = directory("touches");
    let written = generate_into(&directory, [database()]).expect("written");
    let stamp = || fs::metadata(&written[0]).and_then(|data| data.modified()).expect("a time");
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let file = fs::File::options().write(true).open(&written[0]).expect("open");
    file.set_modified(long_ago).expect("an old file");
    generate_into(&directory, [database()]).expect("written");
    assert_eq!(stamp(), long_ago);
    generate_into(&directory, [database().profile(Profile::Native)]).expect("written");
    assert_ne!(stamp(), long_ago);
    assert!(fs::read_to_string(&written[0]).expect("text").contains("x-kubernetes-mutability: Immutable"));
}

/// Whoever reads a file meanwhile sees the old content or the new one, by the name and with the permissions that it had.
#[cfg(unix)]
#[test]
fn replaces_files_as_a_whole() {
    use std::io::Read as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let directory = directory("replaces");
    let (kept, crds) = (directory.join("kept"), directory.join("crds"));
    fs::create_dir(&kept).and_then(|()| fs::create_dir(&crds)).expect("folders");
    let (target, link) = (kept.join("there.yaml"), crds.join("databases.example.com.yaml"));
    fs::write(&target, "old").expect("written");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).expect("permissions");
    symlink("../kept/there.yaml", &link).expect("a link");
    let mut open = fs::File::open(&target).expect("open");

    assert_eq!(generate_into(&crds, [database()]).expect("written"), std::slice::from_ref(&link));
    assert!(link.symlink_metadata().expect("the link").is_symlink());
    assert_eq!(fs::read_to_string(&target).expect("text"), DATABASE_YAML);
    assert_eq!(fs::metadata(&target).expect("the file").permissions().mode() & 0o777, 0o600);
    let mut old = String::new();
    open.read_to_string(&mut old).expect("the old file");
    assert_eq!(old, "old");
    assert_eq!(fs::read_dir(&kept).expect("the folder").count(), 1, "nothing is left behind");

    // A link to nothing yet is a link to what is made.
    fs::remove_file(&target).expect("removed");
    generate_into(&crds, [database()]).expect("written");
    assert_eq!(fs::read_to_string(&target).expect("text"), DATABASE_YAML);

    // A device is no file of ours.
    fs::remove_file(&link).and_then(|()| symlink("/dev/null", &link)).expect("a link");
    let error = generate_into(&crds, [database()]).expect_err("refused").to_string();
    assert!(error.ends_with("neither a file nor a directory, so that it cannot be replaced"), "{error}");
}

#[test]
fn writes_nothing_when_anything_is_wrong() {
    let directory = directory("nothing");
    let error = generate_into(&directory, [database(), refused()]).expect_err("one is wrong");
    let label = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
                 alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', \
                 regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    let expected = [
        "no definition was written".to_owned(),
        "wrongs.example.com:".to_owned(),
        format!(r#"  spec.versions[0].name: Invalid value: "V1": {label}"#),
        "  spec.versions[0].schema.openAPIV3Schema.properties[zones].x-kubernetes-mutability: Forbidden: cannot be \
         lowered to CEL, because the list must be compared item by item, which servers before 1.33 can do only \
         up to a known length; set maxItems to 256 or less, or lower for 1.33"
            .to_owned(),
    ];
    assert_eq!(error.to_string().lines().collect::<Vec<_>>(), expected);
    assert_eq!(format!("{error:?}"), error.to_string());
    assert_eq!(fs::read_dir(&directory).expect("there").count(), 0);
}

/// A definition whose one field has a rule.
fn ruled(field: SchemaBuilder) -> StructuralSchema {
    let spec = SchemaBuilder::object().property("names", field);
    SchemaBuilder::object().property("spec", spec).build().expect("structural")
}

/// No server compiles these.
#[test]
fn refuses_rules_that_are_no_cel() {
    let broken = SchemaBuilder::string().rule(Rule::new("self.nope ==== 3 &&"));
    let error =
        generate_into(directory("no-cel"), [Export::new(DATABASE, ruled(broken))]).expect_err("no CEL");
    let reported = error.to_string();
    assert!(
        reported.contains("properties[names].x-kubernetes-validations[0].rule: Invalid value: "),
        "{reported}"
    );
    assert!(reported.contains("compilation failed: ERROR: <input>:1:"), "{reported}");
}

/// The errors of a server for these rules have its messages, and a cure.
#[test]
fn refuses_rules_that_a_server_refuses() {
    let text = SchemaBuilder::string;
    let unpaired = SchemaBuilder::array(text().rule(Rule::new("self == oldSelf")));
    let dear = SchemaBuilder::array(text()).rule(Rule::new("self.all(x, self.all(y, x == y))"));
    let message = "self.map(x, x + x).join()".to_owned();
    let message = Rule { message_expression: Some(message), ..Rule::new("size(self) < 9") };
    let optional = Rule { optional_old_self: Some(true), ..Rule::new("self != ''") };
    let cheap = SchemaBuilder::array(text().max_length(9)).rule(Rule::new("self.all(x, x != 'a')"));
    let cheap = cheap.validate(|validation| validation.max_items = Some(9));
    // Twelve rules of nine million each.
    let each = "self.all(x, self.all(y, x == y))";
    let field = |at: i64| {
        let list = SchemaBuilder::array(text().max_length(10)).rule(Rule::new(each));
        list.validate(|validation| validation.max_items = Some(1_000 + at))
    };
    let many =
        (0..12).fold(SchemaBuilder::object(), |object, at| object.property(format!("a{at}"), field(at)));
    let any = SchemaBuilder::anything().rule(Rule::new("self == oldSelf"));
    let table = [
        (many, Some("declared); `crd-schema cost` prints the estimate of each")),
        (unpaired, Some("; make the list a map of its items' keys, or put the rule on the list")),
        (dear, Some("declared); set maxItems to 5 or less")),
        (SchemaBuilder::array(text()).rule(message), Some("declared); set maxLength, maxItems")),
        (text().rule(optional), Some("; leave it out, or compare with `oldSelf`")),
        (any, Some("; give the value a type, or put the rule on a value above that has one")),
        (cheap, None),
    ];
    for (field, wanted) in table {
        let schema = ruled(field);
        let crd = with_schema(&schema);
        let written = generate_into(directory("rules"), [Export::new(DATABASE, schema)]);
        let reported = written.err().map(|error| error.to_string());
        match (&reported, wanted) {
            (Some(reported), Some(wanted)) => assert!(reported.contains(wanted), "{reported}"),
            (reported, wanted) => assert_eq!(reported.as_deref(), wanted),
        }
        if let Some(answers) = oracle::ask(&[json!({"op": "validate_crd_create", "crd": crd})]) {
            let reported = reported.unwrap_or_default();
            let errors = answers[0]["errors"].as_array().expect("errors");
            let messages = errors.iter().filter_map(|error| error["text"].as_str());
            // The file has other paths than the type in the server.
            let (server, file) =
                ("spec.validation.openAPIV3Schema", "spec.versions[0].schema.openAPIV3Schema");
            let mut messages = messages.map(|text| text.replace(server, file));
            assert!(messages.all(|text| reported.contains(&text)), "{answers:?} {reported}");
            assert_eq!(reported.lines().count(), if errors.is_empty() { 0 } else { errors.len() + 2 });
        }
    }
}

/// The definition as it is without a look at it.
fn with_schema(schema: &StructuralSchema) -> Value {
    let plain = SchemaBuilder::object().build().expect("structural");
    let crd = definition_of(&DATABASE, &plain, Profile::Cluster).expect("a definition").into_crd();
    let mut crd = serde_json::to_value(crd).expect("JSON");
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"] =
        serde_json::to_value(JsonSchemaProps::from(schema)).expect("JSON");
    crd
}

#[test]
fn warns_of_formats_that_no_server_knows() {
    let output = child("child_warns", &[("CRD_SCHEMA_TESTS_FORMAT", "yesterday")]);
    let reported = "properties[names].format: unrecognized format \"yesterday\"";
    assert!(text(&output.stdout).contains(reported), "{output:?}");
    let output = child("child_warns", &[("CRD_SCHEMA_TESTS_FORMAT", "date-time")]);
    assert!(!text(&output.stdout).contains("unrecognized format"), "{output:?}");
}

#[test]
fn child_warns() {
    let Ok(name) = std::env::var("CRD_SCHEMA_TESTS_FORMAT") else { return };
    let field = SchemaBuilder::string().validate(|validation| validation.format = Some(name));
    generate_into(directory("format"), [Export::new(DATABASE, ruled(field))]).expect("written");
}

#[test]
fn refuses_one_name_twice() {
    let error = generate_into(directory("twice"), [database(), database()]).expect_err("twice");
    assert!(matches!(error, BuildError::Duplicate { name } if name == "databases.example.com"));
}

#[test]
fn child_generates() {
    let tags = SchemaBuilder::map(SchemaBuilder::string()).key_mutability(KeyMutability::AddOnly);
    let schema = SchemaBuilder::object().property("tags", tags).build().expect("structural");
    let resource = ResourceDesc { kind: "Tagged", plural: "taggeds", ..DATABASE };
    if !is_child() {
        return;
    }
    if let Err(error) = generate([Export::new(resource, schema)]) {
        panic!("{error}");
    }
}

#[test]
fn goes_to_out_dir_and_tells_cargo() {
    let directory = directory("out_dir");
    let output = child("child_generates", &[("OUT_DIR", directory.to_str().expect("a string"))]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(directory.join("taggeds.example.com.yaml").exists());
    let expected = "cargo::warning=taggeds.example.com: spec.versions[0].schema.openAPIV3Schema.properties[tags].\
                    x-kubernetes-key-mutability: the largest values could no longer be updated";
    assert!(text(&output.stdout).contains(expected), "{}", text(&output.stdout));

    let output = child("child_generates", &[]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("OUT_DIR is not set"), "{}", text(&output.stderr));
}

#[test]
fn child_compares() {
    if !is_child() {
        return;
    }
    database().assert_current(&std::env::var("PACKAGE").expect("a directory"));
}

#[test]
fn compares_and_updates() {
    let package = directory("compares");
    let file = package.join("crds/databases.example.com.yaml");
    let variables = [("PACKAGE", package.to_str().expect("a string"))];
    let update = [variables[0], (UPDATE_VARIABLE, "1")];

    let missing = text(&child("child_compares", &variables).stderr);
    assert!(missing.contains("crds/databases.example.com.yaml does not exist yet"), "{missing}");
    assert!(missing.contains("CRD_SCHEMA_UPDATE=1"), "{missing}");
    assert!(!file.exists());

    assert!(child("child_compares", &update).status.success());
    assert_eq!(fs::read_to_string(&file).expect("written"), DATABASE_YAML);
    assert!(child("child_compares", &variables).status.success());

    fs::write(&file, DATABASE_YAML.replace('\n', "\r\n")).expect("written");
    assert!(child("child_compares", &variables).status.success());

    fs::write(&file, DATABASE_YAML.replace("- db\n", "- dbs\n")).expect("written");
    let drifted = text(&child("child_compares", &variables).stderr);
    assert!(drifted.contains("-    - dbs\n+    - db\n"), "{drifted}");
    assert!(drifted.contains("CRD_SCHEMA_UPDATE=1"), "{drifted}");
    assert!(drifted.contains("tests/tests/derive/build_files.rs"), "the panic is at the caller: {drifted}");
}

#[test]
fn child_of_one_version() {
    if is_child() {
        database().assert_current(&std::env::var("PACKAGE").expect("a directory"));
    }
}

#[test]
fn child_of_another_version() {
    if is_child() {
        let resource = ResourceDesc { version: "v2", ..DATABASE };
        let schema = SchemaBuilder::object().build().expect("structural");
        Export::new(resource, schema).assert_current(&std::env::var("PACKAGE").expect("a directory"));
    }
}

/// As `crd-schema generate` reads it: a directory of the package's own, with its files and where the package is.
#[test]
fn a_package_has_a_directory_of_its_own() {
    let out = directory("packages");
    let mut found = Vec::new();
    for package in ["/packages/a", "/packages/b"] {
        let variables = [("PACKAGE", package), (PACKAGES_VARIABLE, out.to_str().expect("a string"))];
        let output = child("child_in_a_package", &variables);
        assert!(output.status.success(), "{}", text(&output.stdout));
    }
    for entry in fs::read_dir(&out).expect("the directory") {
        let entry = entry.expect("an entry").path();
        let read = |name: &str| fs::read_to_string(entry.join(name)).expect("a file");
        found.push((read("package"), read("databases.example.com.yaml") == DATABASE_YAML));
    }
    found.sort();
    assert_eq!(found, [("/packages/a".to_owned(), true), ("/packages/b".to_owned(), true)]);
}

#[test]
fn child_in_a_package() {
    if is_child() && std::env::var_os(PACKAGES_VARIABLE).is_some() {
        database().assert_current(&std::env::var("PACKAGE").expect("a directory"));
    }
}

/// Each test alone would write its own, and the last one would stay.
#[test]
fn two_types_of_one_file_are_reported() {
    let package = directory("two_types");
    let place = package.to_str().expect("a string");
    for variable in [(UPDATE_VARIABLE, "1"), (OUTPUT_VARIABLE, place)] {
        let this = std::env::current_exe().expect("this binary");
        let mut command = Command::new(this);
        command.args(["child_of", "--test-threads=1"]).env(CHILD, "").env_remove(UPDATE_VARIABLE);
        let output = command.env("PACKAGE", place).env(variable.0, variable.1).output().expect("it runs");
        assert!(!output.status.success());
        let said = text(&output.stdout);
        assert!(said.contains("1 passed; 1 failed"), "{said}");
        assert!(said.contains("versions of one resource are one definition"), "{said}");
    }
}
