//! What users of servers, generators and Rust crates stumbled over: `cases/bug-reports` has a row for each report.

use std::collections::BTreeSet;
use std::path::Path;

use crd_schema_tests::reports::{all, check_rows, numbers, validate};
use crd_schema_tests::table::Report;

#[test]
fn each_report_is_a_case_a_test_or_has_a_reason() {
    let mut report = Report::default();
    for (list, rows) in all() {
        check_rows(&mut report, &list, &rows);
    }
    report.finish();
}

#[test]
fn the_runtime_does_what_is_right() {
    let mut report = Report::default();
    let validated: usize = all().iter().map(|(list, rows)| validate(&mut report, list, rows)).sum();
    assert!(validated >= 90, "there are {validated} cases");
    report.finish();
}

/// `CRD_REPORTS` is a folder with the lists, which are not ours to keep here.
#[test]
fn no_report_is_left_out() {
    let Some(folder) = std::env::var_os("CRD_REPORTS") else { return };
    let mut report = Report::default();
    for (list, rows) in all() {
        let file = if list == "server" { "bug-reports.md" } else { "rust-bug-reports.md" };
        let ours: BTreeSet<_> = rows.reports.iter().map(|row| row.id.clone()).collect();
        report.expect(&list, &numbers(&Path::new(&folder).join(file)), &ours);
    }
    report.finish();
}
