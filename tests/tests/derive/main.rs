//! `#[derive(CrdSchema)]` and the definitions of types.

mod attributes;
mod bug_reports;
mod build_files;
mod descriptions;
mod json_schema;
mod k8s_descriptions;
mod k8s_types;
mod kube_types;
mod lines;
mod ported;
mod presence;
mod reexported;
mod root;
mod scale;
mod shapes;
mod strings;
mod types;
mod warnings;
mod wire_drift;
