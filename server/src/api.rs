//! What all requests share.

use std::sync::Arc;

use tokio::sync::watch;

use crate::clock::Clock;
use crate::resources::Registry;
use crate::store::Store;

/// The state behind a router.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Clock,
    /// Whether namespaces are a resource, and objects live only in those that exist.
    pub(crate) has_namespaces: bool,
    /// What is served; watches end when their resource changes.
    registry: watch::Sender<Arc<Registry>>,
    /// One change of the CRDs at a time, so that names are accepted once.
    pub(crate) definitions: tokio::sync::Mutex<()>,
    /// All watches end when this changes.
    watches: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Clock, has_namespaces: bool, registry: Registry) -> Self {
        Self {
            store,
            clock,
            has_namespaces,
            registry: watch::Sender::new(Arc::new(registry)),
            definitions: tokio::sync::Mutex::default(),
            watches: watch::Sender::new(0),
        }
    }

    /// What is served now.
    pub(crate) fn registry(&self) -> Arc<Registry> {
        Arc::clone(&self.registry.borrow())
    }

    pub(crate) fn serve(&self, registry: Registry) {
        self.registry.send_replace(Arc::new(registry));
    }

    /// What is served, for those who wait for a change.
    pub(crate) fn follow_registry(&self) -> watch::Receiver<Arc<Registry>> {
        self.registry.subscribe()
    }

    /// Ends all watches; their clients begin again.
    pub(crate) fn end_watches(&self) {
        self.watches.send_modify(|ended| *ended = ended.wrapping_add(1));
    }

    pub(crate) fn follow_end(&self) -> watch::Receiver<u64> {
        self.watches.subscribe()
    }
}
