//! The `crd-schema` command.

fn main() {}
