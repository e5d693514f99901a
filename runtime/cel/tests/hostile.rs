//! Expressions that would take any time or memory are refused.

use std::fmt::Write;

use crd_schema_cel::{Env, Issues};

fn compile(expression: &str) -> Result<(), Issues> {
    Env::new(37).compile(expression).map(drop)
}

/// Each loop doubles the type of its items.
#[test]
fn types_that_double() {
    let (mut open, mut close) = (String::new(), String::new());
    for loops in 0..60 {
        write!(open, "[{{v{loops}: v{loops}}}].map(v{}, ", loops + 1).expect("strings take all");
        close += ")";
    }
    let issues = compile(&format!("[1].map(v0, {open}1{close})")).expect_err("too large");
    assert!(issues.to_string().contains("type has more than 1000 parts"), "{issues}");
}

/// Each `optMap` copies what stands before it.
#[test]
fn copies_that_double() {
    let chain = ".optMap(x, x)".repeat(60);
    let issues = compile(&format!("optional.of(1){chain}")).expect_err("too large");
    assert!(issues.to_string().contains("nodes"), "{issues}");
}

#[test]
fn deep_and_long_expressions() {
    for expression in ["(".repeat(50_000), "1+".repeat(33_000), "-".repeat(99_999), "!".repeat(99_999)] {
        assert!(compile(&expression).is_err());
    }
    assert!(compile(&vec!["true"; 12_000].join(" && ")).is_ok());
    assert!(compile(&format!("[{}].size() == 1", vec!["1"; 30_000].join(","))).is_ok());
    assert!(compile(&"[".repeat(99_999)).is_err());
    assert!(compile(&format!("1{}", " x".repeat(49_000))).is_err());
}
