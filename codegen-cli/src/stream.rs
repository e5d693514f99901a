//! Objects one after the other, however large the file is.
//!
//! The items of a JSON list are given while it is read; YAML is held a document at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::input;

/// Where objects go; `Err` says that no more are wanted.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(Value) -> Result<(), String>;

/// Gives every object of a file, or says what is wrong with it.
pub(crate) fn objects(file: &str, sink: Sink<'_>) -> Result<(), String> {
    let failed = |error: io::Error| format!("{file}: {error}");
    if file == "-" {
        return read(file, &mut io::stdin().lock(), sink);
    }
    read(file, &mut BufReader::new(File::open(file).map_err(failed)?), sink)
}

fn read(file: &str, text: &mut dyn BufRead, sink: Sink<'_>) -> Result<(), String> {
    let shown = input::shown(file);
    let first = next_byte(text).map_err(|error| format!("{shown}: {error}"))?;
    if first == Some(b'{') { json(shown, text, sink) } else { yaml(shown, text, sink) }
}

/// The first byte that is no blank, which is not taken.
fn next_byte(text: &mut dyn BufRead) -> io::Result<Option<u8>> {
    loop {
        let bytes = text.fill_buf()?;
        let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let (found, empty) = (bytes.get(blanks).copied(), bytes.is_empty());
        text.consume(blanks);
        if found.is_some() || empty {
            return Ok(found);
        }
    }
}

fn json(shown: &str, mut text: &mut dyn BufRead, sink: Sink<'_>) -> Result<(), String> {
    let mut count = 0_usize;
    while next_byte(text).map_err(|error| format!("{shown}: {error}"))?.is_some() {
        count += 1;
        let mut reader = serde_json::Deserializer::from_reader(&mut text);
        Document { sink: &mut *sink }
            .deserialize(&mut reader)
            .map_err(|error| format!("{shown}: value {count}: {error}"))?;
    }
    Ok(())
}

/// Cut at the lines that begin with `---`, as kubectl does.
fn yaml(shown: &str, text: &mut dyn BufRead, sink: Sink<'_>) -> Result<(), String> {
    let (mut document, mut line, mut count) = (Vec::new(), Vec::new(), 1_usize);
    loop {
        line.clear();
        let length = text.read_until(b'\n', &mut line).map_err(|error| format!("{shown}: {error}"))?;
        if length > 0 && !line.starts_with(b"---") {
            document.append(&mut line);
            continue;
        }
        for object in input::objects_of(&format!("{shown}: document {count}"), &document)? {
            sink(object.value().clone())?;
        }
        if length == 0 {
            return Ok(());
        }
        document.clear();
        count += 1;
    }
}

/// One value of a JSON stream.
struct Document<'s> {
    sink: Sink<'s>,
}

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    /// In a list as servers print it the kind comes after the items.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut members, mut given) = (Map::new(), false);
        let may_be_list = |kind: Option<&Value>| kind.is_none_or(is_list);
        while let Some(name) = map.next_key::<String>()? {
            if name == "items" && may_be_list(members.get("kind")) {
                given = true;
                map.next_value_seed(Items { sink: &mut *self.sink })?;
            } else {
                members.insert(name, map.next_value()?);
            }
        }
        match (given, members.get("kind").is_some_and(is_list)) {
            (false, _) => (self.sink)(Value::Object(members)).map_err(A::Error::custom),
            (true, true) => Ok(()),
            (true, false) => Err(A::Error::custom("an object with items, whose kind is no list")),
        }
    }
}

fn is_list(kind: &Value) -> bool {
    kind.as_str().is_some_and(|kind| kind.ends_with("List"))
}

/// The items of a list.
struct Items<'s> {
    sink: Sink<'s>,
}

impl<'de> DeserializeSeed<'de> for Items<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Items<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the items of a list")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<Value>()? {
            (self.sink)(item).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
