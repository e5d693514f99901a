//! What goes wrong on purpose.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crd_schema::Status;

use crate::failure::Failure;
use crate::http::Intercept;
use crate::request::{Place, Verb};
use crate::resources::Resource;

/// What a request is answered with in place of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// 409, as if somebody else had written meanwhile.
    Conflict,
    /// 500.
    InternalError,
    /// 410, as if what was asked for were compacted.
    Expired,
}

/// Faults that wait for their request. Clones are the same faults.
///
/// ```
/// use crd_schema_server::{Fault, Faults};
///
/// let faults = Faults::default();
/// // The second update of a job from now on.
/// faults.add("jobs", "update", 2, Fault::Conflict);
/// assert_eq!(faults.waiting(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Vec<Waiting>>>);

#[derive(Clone, Debug)]
struct Waiting {
    plural: String,
    verb: String,
    /// The fault is for the request behind so many others.
    others: usize,
    fault: Fault,
}

impl Faults {
    /// The `nth` request (1 is the next one) of a verb on a resource gets a fault. `write` stands for each verb that writes, and
    /// `*` for each verb, and for each resource.
    pub fn add(&self, plural: &str, verb: &str, nth: usize, fault: Fault) {
        let (plural, verb, others) = (plural.to_owned(), verb.to_owned(), nth.saturating_sub(1));
        self.lock().push(Waiting { plural, verb, others, fault });
    }

    /// How many faults have not happened yet.
    pub fn waiting(&self) -> usize {
        self.lock().len()
    }

    /// Forgets the faults that have not happened yet.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault of a request, if it is its turn.
    fn take(&self, plural: &str, verb: Verb) -> Option<Fault> {
        let mut waiting = self.lock();
        let mut due = None;
        for (at, fault) in waiting.iter_mut().enumerate() {
            if !fault.is_for(plural, verb) {
                continue;
            }
            if fault.others == 0 && due.is_none() {
                due = Some(at);
            } else {
                fault.others = fault.others.saturating_sub(1);
            }
        }
        due.map(|at| waiting.remove(at).fault)
    }
}

impl Waiting {
    fn is_for(&self, plural: &str, verb: Verb) -> bool {
        let is_verb = match self.verb.as_str() {
            "*" => true,
            "write" => verb.writes(),
            name => verb.name() == name,
        };
        is_verb && (self.plural == "*" || self.plural == plural)
    }
}

impl Intercept for Faults {
    fn reject(&self, resource: &Resource, place: &Place) -> Option<Failure> {
        let named = resource.named();
        Some(match self.take(named.plural, place.verb)? {
            Fault::Conflict => {
                let why = "the object has been modified; please apply your changes to the latest version and try again";
                Status::conflict(named.group, named.plural, &place.name, why).into()
            }
            Fault::InternalError => Failure::internal("a fault of the test"),
            Fault::Expired => Failure::expired("The resourceVersion for the provided list is too old.", None),
        })
    }
}
