//! What the server publishes of CRDs, beside what we would.

use std::time::{Duration, Instant};

use crd_schema::CustomResourceDefinition;
use crd_schema::openapi::{OpenApiDefinitions, openapi_v2, openapi_v3};
use serde_json::Value;

use super::client::Server;
use crate::conformance::same;
use crate::table::Report;

/// Documents are made anew in the background, all of them whenever a CRD comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Compares the definitions of every served version in both documents; gives how many.
///
/// # Panics
/// When one of them is no definition.
pub fn compare_definitions(report: &mut Report, server: &Server, crds: &[Value]) -> usize {
    let mut compared = 0;
    for json in crds {
        let crd: CustomResourceDefinition = serde_json::from_value(json.clone()).expect("a definition");
        for version in json["spec"]["versions"].as_array().into_iter().flatten() {
            let version = version["name"].as_str().unwrap_or_default();
            if let (Some(v2), Some(v3)) = (openapi_v2(&crd, version), openapi_v3(&crd, version)) {
                let group = json["spec"]["group"].as_str().unwrap_or_default();
                let path = format!("/openapi/v3/apis/{group}/{version}");
                compared += compare(report, server, "/openapi/v2", "/definitions", &v2);
                compared += compare(report, server, &path, "/components/schemas", &v3);
            }
        }
    }
    compared
}

fn compare(
    report: &mut Report,
    server: &Server,
    path: &str,
    pointer: &str,
    definitions: &OpenApiDefinitions,
) -> usize {
    let shown = shown(server, path, pointer, definitions);
    for (name, definition) in definitions {
        let ours = serde_json::to_value(definition).expect("JSON");
        let theirs = &shown[name];
        let alike = same(theirs, &ours);
        let difference = if alike { String::new() } else { format!("server {theirs}\nours {ours}") };
        report.expect(&format!("{path}: {name}"), &String::new(), &difference);
    }
    definitions.len()
}

/// The definitions of a document, once the named ones are among them.
fn shown(server: &Server, path: &str, pointer: &str, definitions: &OpenApiDefinitions) -> Value {
    let start = Instant::now();
    loop {
        let mut body = server.get(path).body;
        let shown = body.pointer_mut(pointer).map(Value::take).unwrap_or_default();
        let complete = definitions.keys().all(|name| shown.get(name).is_some());
        if complete || start.elapsed() > PATIENCE {
            return shown;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}
