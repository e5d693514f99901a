//! One thread cuts the files into pieces, the others parse and validate: sums do not depend on who did what.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use indicatif::ProgressBar;
use serde_json::Value;

use super::Auditor;
use super::tally::Tally;
use super::validate::validate;
use crate::input::FileName;
use crate::progress;
use crate::stream::{self, Piece};

/// How many batches wait to be validated, and how long they are in bytes: what is held does not depend on the files.
const WAITING: usize = 16;
const BATCH: usize = 64 * 1024;

/// Longer pieces do not wait: who reads them looks at them, and reads no other in the meantime.
const LONG: usize = 4 << 20;

/// Pieces that go to one worker, and how many batches there were before.
struct Batch {
    number: usize,
    pieces: Vec<Piece>,
}

/// What is wrong with the input, and in which batch.
type BatchError = (usize, String);

pub(super) fn tally(files: &[FileName], auditor: &Auditor) -> Result<Tally, String> {
    let (sender, receiver) = sync_channel(WAITING);
    // Whoever works holds it, and when nobody does any more the reader ends, too.
    let receiver = Arc::new(Mutex::new(receiver));
    let has_failed = &AtomicBool::new(false);
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let work = |receiver: Arc<_>| {
            scope.spawn(|| {
                let receiver = receiver;
                validate_all(&receiver, auditor).inspect_err(|_| has_failed.store(true, Ordering::Relaxed))
            })
        };
        let workers: Vec<_> = (0..threads).map(|_| work(Arc::clone(&receiver))).collect();
        drop(receiver);
        let own = Validate { auditor, tally: Tally::default() };
        let mut batches =
            Batches { sender, has_failed, number: 0, length: 0, pieces: Vec::new(), own, error: None };
        let progress = progress::of_bytes(files);
        let read = read(files, &progress, &mut batches);
        // What is printed comes after it.
        progress.finish_and_clear();
        let Batches { sender, own, error, .. } = batches;
        drop(sender);
        summed(workers, own.tally, error).and_then(|tally| read.map(|()| tally))
    })
}

/// The error of the earliest batch is reported.
fn summed(
    workers: Vec<ScopedJoinHandle<'_, Result<Tally, BatchError>>>,
    mut whole: Tally,
    error: Option<BatchError>,
) -> Result<Tally, String> {
    let mut errors = Vec::from_iter(error);
    for worker in workers {
        match worker.join() {
            Ok(Ok(tally)) => whole.add(tally),
            Ok(Err(error)) => errors.push(error),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    match errors.into_iter().min() {
        Some((_, error)) => Err(error),
        None => whole.within_bounds(),
    }
}

fn read(files: &[FileName], progress: &ProgressBar, batches: &mut Batches<'_>) -> Result<(), String> {
    let pieces = |file| stream::pieces(file, progress, &mut |piece| batches.take(piece));
    let result = files.iter().try_for_each(pieces);
    // Pieces before the one that is wrong are looked at all the same.
    let _ = batches.send();
    result
}

/// Makes batches of pieces: few locks, and few wakings.
struct Batches<'f> {
    sender: SyncSender<Batch>,
    /// Whether a batch has an error: what comes behind it does not matter.
    has_failed: &'f AtomicBool,
    number: usize,
    length: usize,
    pieces: Vec<Piece>,
    /// Who looks at long pieces, and what was wrong with one.
    own: Validate<'f>,
    error: Option<BatchError>,
}

impl Batches<'_> {
    fn take(&mut self, piece: Piece) -> ControlFlow<()> {
        if piece.len() > LONG {
            self.send()?;
            self.error = self.own.validate_all([piece]).err().map(|error| (self.number, error));
            self.number += 1;
            return if self.error.is_none() { Continue(()) } else { Break(()) };
        }
        self.length += piece.len();
        self.pieces.push(piece);
        if self.length < BATCH { Continue(()) } else { self.send() }
    }

    fn send(&mut self) -> ControlFlow<()> {
        let batch = Batch { number: self.number, pieces: std::mem::take(&mut self.pieces) };
        (self.number, self.length) = (self.number + 1, 0);
        let goes_on = self.sender.send(batch).is_ok() && !self.has_failed.load(Ordering::Relaxed);
        if goes_on { Continue(()) } else { Break(()) }
    }
}

fn validate_all(batches: &Mutex<Receiver<Batch>>, auditor: &Auditor) -> Result<Tally, BatchError> {
    let mut validate = Validate { auditor, tally: Tally::default() };
    let next = || batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Batch { number, pieces }) = next() {
        validate.validate_all(pieces).map_err(|error| (number, error))?;
    }
    Ok(validate.tally)
}

/// Who looks at objects, and what was found.
struct Validate<'v> {
    auditor: &'v Auditor,
    tally: Tally,
}

impl Validate<'_> {
    /// Or what is wrong with the first piece that cannot be read.
    fn validate_all(&mut self, pieces: impl IntoIterator<Item = Piece>) -> Result<(), String> {
        for piece in pieces {
            let objects = piece.objects()?;
            self.tally.note_document(objects.is_some());
            objects.into_iter().flatten().for_each(|object| self.note(object));
            self.tally.check_bounds()?;
        }
        Ok(())
    }

    fn note(&mut self, object: Value) {
        let text = |name| object.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let id = (text("apiVersion"), text("kind"));
        let Auditor { versions, stored } = self.auditor;
        let validated =
            versions.get(&id).map(|version| validate(version, stored.find(version, &object), object));
        self.tally.note(id, validated);
    }
}
