//! The functions of Kubernetes' CEL and what the estimate says of each.
//!
//! Source: `apiserver pkg/cel/library/cost.go`, `EstimateCallCost`; cel-go `checker/cost.go`, `functionCost`, `ext/sets.go`.

use super::cost::{part, tenth};
use super::expr::Expr;
use super::value::{Item, Kind, Value};

/// A call whose parts are known.
pub(super) struct Call<'c, 's> {
    /// `sets` in `sets.contains(a, b)`.
    pub(super) space: Option<&'c str>,
    pub(super) name: &'c str,
    pub(super) target: Option<Value<'s>>,
    pub(super) arguments: &'c [Value<'s>],
    /// How large an item of the target is, as the schema has it.
    pub(super) element: Option<u64>,
    pub(super) literals: &'c [Expr],
}

/// Whether functions are called by a name that begins so.
pub(super) fn is_space(name: &str) -> bool {
    matches!(name, "sets" | "ip" | "cidr" | "optional" | "math" | "format" | "lists" | "strings")
}

/// Whether types have that name.
pub(super) fn is_type(name: &str) -> bool {
    const TYPES: [&str; 10] =
        ["bool", "bytes", "double", "int", "list", "map", "null_type", "string", "type", "uint"];
    TYPES.contains(&name)
}

/// The value of the call, with what it costs beyond its parts.
pub(super) fn result<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    if let Some(space) = call.space {
        return of_space(space, call);
    }
    match (call.target.is_some(), call.name) {
        (false, _) => global(call),
        (true, "indexOf" | "lastIndexOf" | "isSorted" | "sum" | "max" | "min" | "join") => of_list(call),
        (true, _) => of_text(call).or_else(|| of_optional(call)).or_else(|| cheap(call)),
    }
}

fn argument(call: &Call<'_, '_>, position: usize) -> u64 {
    call.arguments.get(position).map_or(u64::MAX, Value::size)
}

fn target(call: &Call<'_, '_>) -> u64 {
    call.target.map_or(u64::MAX, |target| target.size())
}

/// What is of such a type, and of a size that nobody knows.
fn unsized_of(cost: u64, kind: Kind<'_>) -> Value<'_> {
    Value::made(cost, None, kind)
}

fn of_space<'s>(space: &str, call: &Call<'_, 's>) -> Option<Value<'s>> {
    match (space, call.name) {
        ("sets", "contains" | "intersects" | "equivalent") => {
            let product = argument(call, 0).saturating_mul(argument(call, 1));
            let factor = if call.name == "equivalent" { 2 } else { 1 };
            Some(Value::scalar(product.saturating_mul(factor).saturating_add(1)))
        }
        ("ip", "isCanonical") => Some(Value::scalar(part(argument(call, 0), 0.2))),
        ("optional", "none") => Some(unsized_of(1, Kind::Optional(Item::Any))),
        ("optional", "of") => Some(unsized_of(1, Kind::Optional(call.arguments.first()?.kind.item()))),
        _ => None,
    }
}

fn global<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    let read = tenth(argument(call, 0));
    match call.name {
        "isIP" | "isCIDR" | "isQuantity" | "isSemver" => Some(Value::scalar(read)),
        "ip" | "cidr" | "quantity" | "semver" => Some(unsized_of(read, Kind::Opaque)),
        "url" => Some(Value::made(read, Some(argument(call, 0)), Kind::Url)),
        "int" | "uint" | "double" | "bool" | "timestamp" | "duration" | "isURL" | "-_" => {
            Some(Value::scalar(1))
        }
        "string" => {
            let is_scalar = call.arguments.first()?.kind.size().is_some();
            is_scalar.then(|| Value::text(1, None))
        }
        "_?._" => {
            let [of, _] = call.arguments else { return None };
            let Some(Expr::Text(name)) = call.literals.get(1) else { return None };
            let inner = optional(of.kind.member(name)?);
            Some(unsized_of(1, inner))
        }
        "_[?_]" => {
            let inner = match call.arguments.first()?.kind {
                Kind::Optional(item) => item.kind()?.element()?,
                other => other.element()?,
            };
            Some(unsized_of(1, optional(inner)))
        }
        _ => None,
    }
}

/// An optional value is none in another one.
fn optional(kind: Kind<'_>) -> Kind<'_> {
    match kind {
        Kind::Optional(_) => kind,
        other => Kind::Optional(other.item()),
    }
}

fn of_optional<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    let target = call.target?.kind;
    let Kind::Optional(item) = target else { return None };
    match call.name {
        "hasValue" => Some(Value::scalar(1)),
        "value" => Some(unsized_of(1, item.kind()?)),
        "orValue" => Some(unsized_of(1, item.kind()?.with(call.arguments.first()?.kind))),
        "or" => Some(unsized_of(1, target)),
        _ => None,
    }
}

fn of_list<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    let list = call.target?;
    if list.kind.is_text() || list.kind.is_any() {
        let is_search = matches!(call.name, "indexOf" | "lastIndexOf");
        return is_search.then(|| Value::scalar(tenth(target(call))));
    }
    let kind = list.kind.element().filter(|_| list.kind.is_list())?;
    let element = call.element.unwrap_or(u64::MAX);
    if call.name == "join" {
        let gaps = target(call).saturating_sub(1);
        let separators = if call.arguments.is_empty() { 0 } else { argument(call, 0).saturating_mul(gaps) };
        let size = target(call).saturating_mul(element).saturating_add(separators);
        return Some(Value::text(tenth(size), Some(size)));
    }
    let each = if kind.is_text() { tenth(element).saturating_add(1) } else { 1 };
    let cost = target(call).saturating_mul(each);
    match call.name {
        "max" | "min" | "sum" => Some(unsized_of(cost, kind)),
        _ => Some(Value::scalar(cost)),
    }
}

fn of_text<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    if call.name == "size" {
        return Some(Value::scalar(1));
    }
    let (kind, size) = (call.target?.kind, target(call));
    // What is none of another type does not compile.
    if !kind.is_text() && !kind.is_any() {
        return None;
    }
    match call.name {
        "startsWith" | "endsWith" => Some(Value::scalar(tenth(argument(call, 0)))),
        "contains" => Some(Value::scalar(tenth(size).saturating_mul(tenth(argument(call, 0))))),
        "matches" => Some(Value::scalar(searched(call))),
        "find" => Some(Value::text(searched(call), Some(size))),
        "findAll" => Some(Value::made(searched(call), Some(size), Kind::List(Item::Text))),
        "lowerAscii" | "upperAscii" | "substring" | "trim" => Some(Value::text(tenth(size), Some(size))),
        "charAt" => Some(Value::text(1, None)),
        "replace" => Some(Value::text(part(size, 0.2), Some(replaced(call)?))),
        "split" => Some(Value::made(part(size, 0.2), Some(parts(call)), Kind::List(Item::Text))),
        "format" => Some(Value::text(tenth(size), None)),
        _ => None,
    }
}

/// A search with a pattern.
fn searched(call: &Call<'_, '_>) -> u64 {
    tenth(target(call).saturating_add(1)).saturating_mul(part(argument(call, 0), 0.25))
}

fn replaced(call: &Call<'_, '_>) -> Option<u64> {
    let (size, with) = (target(call), argument(call, 1));
    // Only a literal has a smallest size, and what is made of literals.
    let least = match call.literals.first()? {
        Expr::Text(_) => argument(call, 0),
        Expr::Name(_) | Expr::Member(..) => 0,
        _ => return None,
    };
    if least == 0 {
        return Some(size.saturating_add(1).saturating_mul(with).saturating_add(size));
    }
    Some(if with <= least { size } else { size.div_ceil(least).saturating_mul(with) })
}

fn parts(call: &Call<'_, '_>) -> u64 {
    match call.literals.get(1) {
        Some(Expr::Number(limit)) => *limit,
        // Below zero there is no limit, says the type of sizes.
        Some(Expr::Scalar) => u64::MAX,
        _ => target(call),
    }
}

/// Functions whose cost no size changes, or only that of an argument.
fn cheap<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    match call.name {
        "getFullYear"
        | "getMonth"
        | "getDate"
        | "getDayOfMonth"
        | "getDayOfWeek"
        | "getDayOfYear"
        | "getHours"
        | "getMinutes"
        | "getSeconds"
        | "getMilliseconds"
        | "sign"
        | "asInteger"
        | "isInteger"
        | "asApproximateFloat"
        | "isGreaterThan"
        | "isLessThan"
        | "compareTo"
        | "family"
        | "isUnspecified"
        | "isLoopback"
        | "isLinkLocalMulticast"
        | "isLinkLocalUnicast"
        | "isGlobalUnicast"
        | "prefixLength"
        | "major"
        | "minor"
        | "patch" => Some(Value::scalar(1)),
        "getScheme" | "getHostname" | "getHost" | "getPort" | "getEscapedPath" => Some(Value::text(1, None)),
        "getQuery" => Some(unsized_of(1, Kind::Map(Item::Deep))),
        "add" | "sub" | "masked" | "ip" => Some(unsized_of(1, Kind::Opaque)),
        "containsIP" => Some(Value::scalar(address(call).saturating_add(4))),
        "containsCIDR" => Some(Value::scalar(address(call).saturating_add(7))),
        _ => None,
    }
}

/// An address that is a text has to be read.
fn address(call: &Call<'_, '_>) -> u64 {
    let is_read = call.arguments.first().is_some_and(|argument| !matches!(argument.kind, Kind::Opaque));
    if is_read { tenth(argument(call, 0)) } else { 0 }
}
