//! Signatures as the tables write them.

use std::sync::Arc;

use super::{Overload, Row};
use crate::types::Type;

/// Reads `target.(arguments) -> result`; capital letters are type parameters.
pub(super) fn read(row: &Row) -> Overload {
    let mut reader = Reader { rest: row.signature, names: Vec::new() };
    let target = (!reader.rest.starts_with('(')).then(|| reader.type_());
    reader.skip(if target.is_some() { ".(" } else { "(" });
    let mut args: Vec<Type> = target.iter().cloned().collect();
    while !reader.skip(")") {
        args.push(reader.type_());
        reader.skip(", ");
    }
    reader.skip(" -> ");
    let result = reader.type_();
    let parameters = reader.names.len();
    let &Row { id, run, takes, cost, estimate, .. } = row;
    Overload { id, is_method: target.is_some(), args, result, parameters, run, takes, cost, estimate }
}

struct Reader<'s> {
    rest: &'s str,
    names: Vec<&'s str>,
}

impl Reader<'_> {
    fn skip(&mut self, part: &str) -> bool {
        let rest = self.rest.strip_prefix(part);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn type_(&mut self) -> Type {
        // The dot before the arguments of a method belongs to no name.
        let end = self.rest.find(['(', ')', ',', ' ']).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        let name = if rest.starts_with('(') { name.strip_suffix('.').unwrap_or(name) } else { name };
        self.rest = &self.rest[name.len()..];
        let parameters = if self.skip("(") { self.parameters() } else { Vec::new() };
        self.named(name, parameters)
    }

    fn parameters(&mut self) -> Vec<Type> {
        let mut parameters = Vec::new();
        while !self.skip(")") {
            parameters.push(self.type_());
            self.skip(", ");
        }
        parameters
    }
}

impl<'s> Reader<'s> {
    fn named(&mut self, name: &'s str, mut parameters: Vec<Type>) -> Type {
        match name {
            "bool" => Type::Bool,
            "bytes" => Type::Bytes,
            "double" => Type::Double,
            "duration" => Type::Duration,
            "dyn" => Type::Dyn,
            "int" => Type::Int,
            "string" => Type::String,
            "timestamp" => Type::Timestamp,
            "uint" => Type::Uint,
            "list" => Type::list(parameters.pop().unwrap_or(Type::Dyn)),
            "map" => {
                let value = parameters.pop().unwrap_or(Type::Dyn);
                Type::map(parameters.pop().unwrap_or(Type::Dyn), value)
            }
            "type" => Type::Type(parameters.pop().map(Arc::new)),
            name if name.len() == 1 => Type::Var(self.number(name)),
            name => Type::Opaque(Arc::from(name), parameters.into()),
        }
    }

    fn number(&mut self, name: &'s str) -> usize {
        self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

#[cfg(test)]
pub(super) fn write(overload: &Overload) -> String {
    let args: Vec<String> = overload.args.iter().map(ToString::to_string).collect();
    let (target, args) = args.split_at(usize::from(overload.is_method));
    let target = target.first().map(|target| format!("{target}.")).unwrap_or_default();
    format!("{target}({}) -> {}", args.join(", "), overload.result)
}
