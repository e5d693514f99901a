//! `docs/checks.md` says of each rule of lint what types have in its place; some of that.

use std::collections::BTreeSet;
use std::path::Path;

use crd_schema::crd::{Lowering, Version, combine, definition_of};
use crd_schema::describe::ResourceDesc;
use crd_schema::schema::Rule;
use crd_schema::{Profile, SchemaBuilder, ServerVersion};

#[test]
fn the_table_of_checks_has_every_rule() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/checks.md");
    let text = std::fs::read_to_string(path).expect("the table");
    let first = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let reported: BTreeSet<_> = text.lines().filter_map(first).collect();
    let rules: BTreeSet<_> = crd_schema::lint::lint_rules().iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(reported, rules);
}

const JOB: ResourceDesc =
    ResourceDesc { group: "example.com", version: "v1", kind: "Job", plural: "jobs", ..ResourceDesc::EMPTY };

/// The warnings of a definition whose spec has a rule.
fn warnings(rule: Rule, profile: Profile) -> Vec<String> {
    let spec =
        SchemaBuilder::object().property("namespace", SchemaBuilder::string().max_length(9)).rule(rule);
    let schema = SchemaBuilder::object().property("spec", spec).build().expect("a schema");
    let definition = definition_of(&JOB, &schema, profile).expect("a definition");
    definition.warnings().iter().map(ToString::to_string).collect()
}

fn lowered(server: ServerVersion) -> Profile {
    Profile::Lowered(Lowering::new(server))
}

/// The minors are those of `dropDisabledFields` in the sources of 1.29 and 1.30, and of
/// `SetRecognizeKeywordAsFieldName` in those of 1.31, which holds for the minor before a server's own.
#[test]
fn rules_of_types_are_for_the_servers_of_the_profile() {
    let optional = || {
        let rule = "!oldSelf.hasValue() || self.__namespace__ == oldSelf.value().__namespace__";
        let mut rule = Rule::new(rule);
        rule.optional_old_self = Some(true);
        rule
    };
    let place = "spec.versions[0].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]";
    let [warning] = warnings(optional(), Profile::Cluster).try_into().expect("one warning");
    assert!(
        warning.starts_with(&format!("{place}.optionalOldSelf: servers before 1.30 drop it")),
        "{warning}"
    );
    assert_eq!(warnings(optional(), lowered(ServerVersion::V1_29)).len(), 1);
    assert_eq!(warnings(optional(), lowered(ServerVersion::V1_30)), [""; 0]);

    let reserved = || Rule::new("has(self.namespace)");
    let [warning] = warnings(reserved(), Profile::Cluster).try_into().expect("one warning");
    assert!(
        warning.contains("refuse `self.namespace`") && warning.contains("`self.__namespace__`"),
        "{warning}"
    );
    assert_eq!(warnings(reserved(), lowered(ServerVersion::V1_31)).len(), 1);
    assert_eq!(warnings(reserved(), lowered(ServerVersion::V1_32)), [""; 0]);
    assert_eq!(warnings(Rule::new("has(self.__namespace__)"), Profile::Cluster), [""; 0]);
}

#[test]
fn what_only_the_stored_version_has_is_lost_in_another_one() {
    let schema = |field: &str| SchemaBuilder::object().property(field, SchemaBuilder::string()).build();
    let old = |served| ResourceDesc { version: "v1beta1", storage: false, served, ..JOB };
    let lost = |served| {
        let versions = [
            Version::new(JOB, schema("new").expect("a schema")),
            Version::new(old(served), schema("old").expect("a schema")),
        ];
        let definition = combine(&versions, Profile::Cluster).expect("a definition");
        definition.warnings().iter().map(|note| note.path().to_string()).collect::<Vec<_>>()
    };
    let path =
        |version, field| format!("spec.versions[{version}].schema.openAPIV3Schema.properties[{field}]");
    assert_eq!(lost(true), [path(1, "old"), path(0, "new")]);
    // Nobody reads an object in a version that is not served.
    assert_eq!(lost(false), [path(1, "old")]);
}
