//! CEL: what compiles, what it costs, what it says of objects.

mod agreement;
mod cases;
mod compile;
mod costs;
mod rules;
mod upstream;
