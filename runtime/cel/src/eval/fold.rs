//! Loops.
//!
//! Source: cel-go `interpreter/interpretable.go`, `evalFold`, `folder`.

use std::rc::Rc;

use super::call::stop_if_fatal;
use super::{LIST_COST, Machine};
use crate::plan::{CallNode, ElementNode, FoldNode, Node, Quantifier};
use crate::value::{Entries, Error, List, Map, Outcome, Value};

/// Whether a loop goes on.
enum Flow {
    On,
    Ended,
}

impl<'a> Machine<'a> {
    pub(super) fn fold(&mut self, fold: &'a FoldNode) -> Outcome<'a> {
        let range = self.eval(&fold.range)?;
        self.set(fold.accumulator, None);
        if let Some(init) = self.inits.get_mut(fold.accumulator) {
            *init = Some(&fold.init);
        }
        match (&range, fold.second) {
            (Value::List(list), None) => self.over((0..list.len()).map(|index| list.get(index)), fold)?,
            (Value::Map(map), None) => self.over(map.keys().into_iter().map(Ok), fold)?,
            (Value::List(list), Some(second)) => {
                let entries = (0..list.len()).map(|index| (index_value(index), list.get(index)));
                self.over_two(entries, fold, second)?;
            }
            (Value::Map(map), Some(second)) => {
                let entries = map.keys().into_iter().map(|key| {
                    let value = map.get(&key);
                    (Ok(key), value)
                });
                self.over_two(entries, fold, second)?;
            }
            (other, None) => {
                return Err(Error::new(format!("got '{}', expected iterable type", other.go_type())));
            }
            (other, Some(_)) => {
                return Err(Error::new(format!("unsupported comprehension range type: {}", other.go_type())));
            }
        }
        self.eval(&fold.result)
    }

    fn over(&mut self, items: impl Iterator<Item = Outcome<'a>>, fold: &'a FoldNode) -> Result<(), Error> {
        for item in items {
            self.set(fold.first, Some(item));
            if let Flow::Ended = self.step(fold)? {
                break;
            }
        }
        Ok(())
    }

    fn over_two(
        &mut self,
        entries: impl Iterator<Item = (Outcome<'a>, Outcome<'a>)>,
        fold: &'a FoldNode,
        second: usize,
    ) -> Result<(), Error> {
        for (key, value) in entries {
            self.set(fold.first, Some(key));
            self.set(second, Some(value));
            if let Flow::Ended = self.step(fold)? {
                break;
            }
        }
        Ok(())
    }

    fn step(&mut self, fold: &'a FoldNode) -> Result<Flow, Error> {
        if let (Some(quantifier), Node::And(terms) | Node::Or(terms)) = (fold.quantifier, &fold.step)
            && let [_, predicate] = &terms[..]
        {
            return self.quantified(fold.accumulator, quantifier, predicate);
        }
        let condition = self.eval(&fold.condition);
        stop_if_fatal(&condition)?;
        if let Ok(Value::Bool(false)) = condition {
            return Ok(Flow::Ended);
        }
        let step = self.eval(&fold.step);
        stop_if_fatal(&step)?;
        self.set(fold.accumulator, Some(step));
        Ok(Flow::On)
    }

    /// A step of `all` or `exists`, at the cost of its parts: the condition reads the accumulator, and so does the step.
    fn quantified(
        &mut self,
        slot: usize,
        quantifier: Quantifier,
        predicate: &'a Node,
    ) -> Result<Flow, Error> {
        let (decisive, condition_cost) = match quantifier {
            Quantifier::All => (false, 2),
            Quantifier::Exists => (true, 3),
        };
        for _ in 0..condition_cost {
            self.charge(1)?;
        }
        if let Ok(Value::Bool(found)) = self.local(slot)
            && found == decisive
        {
            return Ok(Flow::Ended);
        }
        self.charge(1)?;
        let error = match self.eval(predicate) {
            Ok(Value::Bool(found)) if found == decisive => {
                self.set(slot, Some(Ok(Value::Bool(decisive))));
                return Ok(Flow::On);
            }
            Ok(Value::Bool(_)) => return Ok(Flow::On),
            Err(error) if error.is_fatal() => return Err(error),
            Err(error) => error,
            Ok(_) => Error::NO_SUCH_OVERLOAD,
        };
        // The first error stays until something decides.
        if self.local(slot).is_ok() {
            self.set(slot, Some(Err(error)));
        }
        Ok(Flow::On)
    }

    fn set(&mut self, slot: usize, value: Option<Outcome<'a>>) {
        if let Some(known) = self.slots.get_mut(slot) {
            *known = value;
        }
    }

    /// The accumulator with a list behind it, which is written into it where nothing else holds it.
    pub(super) fn append(&mut self, slot: usize, call: &'a CallNode) -> Outcome<'a> {
        self.charge(1)?;
        stop_if_fatal(&self.local(slot))?;
        if let Some(Node::List(elements)) = call.args.get(1) {
            return self.append_items(slot, elements);
        }
        let added = call.args.get(1).map_or(Err(Error::NO_SUCH_OVERLOAD), |arg| self.eval(arg));
        stop_if_fatal(&added)?;
        self.charge(1)?;
        let accumulator = self.taken(slot);
        match (accumulator?, added?) {
            (Value::List(List::Items(mut items)), Value::List(added)) => {
                let own = Rc::make_mut(&mut items);
                for item in added.iter() {
                    own.push(item?);
                }
                Ok(Value::List(List::Items(items)))
            }
            (Value::List(list), Value::List(added)) => list.join(&added),
            _ => Err(Error::NO_SUCH_OVERLOAD),
        }
    }

    /// The accumulator with the items of a list, for which no list is made.
    fn append_items(&mut self, slot: usize, elements: &'a [ElementNode]) -> Outcome<'a> {
        let added = self.elements(elements);
        stop_if_fatal(&added)?;
        self.charge(LIST_COST)?;
        self.charge(1)?;
        let accumulator = self.taken(slot);
        match (accumulator?, added?) {
            (Value::List(List::Items(mut items)), added) => {
                Rc::make_mut(&mut items).extend(added);
                Ok(Value::List(List::Items(items)))
            }
            (Value::List(list), added) => list.join(&List::Items(Rc::new(added))),
            _ => Err(Error::NO_SUCH_OVERLOAD),
        }
    }

    /// The accumulator, out of its slot.
    fn taken(&mut self, slot: usize) -> Outcome<'a> {
        self.slots.get_mut(slot).and_then(Option::take).unwrap_or(Err(Error::NO_SUCH_OVERLOAD))
    }

    /// The accumulator with entries more, which are written into it where nothing else holds it.
    ///
    /// Source: cel-go `ext/comprehensions.go`, `mapInsert`.
    pub(super) fn insert(&mut self, slot: usize, call: &'a CallNode) -> Outcome<'a> {
        self.charge(1)?;
        if let Err(error) = self.local(slot)
            && (error.is_fatal() || call.args.len() > 2)
        {
            return Err(error);
        }
        let mut args = Vec::new();
        for (index, arg) in call.args.iter().enumerate().skip(1) {
            let value = self.eval(arg);
            stop_if_fatal(&value)?;
            if value.is_err() && index + 1 < call.args.len() {
                return value;
            }
            args.push(value);
        }
        let args: Result<Vec<_>, _> = args.into_iter().collect();
        self.charge(1)?;
        let accumulator = self.taken(slot);
        let (Value::Map(Map::Entries(mut entries)), args) = (accumulator?, args?) else {
            return Err(Error::NO_SUCH_OVERLOAD);
        };
        let own = Rc::make_mut(&mut entries);
        match &args[..] {
            [key, value] => insert_new(own, key, value)?,
            [Value::Map(map)] => {
                for key in map.keys() {
                    insert_new(own, &key, &map.get(&key)?)?;
                }
            }
            _ => return Err(Error::NO_SUCH_OVERLOAD),
        }
        Ok(Value::Map(Map::Entries(entries)))
    }
}

fn insert_new<'a>(entries: &mut Entries<'a>, key: &Value<'a>, value: &Value<'a>) -> Result<(), Error> {
    if entries.find(key).is_some() {
        // **Quirk**: a null is the number of an enumeration there (`common/types/null.go`).
        let key = if matches!(key, Value::Null) { "0".to_owned() } else { format!("{key:?}") };
        return Err(Error::new(format!("insert failed: key {key} already exists")));
    }
    entries.set(key.clone(), value.clone());
    Ok(())
}

fn index_value<'a>(index: usize) -> Outcome<'a> {
    i64::try_from(index).map(Value::Int).map_err(|_| Error::INT_OVERFLOW)
}
