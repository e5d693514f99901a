//! Files, the documents in them, and the place of everything.

use std::io::Read as _;
use std::sync::Arc;
use std::{fs, io};

use crd_schema::yaml::{Document, Position, Step, read_stream};
use crd_schema::{FieldPathBuf, PathStep};
use serde_json::Value;

use crate::exit::{Failure, say};

/// A document of a file.
struct Source {
    /// As the user wrote it.
    file: String,
    document: Document,
}

/// As messages name it.
pub(crate) fn shown(file: &str) -> &str {
    if file == "-" { "<stdin>" } else { file }
}

/// What is in a file; `-` is standard input.
pub(crate) fn bytes(file: &str) -> io::Result<Vec<u8>> {
    if file != "-" {
        return fs::read(file);
    }
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    Ok(text)
}

impl Source {
    fn value(&self) -> &Value {
        self.document.value()
    }

    /// The node at `path`, or the nearest one above it that there is.
    fn place(&self, path: &[Step<'_>]) -> Place {
        let nearest = (0..=path.len()).rev().find_map(|length| self.document.locate(path.get(..length)?));
        let position = nearest.unwrap_or_else(|| self.document.position());
        Place { file: self.file.clone(), position }
    }

    /// The key of the member at `path`.
    fn key_place(&self, path: &[Step<'_>]) -> Place {
        match self.document.locate_key(path) {
            Some(position) => Place { file: self.file.clone(), position },
            None => self.place(path),
        }
    }

    /// Keys that are given twice: the last one counts, but kubectl refuses them.
    pub(crate) fn duplicate_keys(&self) -> impl Iterator<Item = (Place, &str)> {
        self.document.duplicate_keys().iter().map(|duplicate| {
            (Place { file: self.file.clone(), position: duplicate.position() }, duplicate.message())
        })
    }
}

/// A place in a file.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) position: Position,
}

/// One object: a document, or an item of a `List`.
pub(crate) struct Object {
    source: Arc<Source>,
    /// The position in the list.
    item: Option<usize>,
}

impl Object {
    pub(crate) fn value(&self) -> &Value {
        let document = self.source.value();
        match self.item {
            Some(index) => list_of(document).and_then(|items| items.get(index)).unwrap_or(&Value::Null),
            None => document,
        }
    }

    /// Where a value is at fault.
    pub(crate) fn place(&self, path: &FieldPathBuf) -> Place {
        self.source.place(&self.steps(&path.steps()))
    }

    /// Where a member is at fault, whatever its value.
    pub(crate) fn key_place(&self, path: &FieldPathBuf) -> Place {
        self.source.key_place(&self.steps(&path.steps()))
    }

    /// The way through the document.
    fn steps<'p>(&self, path: &[PathStep<'p>]) -> Vec<Step<'p>> {
        let list = (!self.source.value().is_array()).then_some(Step::Member("items"));
        let item = self.item.map(|index| list.into_iter().chain([Step::Index(index)]));
        let inside = path.iter().filter_map(|step| match *step {
            PathStep::Property(name) | PathStep::Key(name) => Some(Step::Member(name)),
            PathStep::Index(index) => Some(Step::Index(index)),
            _ => None,
        });
        item.into_iter().flatten().chain(inside).collect()
    }

    /// Where the object begins.
    pub(crate) fn start(&self) -> Place {
        self.place(&FieldPathBuf::from_properties([]))
    }

    pub(crate) fn text(&self, member: &str) -> &str {
        self.value().get(member).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn duplicate_keys(&self) -> impl Iterator<Item = (Place, &str)> {
        // Those of a list are told with its first item.
        let first = self.item.is_none_or(|index| index == 0);
        self.source.duplicate_keys().filter(move |_| first)
    }
}

/// The objects of the one file that is taken there, the items of lists one by one.
pub(crate) fn objects(file: &str) -> Result<Vec<Object>, Failure> {
    let text = bytes(file).map_err(|error| Failure::unusable(unreadable_one(file, &error)))?;
    objects_of(file, &text).map_err(Failure::unusable)
}

/// Files that are read one after the other, and what is to be said of those without objects.
#[derive(Default)]
pub(crate) struct Inputs {
    empty: Vec<String>,
    /// Whether there was a document: a list without items is one, for `kubectl get` prints it.
    any: bool,
}

impl Inputs {
    /// As [`objects`], of one of several files.
    pub(crate) fn objects(&mut self, file: &str) -> Result<Vec<Object>, Failure> {
        let text = bytes(file).map_err(|error| Failure::unusable(unreadable(file, &error)))?;
        let documents = documents(file, &text).map_err(Failure::unusable)?;
        self.any |= !documents.is_empty();
        let objects = flat(documents);
        if objects.is_empty() {
            self.empty.push(without_objects(file));
        }
        Ok(objects)
    }

    /// Says which files have no object, for whoever believes that they have; as for kubectl ("no objects passed"), it is an
    /// error when nothing was said in any.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        if !self.any && !self.empty.is_empty() {
            return Err(Failure::Unusable(self.empty));
        }
        self.empty.iter().for_each(|line| say(line));
        Ok(())
    }
}

/// What is said of a file in which there is nothing to look at.
pub(crate) fn without_objects(file: &str) -> String {
    format!("{}: there is no object", shown(file))
}

/// Why a file cannot be read where one is taken.
pub(crate) fn unreadable_one(file: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            format!("{file}: a directory; name one file, which may hold several objects")
        }
        _ => unreadable(file, error),
    }
}

/// Why a file cannot be read where several are taken.
pub(crate) fn unreadable(file: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            format!("{file}: a directory; name the files in it, as in {file}/*.yaml")
        }
        _ => format!("{}: {error}", shown(file)),
    }
}

/// The objects in a text that was read from `file`, or what is wrong with it.
pub(crate) fn objects_of(file: &str, text: &[u8]) -> Result<Vec<Object>, String> {
    documents(file, text).map(flat)
}

fn documents(file: &str, text: &[u8]) -> Result<Vec<Arc<Source>>, String> {
    let documents =
        read_stream(text).map_err(|error| with_cure(&format!("{}:{error}", shown(file)), text))?;
    let source = |document| Arc::new(Source { file: shown(file).to_owned(), document });
    Ok(documents.into_iter().map(source).collect())
}

fn flat(documents: Vec<Arc<Source>>) -> Vec<Object> {
    let mut objects = Vec::new();
    for source in documents {
        match list_of(source.value()) {
            Some(items) => {
                let item = |index| Object { source: Arc::clone(&source), item: Some(index) };
                objects.extend((0..items.len()).map(item));
            }
            None => objects.push(Object { source, item: None }),
        }
    }
    objects
}

/// As [`objects_of`], of one document and without places.
pub(crate) fn items(mut document: Value) -> Vec<Value> {
    if list_of(&document).is_none() {
        return vec![document];
    }
    let items = if document.is_array() { Some(&mut document) } else { document.get_mut("items") };
    match items.map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}

/// What can be done about a text that cannot be read, behind what is wrong with it.
pub(crate) fn with_cure(message: &str, text: &[u8]) -> String {
    if text.windows(2).any(|pair| pair == b"{{") {
        return format!(
            "{message}; this looks like a template, which must be rendered first (`helm template`)"
        );
    }
    message.to_owned()
}

/// The items of a list: of `kind: List`, of the typed lists that raw requests give, or those that `jq .items` has left.
fn list_of(document: &Value) -> Option<&[Value]> {
    let is_list = || document.get("kind").and_then(Value::as_str).is_some_and(|kind| kind.ends_with("List"));
    match document {
        Value::Array(items) => Some(items),
        _ => match document.get("items") {
            Some(Value::Array(items)) if is_list() => Some(items),
            Some(Value::Null) if is_list() => Some(&[]),
            _ => None,
        },
    }
}
