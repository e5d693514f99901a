//! What holds for the sources and the documents.

mod bug_reports;
mod docs;
mod layers;
mod rules;
mod server_layers;
mod words;
