//! One thread cuts the files into pieces, the others parse and judge: sums do not depend on who did what.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use indicatif::ProgressBar;
use serde_json::Value;

use super::Court;
use super::judge::judge;
use super::tally::Tally;
use crate::progress;
use crate::stream::{self, Piece};

/// How many batches wait to be judged, and how long they are in bytes: what is held does not depend on the files.
const WAITING: usize = 16;
const BATCH: usize = 64 * 1024;

/// Pieces that go to one worker, and how many batches there were before.
struct Batch {
    number: usize,
    pieces: Vec<Piece>,
}

/// What is wrong with the input, and in which batch.
type Fault = (usize, String);

pub(super) fn tally(files: &[String], court: &Court) -> Result<Tally, String> {
    let (sender, receiver) = sync_channel(WAITING);
    // Whoever works holds it, and when nobody does any more the reader ends, too.
    let receiver = Arc::new(Mutex::new(receiver));
    let faulty = &AtomicBool::new(false);
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let work = |receiver: Arc<_>| {
            scope.spawn(|| {
                let receiver = receiver;
                judge_all(&receiver, court).inspect_err(|_| faulty.store(true, Ordering::Relaxed))
            })
        };
        let workers: Vec<_> = (0..count).map(|_| work(Arc::clone(&receiver))).collect();
        drop(receiver);
        let batches = Batches { sender, faulty, number: 0, length: 0, pieces: Vec::new() };
        let progress = progress::of_bytes(files);
        let read = read(files, &progress, batches);
        // What is printed comes after it.
        progress.finish_and_clear();
        summed(workers).and_then(|tally| read.map(|()| tally))
    })
}

/// What is wrong with an earlier batch is told rather than with a later one.
fn summed(workers: Vec<ScopedJoinHandle<'_, Result<Tally, Fault>>>) -> Result<Tally, String> {
    let (mut whole, mut faults) = (Tally::default(), Vec::new());
    for worker in workers {
        match worker.join() {
            Ok(Ok(tally)) => whole.add(tally),
            Ok(Err(fault)) => faults.push(fault),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    match faults.into_iter().min() {
        Some((_, fault)) => Err(fault),
        None => Ok(whole),
    }
}

fn read(files: &[String], progress: &ProgressBar, mut batches: Batches<'_>) -> Result<(), String> {
    let mut pieces = |file| stream::pieces(file, progress, &mut |piece| batches.take(piece));
    let result = files.iter().try_for_each(|file| pieces(file));
    // Pieces before the one that is wrong are looked at all the same.
    let _ = batches.send();
    result
}

/// Makes batches of pieces: few locks, and few wakings.
struct Batches<'f> {
    sender: SyncSender<Batch>,
    /// Whether a fault was met: what comes behind it does not matter.
    faulty: &'f AtomicBool,
    number: usize,
    length: usize,
    pieces: Vec<Piece>,
}

impl Batches<'_> {
    fn take(&mut self, piece: Piece) -> ControlFlow<()> {
        self.length += piece.len();
        self.pieces.push(piece);
        if self.length < BATCH { Continue(()) } else { self.send() }
    }

    fn send(&mut self) -> ControlFlow<()> {
        let batch = Batch { number: self.number, pieces: std::mem::take(&mut self.pieces) };
        (self.number, self.length) = (self.number + 1, 0);
        let goes_on = self.sender.send(batch).is_ok() && !self.faulty.load(Ordering::Relaxed);
        if goes_on { Continue(()) } else { Break(()) }
    }
}

fn judge_all(batches: &Mutex<Receiver<Batch>>, court: &Court) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    let next = || batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Batch { number, pieces }) = next() {
        for piece in pieces {
            let objects = piece.objects().map_err(|fault| (number, fault))?;
            tally.note_document(objects.is_some());
            objects.into_iter().flatten().for_each(|object| note(&mut tally, court, object));
        }
    }
    Ok(tally)
}

fn note(tally: &mut Tally, court: &Court, object: Value) {
    let text = |name| object.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let id = (text("apiVersion"), text("kind"));
    let judged =
        court.versions.get(&id).map(|version| judge(version, court.stored.of(version, &object), object));
    tally.note(id, judged);
}
