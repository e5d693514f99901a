//! The functions of Kubernetes' CEL and what the estimate says of each.
//!
//! Source: `apiserver pkg/cel/library/cost.go`, `EstimateCallCost`; cel-go `checker/cost.go`, `functionCost`, `ext/sets.go`.

use super::cost::{part, tenth};
use super::expr::Expr;
use super::value::Value;

/// A call whose parts are known.
pub(super) struct Call<'c, 's> {
    /// `sets` in `sets.contains(a, b)`.
    pub(super) space: Option<&'c str>,
    pub(super) name: &'c str,
    pub(super) target: Option<Value<'s>>,
    pub(super) arguments: &'c [Value<'s>],
    /// How large an item of the target is.
    pub(super) element: Option<u64>,
    pub(super) literals: &'c [Expr],
}

/// Whether functions are called by a name that begins so.
pub(super) fn is_space(name: &str) -> bool {
    matches!(name, "sets" | "ip" | "cidr" | "optional" | "math")
}

/// The value of the call, with what it costs beyond its parts.
pub(super) fn result<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    if let Some(space) = call.space {
        return of_space(space, call);
    }
    match (call.target.is_some(), call.name) {
        (false, _) => global(call),
        (true, "indexOf" | "lastIndexOf" | "isSorted" | "sum" | "max" | "min" | "join") => of_list(call),
        (true, _) => of_text(call).or_else(|| cheap(call.name)),
    }
}

fn argument(call: &Call<'_, '_>, position: usize) -> u64 {
    call.arguments.get(position).map_or(u64::MAX, Value::size)
}

fn target(call: &Call<'_, '_>) -> u64 {
    call.target.map_or(u64::MAX, |target| target.size())
}

fn of_space<'s>(space: &str, call: &Call<'_, 's>) -> Option<Value<'s>> {
    match (space, call.name) {
        ("sets", "contains" | "intersects" | "equivalent") => {
            let product = argument(call, 0).saturating_mul(argument(call, 1));
            let factor = if call.name == "equivalent" { 2 } else { 1 };
            Some(Value::scalar(product.saturating_mul(factor).saturating_add(1)))
        }
        ("ip", "isCanonical") => Some(Value::scalar(part(argument(call, 0), 0.2))),
        ("optional", "of" | "none") => Some(Value::unknown(1)),
        _ => None,
    }
}

fn global<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    match call.name {
        "isIP" | "isCIDR" | "isQuantity" | "isSemver" => Some(Value::scalar(tenth(argument(call, 0)))),
        "ip" | "cidr" | "quantity" | "semver" => Some(Value::unknown(tenth(argument(call, 0)))),
        "url" => Some(Value { size: Some(argument(call, 0)), ..Value::unknown(tenth(argument(call, 0))) }),
        "int" | "uint" | "double" | "bool" | "timestamp" | "duration" | "isURL" | "-_" => {
            Some(Value::scalar(1))
        }
        "_?._" | "_[?_]" => Some(Value::unknown(1)),
        _ => None,
    }
}

fn of_list<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    let list = call.target?;
    if list.kind.is_text() {
        let is_search = matches!(call.name, "indexOf" | "lastIndexOf");
        return is_search.then(|| Value::scalar(tenth(target(call))));
    }
    let element = call.element.unwrap_or(u64::MAX);
    if call.name == "join" {
        let gaps = target(call).saturating_sub(1);
        let separators = if call.arguments.is_empty() { 0 } else { argument(call, 0).saturating_mul(gaps) };
        let size = target(call).saturating_mul(element).saturating_add(separators);
        return Some(Value::text(tenth(size), Some(size)));
    }
    let each = if list.kind.element().is_text() { tenth(element).saturating_add(1) } else { 1 };
    Some(Value::scalar(target(call).saturating_mul(each)))
}

fn of_text<'s>(call: &Call<'_, 's>) -> Option<Value<'s>> {
    let size = target(call);
    match call.name {
        "startsWith" | "endsWith" => Some(Value::scalar(tenth(argument(call, 0)))),
        "contains" => Some(Value::scalar(tenth(size).saturating_mul(tenth(argument(call, 0))))),
        "matches" => Some(Value::scalar(searched(call))),
        "find" => Some(Value::text(searched(call), Some(size))),
        "findAll" => Some(Value { size: Some(size), ..Value::list(searched(call), 0) }),
        "lowerAscii" | "upperAscii" | "substring" | "trim" => Some(Value::text(tenth(size), Some(size))),
        "replace" => Some(Value::text(part(size, 0.2), Some(replaced(call)))),
        "split" => Some(Value { size: Some(parts(call)), ..Value::list(part(size, 0.2), 0) }),
        "format" => Some(Value::text(tenth(size), None)),
        _ => None,
    }
}

/// A search with a pattern.
fn searched(call: &Call<'_, '_>) -> u64 {
    tenth(target(call).saturating_add(1)).saturating_mul(part(argument(call, 0), 0.25))
}

fn replaced(call: &Call<'_, '_>) -> u64 {
    let (size, with) = (target(call), argument(call, 1));
    // Only a literal has a smallest size.
    let least = match call.literals.first() {
        Some(Expr::Text(_)) => argument(call, 0),
        _ => 0,
    };
    if least == 0 {
        return size.saturating_add(1).saturating_mul(with).saturating_add(size);
    }
    if with <= least { size } else { size.div_ceil(least).saturating_mul(with) }
}

fn parts(call: &Call<'_, '_>) -> u64 {
    match call.literals.get(1) {
        Some(Expr::Number(limit)) => *limit,
        _ => target(call),
    }
}

/// Functions that cost one unit and give a scalar, or something whose size nobody asks for.
fn cheap<'s>(name: &str) -> Option<Value<'s>> {
    match name {
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
        | "hasValue"
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
        "getScheme" | "getHostname" | "getHost" | "getPort" | "getEscapedPath" | "getQuery" | "add"
        | "sub" | "masked" | "value" | "orValue" | "or" => Some(Value::unknown(1)),
        _ => None,
    }
}
