//! What does not compile, and that the message says what to write instead.
//!
//! The messages are those of one pinned toolchain; `TRYBUILD=overwrite` writes them again.

mod ui_support;

#[test]
fn mistakes_do_not_compile() {
    ui_support::run(|tests| {
        // A case that passes makes trybuild build instead of check, and only then generic guards run.
        tests.pass("tests/ui/pass/*.rs");
        tests.compile_fail("tests/ui/fail/*.rs");
    });
}

#[test]
fn each_message_names_the_cure_and_each_mistake_is_reported_once() {
    assert!(ui_support::cures("tests/ui/fail") >= 25);
}
