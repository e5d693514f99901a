//! `crd-schema audit`.

mod judge;
mod tally;

use std::collections::HashMap;
use std::io::Write;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crd_schema::ServedVersion;
use serde_json::Value;

use self::tally::Tally;
use super::crds::Served;
use crate::cli::{Audit, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::stream;

/// How many objects wait to be judged.
const WAITING: usize = 64;

/// By `apiVersion` and `kind`.
type Versions = HashMap<(String, String), ServedVersion>;

pub(crate) fn run(arguments: &Audit, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let versions = Served::read(&arguments.crd)?.every()?;
    let tally = tally_of(&arguments.objects, &versions).map_err(Failure::unusable)?;
    match arguments.output {
        TextFormat::Text => tally.print(out)?,
        TextFormat::Json => writeln!(out, "{:#}", tally.listed())?,
    }
    Ok(if tally.is_clean() { Outcome::Fine } else { Outcome::Findings })
}

/// One thread reads, the others judge; sums do not depend on who did what.
fn tally_of(files: &[String], versions: &Versions) -> Result<Tally, String> {
    let (sender, receiver) = sync_channel(WAITING);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let work = || scope.spawn(|| judge_all(&receiver, versions));
        let workers: Vec<_> = (0..workers).map(|_| work()).collect();
        let mut sink = |object| sender.send(object).map_err(|_| "nobody judges".to_owned());
        let read = files.iter().try_for_each(|file| stream::objects(file, &mut sink));
        drop(sender);
        let mut whole = Tally::default();
        for worker in workers {
            match worker.join() {
                Ok(tally) => whole.add(tally),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        read.map(|()| whole)
    })
}

fn judge_all(objects: &Mutex<Receiver<Value>>, versions: &Versions) -> Tally {
    let mut tally = Tally::default();
    let next = || objects.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(object) = next() {
        let text = |name| object.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let id = (text("apiVersion"), text("kind"));
        let judged = versions.get(&id).map(|version| judge::judge(version, object));
        tally.note(id, judged);
    }
    tally
}
