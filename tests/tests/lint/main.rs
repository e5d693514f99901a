//! Findings in CRDs.

mod causes;
mod checks;
mod server_versions;
mod transitions;
mod unsatisfiable;
mod versions_alike;
mod warnings;
