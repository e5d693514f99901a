//! Requests to a real API server, where `APISERVER_BIN` is set.

mod bypass;
mod deviations;
mod lint;
mod lowering;
mod requests;
mod rules;
