//! Memory in proportion to what comes in: budgets of bytes for each byte of input, at one and at ten times the size.
//!
//! What is measured is the same in each run: how much was allocated at most at once, and how much in all, which stands for the
//! work. `BUDGETS=1` prints what each shape takes.
//!
//! How long it takes, beside Kubernetes' own code, is a table to be read:
//! `ORACLE_BIN=… cargo test -p crd-schema-tests --test budgets -- --ignored --nocapture beside_go`.

mod beside_go;
mod defaults;
mod lowering;
mod measure;
mod patterns;
mod strings;

use measure::{Budget, Shape};

fn keep(shapes: &[Shape]) {
    for shape in shapes {
        shape.keep();
    }
}

#[test]
fn patterns_take_memory_in_proportion_to_the_schema() {
    keep(&patterns::SHAPES);
}

#[test]
fn defaults_take_memory_in_proportion_to_the_limit() {
    keep(&defaults::SHAPES);
}

#[test]
fn lowering_takes_memory_in_proportion_to_the_schema() {
    keep(&lowering::SHAPES);
}

#[test]
fn strings_take_memory_in_proportion_to_their_length() {
    keep(&strings::SHAPES);
}
