//! What the tests of patterns share.
#![allow(dead_code)] // Each of them uses its part.
#![allow(unused_imports)]

mod generator;
mod limits;
mod oracle;

pub(crate) use generator::Generator;
pub(crate) use limits::Growing;
pub(crate) use oracle::{Tally, ask, number, start};

/// One pattern and the strings to try it on.
pub(crate) struct Question {
    pub(crate) pattern: String,
    pub(crate) subjects: Vec<String>,
}
