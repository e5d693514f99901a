//! Files, the documents in them, and the place of everything.

mod name;
mod place;
mod read;

use std::io;
use std::sync::Arc;

use crd_schema::path::{FieldPathBuf, PathStep};
use crd_schema::yaml::{Document, Step, read_stream};
use memchr::memmem;
use serde_json::Value;

pub(crate) use name::FileName;
pub(crate) use place::{Place, SourceFile};
pub(crate) use read::{MOST, bytes, open};

use crate::exit::{Failure, say};
use crate::walk::{self, Origin};

/// A document of a file.
struct Source {
    file: SourceFile,
    origin: Origin,
    /// Without its value, which the objects have.
    document: Document,
    /// Whether the document is a list, and not an object that has one.
    is_bare_list: bool,
}

/// Standard input can be given to one of the arguments, and is read once there.
pub(crate) fn check_stdin(arguments: &[&[FileName]]) -> Result<(), Failure> {
    if arguments.iter().filter(|files| files.contains(&FileName::Stdin)).count() > 1 {
        return Err(Failure::unusable("standard input can be read once only"));
    }
    Ok(())
}

impl Source {
    /// The node at `path`, or the nearest one above it that there is.
    fn place(&self, path: &[Step<'_>]) -> Place {
        Place { file: self.file.clone(), position: self.document.locate_nearest(path) }
    }

    /// The key of the field at `path`.
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

/// One object: a document, or an item of a `List`.
pub(crate) struct Object {
    source: Arc<Source>,
    /// The position in the list.
    item: Option<usize>,
    value: Value,
}

impl Object {
    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// The value, which is null afterwards; places are still known.
    pub(crate) fn take_value(&mut self) -> Value {
        self.value.take()
    }

    /// The value once more, from the text of the file.
    pub(crate) fn read_again(&self) -> Value {
        let start = self.source.document.position();
        let documents = read_stream(self.source.file.bytes()).unwrap_or_default();
        let document = documents.into_iter().find(|document| document.position() == start);
        let value = document.map(Document::into_value).unwrap_or_default();
        match self.item {
            Some(index) => items(value).into_iter().nth(index).unwrap_or_default(),
            None => value,
        }
    }

    /// Whether the user asked for the file that it is in.
    pub(crate) fn origin(&self) -> Origin {
        self.source.origin
    }

    /// Where a value is invalid.
    pub(crate) fn place(&self, path: &FieldPathBuf) -> Place {
        self.source.place(&self.steps(&path.steps()))
    }

    /// Where a field is invalid, whatever its value.
    pub(crate) fn key_place(&self, path: &FieldPathBuf) -> Place {
        self.source.key_place(&self.steps(&path.steps()))
    }

    /// The way through the document.
    fn steps<'p>(&self, path: &[PathStep<'p>]) -> Vec<Step<'p>> {
        let list = (!self.source.is_bare_list).then_some(Step::Key("items"));
        let item = self.item.map(|index| list.into_iter().chain([Step::Index(index)]));
        let inside = path.iter().filter_map(|step| match *step {
            PathStep::Property(name) | PathStep::Key(name) => Some(Step::Key(name)),
            PathStep::Index(index) => Some(Step::Index(index)),
            _ => None,
        });
        item.into_iter().flatten().chain(inside).collect()
    }

    /// Where the object begins.
    pub(crate) fn start(&self) -> Place {
        self.place(&FieldPathBuf::from_properties([]))
    }

    pub(crate) fn text(&self, field: &str) -> &str {
        self.value().get(field).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn duplicate_keys(&self) -> impl Iterator<Item = (Place, &str)> {
        // Those of a list are reported with its first item.
        let first = self.item.is_none_or(|index| index == 0);
        self.source.duplicate_keys().filter(move |_| first)
    }
}

/// The objects of all files that the arguments stand for.
pub(crate) fn all_objects(arguments: &[FileName]) -> Result<Vec<Object>, Failure> {
    let files = walk::files(arguments).all()?;
    let objects = files.into_iter().map(|(file, origin)| read(&file, origin).map(flat));
    Ok(objects.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Files that are read one after the other, and what is to be said of those without objects.
#[derive(Default)]
pub(crate) struct Inputs {
    empty: Vec<String>,
    /// Whether there was a document: a list without items is one, for `kubectl get` prints it.
    any: bool,
}

impl Inputs {
    /// The objects of a file, the items of lists one by one.
    pub(crate) fn objects(&mut self, file: &FileName, origin: Origin) -> Result<Vec<Object>, Failure> {
        let documents = read(file, origin)?;
        self.any |= !documents.is_empty();
        let objects = flat(documents);
        if objects.is_empty() && origin == Origin::Named {
            self.empty.push(without_objects(file));
        }
        Ok(objects)
    }

    /// Says which files have no object, for whoever believes that they have; as for kubectl ("no objects passed"), it is an
    /// error when nothing was said in any of what the user named.
    pub(crate) fn finish(self, arguments: &[FileName]) -> Result<(), Failure> {
        if !self.any && self.empty.is_empty() {
            return Err(Failure::Unusable(arguments.iter().map(without_objects).collect()));
        }
        if !self.any {
            return Err(Failure::Unusable(self.empty));
        }
        self.empty.iter().for_each(|line| say(line));
        Ok(())
    }
}

/// What is said of a file in which there is nothing to look at.
pub(crate) fn without_objects(file: &FileName) -> String {
    format!("{file}: there is no object")
}

/// Why a file cannot be read.
pub(crate) fn unreadable(file: &FileName, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => format!("{file}: a directory, where a file is needed"),
        _ => format!("{file}: {error}"),
    }
}

/// The objects in a string that was read from `file`, or what is wrong with it.
pub(crate) fn objects_of(file: &FileName, origin: Origin, text: Vec<u8>) -> Result<Vec<Object>, String> {
    documents(file, origin, text).map(flat)
}

fn read(file: &FileName, origin: Origin) -> Result<Vec<Source>, Failure> {
    let text = bytes(file).map_err(|error| Failure::unusable(unreadable(file, &error)))?;
    documents(file, origin, text).map_err(Failure::unusable)
}

fn documents(file: &FileName, origin: Origin, text: Vec<u8>) -> Result<Vec<Source>, String> {
    let documents = read_stream(&text).map_err(|error| with_cure(&format!("{file}:{error}"), &text))?;
    let file = SourceFile::new(file.clone(), text);
    let source = |document: Document| {
        let is_bare_list = document.value().is_array();
        Source { file: file.clone(), origin, document, is_bare_list }
    };
    Ok(documents.into_iter().map(source).collect())
}

fn flat(documents: Vec<Source>) -> Vec<Object> {
    let mut objects = Vec::new();
    for mut source in documents {
        let value = source.document.take_value();
        let is_list = list_of(&value).is_some();
        let source = Arc::new(source);
        let object =
            |(index, value)| Object { source: Arc::clone(&source), item: is_list.then_some(index), value };
        objects.extend(items(value).into_iter().enumerate().map(object));
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

/// What can be done about a string that cannot be read, behind what is wrong with it.
pub(crate) fn with_cure(message: &str, text: &[u8]) -> String {
    if memmem::find(text, b"{{").is_some() {
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
