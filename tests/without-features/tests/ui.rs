//! What does not compile where a feature of the library is off, and that the message names the feature.

#[path = "../../tests/ui_support/mod.rs"]
mod ui_support;

#[test]
fn what_is_not_built_does_not_compile() {
    ui_support::run(|tests| tests.compile_fail("tests/ui/*.rs"));
}

#[test]
fn each_message_names_the_feature_and_each_mistake_is_reported_once() {
    assert!(ui_support::cures("tests/ui") >= 9);
}
