//! Members that stand in a body more than once; the last one counts, and the client is told.
//!
//! Source: `sigs.k8s.io/json internal/golang/encoding/json/decode.go`, `kubernetes_patch.go`.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// So many are told of, as in Kubernetes.
const MAX_FOUND: usize = 100;

/// The paths of repeated members, each once, in the order of reading; what is no JSON has none.
pub(crate) fn paths(body: &[u8]) -> Vec<String> {
    let mut found = Found::default();
    let mut reader = serde_json::Deserializer::from_slice(body);
    // Whether it is JSON has been judged already.
    let _ = Walk { path: &Path::Root, found: &mut found }.deserialize(&mut reader);
    found.paths
}

#[derive(Default)]
struct Found {
    paths: Vec<String>,
    known: BTreeSet<String>,
}

impl Found {
    fn push(&mut self, path: &Path<'_>) {
        if self.paths.len() >= MAX_FOUND {
            return;
        }
        let path = path.to_string();
        if self.known.insert(path.clone()) {
            self.paths.push(path);
        }
    }
}

/// Becomes text only when it is told: keys can be as long as the body.
enum Path<'p> {
    Root,
    Member(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Member(Self::Root, name) => f.write_str(name),
            Self::Member(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

struct Walk<'w> {
    path: &'w Path<'w>,
    found: &'w mut Found,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let mut index = 0_usize;
        loop {
            let path = Path::Item(self.path, index);
            if items.next_element_seed(Walk { path: &path, found: &mut *self.found })?.is_none() {
                return Ok(());
            }
            index = index.saturating_add(1);
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = members.next_key::<String>()? {
            let path = Path::Member(self.path, &name);
            if names.contains(&name) {
                self.found.push(&path);
            }
            members.next_value_seed(Walk { path: &path, found: &mut *self.found })?;
            names.insert(name);
        }
        Ok(())
    }
}
