//! A process that is killed while it writes loses nothing that was answered.
#![cfg(feature = "file-store")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crd_schema_server::store::{FileLimits, FileStore, ListQuery, Store as _};

const FILE: &str = "CRD_SCHEMA_SERVER_CRASH_FILE";

/// A store that keeps all events.
fn open(file: impl AsRef<Path>) -> FileStore {
    let mut limits = FileLimits::default();
    limits.events = u64::MAX;
    FileStore::with_limits(file, limits).expect("the file is whole")
}

/// How often a process is killed.
fn rounds() -> usize {
    std::env::var("CRASHES").ok().and_then(|count| count.parse().ok()).unwrap_or(10)
}

/// Not a test by itself: what is killed. It writes from several tasks and prints what was answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "whoever kills it reads what was answered")]
async fn child_that_is_killed() {
    let Some(file) = std::env::var_os(FILE) else { return };
    let store = open(file);
    let start = store.revision().await.expect("a revision");
    let tasks = (0..8).map(|task| {
        let store = store.clone();
        tokio::spawn(async move {
            for at in 0.. {
                let key = format!("g/{start:08}/{task}/{at:08}");
                let revision = store.create(&key, key.clone().into()).await.expect("it is new");
                println!("answered {revision} {key}");
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("it is killed");
    }
}

/// The revision and the key of each write that was answered before the process was killed.
fn write_and_kill(file: &Path, answers: usize) -> Vec<(u64, String)> {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "child_that_is_killed", "--nocapture"]).env(FILE, file);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut answered = Vec::new();
    for line in lines {
        let Ok(line) = line else { break };
        let words: Vec<_> = line.split(' ').collect();
        // The line that was being written may be cut.
        if let ["answered", revision, key] = words.as_slice()
            && key.len() == "g/00000000/0/00000000".len()
            && let Ok(revision) = revision.parse()
        {
            answered.push((revision, (*key).to_owned()));
        }
        if answered.len() == answers {
            child.kill().expect("it is killed");
        }
    }
    child.wait().expect("it has ended");
    answered
}

#[tokio::test]
async fn what_was_answered_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("objects.redb");
    let mut all = Vec::new();
    for round in 0..rounds() {
        let answered = write_and_kill(&file, 50 + 7 * (round % 20));
        assert!(answered.len() >= 50 + 7 * (round % 20));
        let newest_before = all.iter().map(|(revision, _)| *revision).max().unwrap_or_default();
        assert!(answered.iter().all(|(revision, _)| *revision > newest_before), "revisions only grow");
        all.extend(answered);
        let store = open(&file);
        for (revision, key) in &all {
            let entry = store.get(key).await.expect("an answer").unwrap_or_else(|| panic!("{key} is lost"));
            assert_eq!((entry.revision, &entry.value), (*revision, &key.clone().into()));
        }
        // Each revision is one event, and each event one key.
        let listed = store.list(ListQuery { prefix: "g/", ..ListQuery::default() }).await.expect("a list");
        let mut watch = store.watch("g/", 1).await.expect("a watch");
        let mut events = Vec::new();
        while events.len() < listed.entries.len() {
            events.extend(watch.next().await.expect("events"));
        }
        assert!(events.iter().map(|event| event.revision).eq(2..=listed.revision));
    }
}
