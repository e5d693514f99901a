//! `GET` of what happens to a collection.
//!
//! Source: `apiserver pkg/endpoints/handlers/watch.go`, `pkg/storage/cacher/cacher.go`.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures::stream::unfold;
use serde_json::{Value, json};
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, sleep_until};

use super::call::{Answer, Call, Content};
use super::list::{self, list_objects};
use crate::failure::Failure;
use crate::meta;
use crate::request::{Format, ListOptions, Match, Shape};
use crate::resources::Registry;
use crate::store::{Entry, Event, EventSource, StoreError};
use crate::table::Headers;
use crate::{objects::Objects, revision};

/// A watch without a timeout of its own ends after a time between this and twice this.
const MIN_TIMEOUT: Duration = Duration::from_secs(1800);
/// How often a bookmark is sent, if the client wants them.
const BOOKMARKS: Duration = Duration::from_secs(60);
/// A last bookmark is sent so long before the end.
const BEFORE_THE_END: Duration = Duration::from_secs(2);

/// The media types of streams, as an error lists them.
const STREAMS: &str = "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";

pub(crate) async fn watch(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let options = list::options(call)?;
    if output.format == Format::Yaml {
        return Err(Failure::not_acceptable(STREAMS));
    }
    let watching = Watching::start(call, options, output.shape.clone()).await?;
    let lines = unfold(watching, |mut watching| async move {
        let line = watching.line().await?;
        Some((Ok::<_, Infallible>(line), watching))
    });
    Ok(Answer { code: 200, output, content: Content::Stream(Body::from_stream(lines)) })
}

/// A watch that is being answered.
struct Watching {
    call: Call,
    options: ListOptions,
    shape: Shape,
    source: Option<Box<dyn EventSource>>,
    /// Lines that are ready.
    ready: VecDeque<Bytes>,
    /// Events that are not lines yet: they share their values with the store.
    events: VecDeque<Event>,
    headers: Headers,
    deadline: Instant,
    bookmarks: Option<Interval>,
    registry: Receiver<Arc<Registry>>,
    end: Receiver<u64>,
}

impl Watching {
    async fn start(call: &Call, options: ListOptions, shape: Shape) -> Result<Self, Failure> {
        let now = Instant::now();
        let timeout = timeout(&options);
        let bookmarks = options.allow_bookmarks.then(|| {
            let before_the_end = timeout.checked_sub(BEFORE_THE_END).filter(|left| !left.is_zero());
            let first = before_the_end.unwrap_or(BOOKMARKS).min(BOOKMARKS);
            let mut ticks = interval_at(now + first, BOOKMARKS);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        let mut watching = Self {
            registry: call.api.follow_registry(),
            end: call.api.follow_end(),
            call: call.without_body(),
            options,
            shape,
            source: None,
            ready: VecDeque::new(),
            events: VecDeque::new(),
            headers: Headers::Shown,
            deadline: now + timeout,
            bookmarks,
        };
        watching.begin().await?;
        Ok(watching)
    }

    fn objects(&self) -> Objects<'_> {
        self.call.objects()
    }

    /// The initial events, and where the others begin.
    async fn begin(&mut self) -> Result<(), Failure> {
        let text = self.options.resource_version.clone();
        let resource = Arc::clone(&self.call.resource);
        let asked = revision::parse(&text);
        let asked = asked.map_err(|why| Failure::of_storage(&revision::invalid(&text, &why)))?;
        let after = if self.options.send_initial_events == Some(true) {
            revision::check_not_newer(&*self.call.api.store, &text).await?;
            self.initial_events().await?
        } else if asked == 0 {
            self.call.api.store.revision().await?
        } else {
            asked
        };
        let prefix = resource.prefix(&self.call.place.namespace);
        match self.call.api.store.watch(&prefix, after).await {
            Ok(source) => self.source = Some(source),
            Err(StoreError::Compacted) => {
                let failure = Failure::expired(&format!("too old resource version: {after}"), None);
                self.push("ERROR", failure.status());
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn initial_events(&mut self) -> Result<u64, Failure> {
        let everything = ListOptions {
            resource_version: String::new(),
            resource_version_match: Match::Unset,
            limit: 0,
            next: String::new(),
            ..self.options.clone()
        };
        let listed = list_objects(self.objects(), &self.call.place.namespace, &everything).await?;
        for object in listed.items {
            self.push_shown("ADDED", object);
        }
        if self.options.allow_bookmarks {
            let mut bookmark = self.bookmark(listed.revision);
            meta::set(&mut bookmark, "annotations", json!({"k8s.io/initial-events-end": "true"}));
            self.push_shown("BOOKMARK", bookmark);
        }
        Ok(listed.revision)
    }

    fn bookmark(&self, revision: u64) -> Value {
        json!({
            "kind": self.call.resource.kind(),
            "apiVersion": self.call.resource.api_version(),
            "metadata": {"resourceVersion": revision.to_string()},
        })
    }

    /// The next line; none at the end.
    async fn line(&mut self) -> Option<Bytes> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(line);
            }
            if let Some(event) = self.events.pop_front() {
                self.push_event(&event);
                continue;
            }
            let source = self.source.as_mut()?;
            let tick = async {
                match &mut self.bookmarks {
                    Some(bookmarks) => bookmarks.tick().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = sleep_until(self.deadline) => return None,
                _ = self.end.changed() => return None,
                changed = self.registry.changed() => {
                    if changed.is_err() || !self.is_served() {
                        return None;
                    }
                }
                events = source.next() => match events {
                    Ok(events) => self.events.extend(events),
                    Err(error) => self.fail(&error),
                },
                _ = tick => {
                    let progress = source.progress();
                    let bookmark = self.bookmark(progress);
                    self.push_shown("BOOKMARK", bookmark);
                }
            }
        }
    }

    /// Whether the resource is still what it was when the watch began.
    fn is_served(&mut self) -> bool {
        let resource = &self.call.resource;
        let shared = &resource.shared;
        let registry = self.registry.borrow_and_update();
        let found = registry.get(&shared.group, &resource.version, &shared.names.plural);
        found.is_some_and(|found| Arc::ptr_eq(&found.shared, shared))
    }

    fn fail(&mut self, error: &StoreError) {
        let failure = match error {
            StoreError::Compacted => {
                Failure::expired("The resourceVersion for the provided watch is too old.", None)
            }
            other => other.clone().into(),
        };
        self.push("ERROR", failure.status());
        self.source = None;
    }

    /// What an event is for a client that sees only what it selects.
    fn push_event(&mut self, event: &Event) {
        let read = |entry: &Option<Entry>| -> Result<Option<Value>, Failure> {
            let Some(entry) = entry else { return Ok(None) };
            let object = self.objects().shown(entry)?;
            Ok(self.options.selection.matches(&object).then_some(object))
        };
        let seen = read(&event.before).and_then(|before| Ok((before, read(&event.after)?)));
        match seen {
            Ok((None, None)) => {}
            Ok((None, Some(object))) => self.push_shown("ADDED", object),
            Ok((Some(_), Some(object))) => self.push_shown("MODIFIED", object),
            Ok((Some(mut object), None)) => {
                meta::set(&mut object, "resourceVersion", event.revision.to_string());
                self.push_shown("DELETED", object);
            }
            Err(failure) => self.push("ERROR", failure.status()),
        }
    }

    fn push_shown(&mut self, kind: &str, object: Value) {
        match self.call.shown(&self.shape, object, self.headers) {
            Ok(object) => self.push(kind, &object),
            Err(failure) => self.push("ERROR", failure.status()),
        }
        // Only the first table says what its columns are.
        self.headers = Headers::Hidden;
    }

    fn push(&mut self, kind: &str, object: &Value) {
        self.ready.push_back(format!("{{\"type\":\"{kind}\",\"object\":{object}}}\n").into());
    }
}

fn timeout(options: &ListOptions) -> Duration {
    match options.timeout_seconds.map(u64::try_from) {
        Some(Ok(seconds)) if seconds > 0 => Duration::from_secs(seconds.min(365 * 24 * 3600)),
        _ => {
            // Watches that began together do not end together.
            let (high, _) = uuid::Uuid::new_v4().as_u64_pair();
            MIN_TIMEOUT + Duration::from_millis(high % 1_800_000)
        }
    }
}
