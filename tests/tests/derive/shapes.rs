//! Shapes of types beside serde and the server: see `crd_schema_tests::shapes`.

mod attributes;
mod containers;
mod ecosystem;
mod enums;
mod fields;
mod flatten;
mod json_schema;
mod kubernetes;
mod numbers;
mod odd;
mod root;
mod scalars;
mod schemars;

use crd_schema_tests::shapes::check;

#[test]
fn schema_serde_and_server_agree() {
    let files = [
        scalars::all(),
        fields::all(),
        containers::all(),
        enums::all(),
        flatten::all(),
        attributes::all(),
        ecosystem::all(),
        kubernetes::all(),
        json_schema::all(),
        numbers::all(),
        schemars::all(),
        odd::all(),
        root::all(),
    ];
    let shapes: Vec<_> = files.into_iter().flatten().collect();
    let mut names: Vec<_> = shapes.iter().map(|shape| shape.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), shapes.len(), "two shapes have one name");
    assert!(shapes.len() >= 150, "only {} shapes", shapes.len());
    let attributes = containers::all().len() + attributes::all().len();
    assert!(attributes >= 50, "only {attributes} uses of attributes");
    check(&shapes);
}
