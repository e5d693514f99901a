//! Objects that are made to take long: ten times the size takes about ten times as long and ten times as much memory, step by
//! step. With `ORACLE_BIN`, what twice the size takes in Kubernetes' own code.
//!
//! The growth of memory is checked, for it is the same in each run; that of time is to be read.

#![allow(missing_docs, reason = "nobody imports a bench")]

#[path = "../ratios/go.rs"]
mod go;
mod shapes;
mod steps;
mod twice;

use std::time::Duration;

use crd_schema::ServedVersion;

use shapes::{SHAPES, Shape};
use steps::{Subject, Taken, WRITES};

/// How much more memory ten times the size may take; buffers that double may be twice as large.
const TENFOLD: f64 = 20.0;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let is_smoke = arguments.iter().any(|argument| argument == "--test");
    let wanted = |name: &str| {
        let mut words = arguments.iter().filter(|argument| !argument.starts_with("--")).peekable();
        words.peek().is_none() || words.any(|word| name.contains(word.as_str()))
    };
    let served = shapes::served();
    let (rounds, small) = if is_smoke { (1, 10_000) } else { (3, 1_000_000) };
    say(&format!("{} kB and ten times as much; memory is bytes for each byte of the text", small / 1000));
    for shape in SHAPES.into_iter().filter(|shape| wanted(shape.name)) {
        tenfold(&served, shape, small, rounds);
    }
    if wanted("violations") {
        violations(&served, if is_smoke { 1_000 } else { 100_000 }, rounds);
    }
    if !is_smoke {
        twice::compare(&served, &wanted);
    }
}

fn tenfold(served: &ServedVersion, shape: Shape, small: usize, rounds: usize) {
    let subjects = [small, 10 * small].map(|bytes| Subject::new(served, shape, bytes));
    for step in WRITES.iter().chain(shape.alone) {
        let [one, ten] = subjects.each_ref().map(|subject| subject.take(step, rounds));
        let [one_by, ten_by] = [(one, &subjects[0]), (ten, &subjects[1])].map(|(taken, subject)| {
            // What a step takes in any case is nothing of the object's.
            ratio(taken.bytes.saturating_sub(4096), subject.text.len())
        });
        say(&format!(
            "{:<14} {step:<11} {:>9.3} {:>10.3} ms  x{:<6.1} {one_by:>6.2} {ten_by:>6.2}",
            shape.name,
            millis(one),
            millis(ten),
            ten.time.as_secs_f64() / one.time.as_secs_f64(),
        ));
        let grown = ratio(ten.bytes, one.bytes.max(4096));
        assert!(grown <= TENFOLD, "{}: {step}: {grown} times the memory for ten times the size", shape.name);
    }
}

/// A status with so many causes.
fn violations(served: &ServedVersion, count: usize, rounds: usize) {
    let subject = Subject::new(served, Shape::named("wrong types"), 8 * count);
    assert_eq!(subject.violations(), count);
    let Taken { time, bytes } = subject.take("create", rounds);
    let reported = subject.reported_bytes();
    say(&format!(
        "{count} violations: {:.1} ms, {:.1} bytes of memory for each of the {reported} bytes of the status",
        time.as_secs_f64() * 1e3,
        ratio(bytes, reported),
    ));
}

fn millis(taken: Taken) -> f64 {
    milliseconds(taken.time)
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "sizes are small")]
fn ratio(bytes: usize, of: usize) -> f64 {
    bytes as f64 / of as f64
}

#[expect(clippy::print_stdout, reason = "it is what a bench is for")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}
