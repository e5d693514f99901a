//! Any text is an expression that compiles or issues that can be printed.

#![no_main]

use crd_schema_cel::{Env, Type};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let fields = [("s", Type::String), ("l", Type::list(Type::Int)), ("m", Type::map(Type::String, Type::Dyn))];
    let env = Env::new(37).object("Object", fields).variable("self", Type::Struct("Object".into()));
    match env.compile(text) {
        Ok(compiled) => drop(compiled.output_type().to_string()),
        Err(issues) => assert!(issues.to_string().starts_with("ERROR: <input>:")),
    }
});
