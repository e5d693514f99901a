//! What publishing tells beside the schema.

use crd_schema::crd::{Lowering, Published, publish};
use crd_schema::schema::{KeyMutability, Mutability};
use crd_schema::{Profile, SchemaBuilder};
use serde_json::json;

fn publish_spec(spec: SchemaBuilder, profile: Profile) -> Result<Published, crd_schema::Violations> {
    publish(&SchemaBuilder::object().required("spec", spec).build()?, profile)
}

fn strings(notes: &[crd_schema::crd::Note]) -> Vec<String> {
    notes.iter().map(ToString::to_string).collect()
}

#[test]
fn native_says_that_clusters_do_not_know_the_markers() {
    let marked =
        SchemaBuilder::object().property("a", SchemaBuilder::string().mutability(Mutability::Immutable));
    let published = publish_spec(marked, Profile::Native).expect("published");
    let [warning] = published.warnings() else { panic!("one warning") };
    assert!(warning.message().contains("kubectl"), "{warning}");
    assert!(warning.path().steps().is_empty());

    let plain = SchemaBuilder::object().property("a", SchemaBuilder::string());
    assert_eq!(publish_spec(plain, Profile::Native).expect("published").warnings(), []);
}

/// D4, D5 and D6 of the lowering are reported where they can show.
#[test]
fn cluster_notes_where_equality_is_not_that_of_json() {
    let value = SchemaBuilder::object()
        .property("at", SchemaBuilder::string().validate(|v| v.format = Some("date-time".into())))
        .property("many", SchemaBuilder::array(SchemaBuilder::number()))
        .property("port", SchemaBuilder::int_or_string())
        .mutability(Mutability::Immutable);
    let name = SchemaBuilder::string().mutability(Mutability::Immutable);
    let spec = SchemaBuilder::object().required("value", value).required("name", name);
    let published = publish_spec(spec, Profile::Cluster).expect("published");
    let about_value = published.notes().iter().filter(|note| note.path().to_string().contains("[value]"));
    let about_equality = about_value.filter(|note| !note.message().contains("had to be there"));
    assert_eq!(
        strings(&about_equality.cloned().collect::<Vec<_>>()),
        [
            "properties[spec].properties[value].x-kubernetes-mutability: another spelling of the same date, duration \
         or bytes counts as no change",
            "properties[spec].properties[value].x-kubernetes-mutability: whole numbers beyond 2^53 that are one \
         double count as equal",
            "properties[spec].properties[value].x-kubernetes-mutability: an integer that is sent as a float, `1.0`, \
         is refused",
        ]
    );
    assert_eq!(published.warnings(), []);
}

/// K-in is safe up to 166,666 entries; unbounded maps are accepted all the same.
#[test]
fn unbounded_keys_are_a_warning() {
    let map = |limit| {
        SchemaBuilder::map(SchemaBuilder::string())
            .key_mutability(KeyMutability::AddOnly)
            .validate(|validation| validation.max_properties = limit)
    };
    let warnings = |limit| {
        let spec = SchemaBuilder::object().required("labels", map(limit));
        publish_spec(spec, Profile::Cluster).expect("published").warnings().len()
    };
    assert_eq!(warnings(None), 1);
    assert_eq!(warnings(Some(166_667)), 1);
    assert_eq!(warnings(Some(166_666)), 0);
}

/// An unbounded text costs 314,575; 317 of them are within the 100,000,000 of a schema and 318 are not.
#[test]
fn too_many_unbounded_values_are_refused() {
    let spec = |count| {
        (0..count).fold(SchemaBuilder::object(), |spec, number| {
            spec.required(format!("a{number}"), SchemaBuilder::string().mutability(Mutability::Immutable))
        })
    };
    let published = publish_spec(spec(317), Profile::Cluster).expect("published");
    assert_eq!(published.warnings().len(), 1);
    let found = publish_spec(spec(318), Profile::Cluster).expect_err("too dear");
    let [violation] = found.iter().collect::<Vec<_>>()[..] else { panic!("{found}") };
    assert!(violation.detail().contains("100034850"), "{violation}");
    assert_eq!(publish_spec(spec(31), Profile::Cluster).expect("published").warnings(), []);
}

/// Rules repeat the names above them; what is longer than a request may be is not made.
#[test]
fn rules_without_end_are_refused() {
    let leaves = (0..200).fold(SchemaBuilder::object(), |leaves, number| {
        leaves.property(format!("a{number}"), SchemaBuilder::boolean().mutability(Mutability::AddOnly))
    });
    let name = "x".repeat(20);
    let deep = (0..60).fold(leaves, |below, _| SchemaBuilder::object().property(name.clone(), below));
    let found = publish_spec(deep, Profile::Cluster).expect_err("too long");
    let strings: Vec<_> = found.iter().map(|violation| violation.detail().to_owned()).collect();
    assert_eq!(
        strings,
        ["the rules that its mutability markers are lowered to are longer than a request may be"]
    );
}

/// Where and what of the notes that have the words.
fn notes_with(words: &str, spec: SchemaBuilder, lowering: Lowering) -> Vec<String> {
    let published = publish_spec(spec, Profile::Lowered(lowering)).expect("published");
    let with_words = published.notes().iter().filter(|note| note.message().contains(words));
    with_words.map(|note| note.path().to_string()).collect()
}

/// D10: what must be there is trusted to have been there, unless a strict anchor is asked for.
#[test]
fn trust_in_what_is_required_is_reported() {
    let immutable = || SchemaBuilder::string().mutability(Mutability::Immutable);
    let labels = SchemaBuilder::map(SchemaBuilder::string()).key_mutability(KeyMutability::AddOnly);
    let spec = || {
        SchemaBuilder::object()
            .required("engine", immutable())
            .property("region", immutable())
            .required("labels", labels.clone())
            .required("free", SchemaBuilder::string())
    };
    let of = |lowering| notes_with("before this had to be there", spec(), lowering);
    let expected = [
        "properties[spec]",
        "properties[spec].properties[engine].x-kubernetes-mutability",
        "properties[spec].properties[labels].x-kubernetes-key-mutability",
    ];
    assert_eq!(of(Lowering::default()), expected);
    assert_eq!(of(Lowering::default().strict_anchor()), [""; 0]);
}

/// D13: a default of the stored version is trusted, too; where it is not, filling it in is an addition.
#[test]
fn trust_in_defaults_is_reported() {
    let region = |mutability| SchemaBuilder::string().default_value("eu".into()).mutability(mutability);
    let spec = || {
        SchemaBuilder::object()
            .property("region", region(Mutability::Immutable))
            .property("zone", region(Mutability::AddOnly))
            .property(
                "names",
                SchemaBuilder::object().default_value(json!({})).property("a", region(Mutability::Immutable)),
            )
    };
    let of = |words, lowering| notes_with(words, spec(), lowering);
    let (once, addition) = ("the first update may set another value once", "counts as an addition");
    let strict = Lowering::default().strict_anchor();
    let [names, a, region, zone] = [
        "properties[spec].properties[names]",
        "properties[spec].properties[names].properties[a].x-kubernetes-mutability",
        "properties[spec].properties[region].x-kubernetes-mutability",
        "properties[spec].properties[zone].x-kubernetes-mutability",
    ];
    assert_eq!(of(once, Lowering::default()), [names, a, region, zone]);
    assert_eq!(of(addition, Lowering::default()), [""; 0]);
    assert_eq!(of(once, strict), [""; 0]);
    // An empty struct adds nothing.
    assert_eq!(of(addition, strict), [a, region, zone]);
}

/// D15: null is taken for a missing value, which gets its default.
#[test]
fn null_beside_a_scale_is_noted() {
    let of = |nullable: bool, mutability| {
        let mode = SchemaBuilder::string().default_value(json!("x")).mutability(mutability);
        let mode = if nullable { mode.nullable() } else { mode };
        let size =
            SchemaBuilder::object().property("replicas", SchemaBuilder::integer()).property("mode", mode);
        let spec = SchemaBuilder::object().property("size", size);
        notes_with("in the place of a default", spec, Lowering::default())
    };
    let mode = "properties[spec].properties[size].properties[mode].x-kubernetes-mutability";
    assert_eq!(of(true, Mutability::Immutable), [mode]);
    assert_eq!(of(true, Mutability::RemoveOnly), [mode]);
    assert_eq!(of(true, Mutability::AddOnly), [""; 0]);
    assert_eq!(of(false, Mutability::Immutable), [""; 0]);
}

/// D14 concerns every rule.
#[test]
fn misfits_are_reported_once() {
    let marked = SchemaBuilder::string().mutability(Mutability::Immutable);
    let spec = |marked| SchemaBuilder::object().property("a", marked).property("b", SchemaBuilder::string());
    let of = |spec| notes_with("does not fit its type any more", spec, Lowering::default());
    // The schema as a whole.
    assert_eq!(of(spec(marked)), ["<nil>"]);
    assert_eq!(of(spec(SchemaBuilder::string())), [""; 0]);
}
