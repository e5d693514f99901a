//! Published CRDs and their samples, where `CRD_CORPUS` is set.

mod oracle;
mod rules;
mod samples;
mod yaml;
