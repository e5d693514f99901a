//! The functions that expressions may call, by server.
//!
//! Source: `apiserver pkg/cel/environment/base.go`; one file a library.
//!
//! Knows nothing of: expressions.

mod authz;
mod comprehensions;
mod cost;
pub(crate) mod estimate;
pub(crate) mod format;
mod formats;
mod kubernetes_lists;
mod lists;
mod net;
mod optionals;
mod quantity;
mod regex;
mod semver;
mod sets;
mod signature;
mod standard;
mod strings;
mod urls;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crd_schema_go::pattern::Pattern;

use crate::server::{Rules, Server};
use crate::types::Type;
use crate::value::{Error, Outcome, Trait, Value};

use self::estimate::EstimateOf;

pub(crate) use self::cost::{Cost, CostOf, PANIC, equality_cost};
pub(crate) use self::formats::NamedFormat;
pub(crate) use self::standard::receive;

/// The libraries in the order in which a server loads them: the first overload that fits gives the type.
const LIBRARIES: [&[Row]; 14] = [
    standard::ROWS,
    urls::ROWS,
    regex::ROWS,
    kubernetes_lists::ROWS,
    authz::ROWS,
    optionals::ROWS,
    quantity::ROWS,
    strings::ROWS,
    sets::ROWS,
    net::ROWS,
    formats::ROWS,
    comprehensions::ROWS,
    semver::ROWS,
    lists::ROWS,
];

/// One overload of a function.
pub(crate) struct Row {
    function: &'static str,
    id: &'static str,
    /// `target.(arguments) -> result`, without a target for a function.
    signature: &'static str,
    /// The first server minor whose new rules may use it, and the first that knows it in stored ones.
    since: (u8, u8),
    until: u8,
    run: Run,
    /// What the first argument needs, where one implementation serves all overloads.
    takes: Option<Takes>,
    cost: Cost,
    estimate: EstimateOf,
}

impl Row {
    const fn new(function: &'static str, id: &'static str, signature: &'static str) -> Self {
        let (run, takes, cost) = (unknown as Run, None, Cost::One);
        let estimate = estimate::one as EstimateOf;
        Self { function, id, signature, since: (0, 0), until: u8::MAX, run, takes, cost, estimate }
    }

    const fn since(self, new: u8, stored: u8) -> Self {
        Self { since: (new, stored), ..self }
    }

    const fn until(self, minor: u8) -> Self {
        Self { until: minor, ..self }
    }

    /// What runs once the arguments were found to fit the signature.
    const fn run(self, run: Run) -> Self {
        Self { run, ..self }
    }

    /// What runs for all overloads of the function, whatever its arguments are.
    const fn any(self, takes: Takes, run: Run) -> Self {
        Self { run, takes: Some(takes), ..self }
    }

    /// What a call of this overload costs, if it is known which it is before it runs; else 1.
    const fn cost(self, cost: CostOf) -> Self {
        Self { cost: Cost::OfOverload(cost), ..self }
    }

    /// What a call of the function costs, whichever overload it is.
    const fn costs(self, cost: CostOf) -> Self {
        Self { cost: Cost::OfFunction(cost), ..self }
    }

    /// What a call costs by its overload, and what it costs where that is not known before it runs.
    const fn costs_of(self, overload: CostOf, function: CostOf) -> Self {
        Self { cost: Cost::OfBoth { overload, function }, ..self }
    }

    /// What a server estimates a call at before it runs; else 1.
    const fn estimate(self, estimate: EstimateOf) -> Self {
        Self { estimate, ..self }
    }

    fn is_in(&self, server: Server) -> bool {
        let since = if server.rules == Rules::New { self.since.0 } else { self.since.1 };
        (since..=self.until).contains(&server.minor)
    }
}

/// An overload as the checker reads it.
pub(crate) struct Overload {
    pub(crate) id: &'static str,
    pub(crate) is_method: bool,
    pub(crate) args: Vec<Type>,
    pub(crate) result: Type,
    /// How many type parameters there are; they are the variables from 0 on.
    pub(crate) parameters: usize,
    pub(crate) run: Run,
    pub(crate) takes: Option<Takes>,
    pub(crate) cost: Cost,
    pub(crate) estimate: EstimateOf,
}

/// What an implementation may ask besides its arguments.
pub(crate) struct Context<'c> {
    pub(crate) server: Server,
    /// The constant pattern of the call.
    pub(crate) pattern: Option<&'c Pattern>,
}

/// An implementation.
pub(crate) type Run = for<'a> fn(&[Value<'a>], &Context<'_>) -> Outcome<'a>;

/// What the first argument of a function with one implementation needs.
///
/// Source: cel-go `common/types/traits/traits.go`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    Anything,
    A(Trait),
}

impl Takes {
    pub(crate) fn is_had_by(self, value: &Value<'_>) -> bool {
        match self {
            Self::Anything => true,
            Self::A(asked) => value.has_trait(asked),
        }
    }
}

pub(crate) fn unknown<'a>(_: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    Err(Error::NO_SUCH_OVERLOAD)
}

/// The functions of one server.
pub(crate) type Functions = HashMap<&'static str, Vec<Overload>>;

/// The functions of a server; made once for each.
pub(crate) fn functions(server: Server) -> Arc<Functions> {
    static MADE: Mutex<Vec<(Server, Arc<Functions>)>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, functions)) = made.iter().find(|(of, _)| *of == server) {
        return functions.clone();
    }
    let functions = Arc::new(make(server));
    made.push((server, functions.clone()));
    functions
}

fn make(server: Server) -> Functions {
    let mut functions = Functions::new();
    for row in LIBRARIES.iter().copied().flatten().filter(|row| row.is_in(server)) {
        let overload = signature::read(row);
        functions.entry(row.function).or_default().push(overload);
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::{LIBRARIES, Rules, Server, functions, signature};

    /// The signature with its type parameters called as messages call them.
    fn with_variables(signature: &str) -> String {
        let mut names = Vec::new();
        let words = signature.split_inclusive(|char: char| !char.is_ascii_alphanumeric());
        let renamed = words.map(|word| {
            let name = word.trim_end_matches(|char: char| !char.is_ascii_alphanumeric());
            if name.len() != 1 {
                return word.to_owned();
            }
            let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            format!("_var{number}{}", &word[1..])
        });
        renamed.collect()
    }

    #[test]
    fn every_signature_reads_back_as_it_is_written() {
        for row in LIBRARIES.iter().copied().flatten() {
            let read = signature::read(row);
            assert_eq!(signature::write(&read), with_variables(row.signature), "{}", row.id);
        }
    }

    #[test]
    fn servers_gain_functions() {
        let has = |minor, rules, name| functions(Server { minor, rules }).contains_key(name);
        assert!(!has(34, Rules::New, "distinct"));
        assert!(has(34, Rules::Stored, "distinct"));
        assert!(has(35, Rules::New, "distinct"));
        assert!(!has(37, Rules::New, "includes"));
        assert!(has(37, Rules::Stored, "includes"));
    }
}
