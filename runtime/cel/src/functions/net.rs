//! IP addresses and networks.
//!
//! Source: `apiserver pkg/cel/library/ip.go`, `cidr.go`.

use std::rc::Rc;

use crd_schema_go::ip::{Addr, Prefix};
use crd_schema_go::quote::quoted;

use super::{Context, Row, cost, estimate};
use crate::value::{Error, Library, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("cidr", "string_to_cidr", "(string) -> net.CIDR")
        .estimate(estimate::first)
        .run(cidr)
        .costs(cost::first)
        .since(31, 30),
    Row::new("containsCIDR", "cidr_contains_cidr_string", "net.CIDR.(string) -> bool")
        .estimate(estimate::contains_network_string)
        .run(contains_cidr)
        .costs_of(network_string, network)
        .since(31, 30),
    Row::new("containsCIDR", "cidr_contains_cidr", "net.CIDR.(net.CIDR) -> bool")
        .estimate(estimate::contains_network)
        .run(contains_cidr)
        .costs(network)
        .since(31, 30),
    Row::new("containsIP", "cidr_contains_ip_string", "net.CIDR.(string) -> bool")
        .estimate(estimate::contains_address_string)
        .run(contains_ip)
        .costs_of(contained_string, contained)
        .since(31, 30),
    Row::new("containsIP", "cidr_contains_ip_ip", "net.CIDR.(net.IP) -> bool")
        .estimate(estimate::contains_address)
        .run(contains_ip)
        .costs(contained)
        .since(31, 30),
    Row::new("family", "ip_family", "net.IP.() -> int").run(family).since(31, 30),
    Row::new("ip", "string_to_ip", "(string) -> net.IP")
        .estimate(estimate::first)
        .run(ip)
        .costs(cost::first)
        .since(31, 30),
    Row::new("ip", "cidr_ip", "net.CIDR.() -> net.IP").run(address_of).costs(cost::one).since(31, 30),
    Row::new("ip.isCanonical", "ip_is_canonical", "(string) -> bool")
        .estimate(estimate::first_twice)
        .run(is_canonical)
        .costs(cost::first_twice)
        .since(31, 30),
    Row::new("isCIDR", "is_cidr", "(string) -> bool")
        .estimate(estimate::first)
        .run(is_cidr)
        .costs(cost::first)
        .since(31, 30),
    Row::new("isGlobalUnicast", "ip_is_global_unicast", "net.IP.() -> bool")
        .run(is_global_unicast)
        .since(31, 30),
    Row::new("isIP", "is_ip", "(string) -> bool")
        .estimate(estimate::first)
        .run(is_ip)
        .costs(cost::first)
        .since(31, 30),
    Row::new("isLinkLocalMulticast", "ip_is_link_local_multicast", "net.IP.() -> bool")
        .run(is_link_local_multicast)
        .since(31, 30),
    Row::new("isLinkLocalUnicast", "ip_is_link_local_unicast", "net.IP.() -> bool")
        .run(is_link_local_unicast)
        .since(31, 30),
    Row::new("isLoopback", "ip_is_loopback", "net.IP.() -> bool").run(is_loopback).since(31, 30),
    Row::new("isUnspecified", "ip_is_unspecified", "net.IP.() -> bool").run(is_unspecified).since(31, 30),
    Row::new("masked", "cidr_masked", "net.CIDR.() -> net.CIDR").run(masked).since(31, 30),
    Row::new("prefixLength", "cidr_prefix_length", "net.CIDR.() -> int").run(prefix_length).since(31, 30),
    Row::new("string", "ip_to_string", "(net.IP) -> string").run(super::standard::to_string).since(31, 30),
    Row::new("string", "cidr_to_string", "(net.CIDR) -> string")
        .run(super::standard::to_string)
        .since(31, 30),
];

/// Source: `ip.go`, `parseIPAddr`.
fn read_address(string: &str) -> Result<Addr, Error> {
    let quoted = quoted(string);
    let address = Addr::parse(string).map_err(|error| {
        Error::new(format!("IP Address {quoted} parse error during conversion from string: {error}"))
    })?;
    if address.zone().is_some() {
        return Err(Error::new(format!("IP address {quoted} with zone value is not allowed")));
    }
    if address.is_4_in_6() {
        return Err(Error::new(format!("IPv4-mapped IPv6 address {quoted} is not allowed")));
    }
    Ok(address)
}

/// Source: `cidr.go`, `parseCIDR`.
fn read_network(string: &str) -> Result<Prefix, Error> {
    const WHERE: &str = "network address parse error during conversion from string";
    let network = Prefix::parse(string).map_err(|error| Error::new(format!("{WHERE}: {error}")))?;
    if network.addr().is_4_in_6() {
        let quoted = quoted(string);
        return Err(Error::new(format!("IPv4-mapped IPv6 address {quoted} is not allowed")));
    }
    Ok(network)
}

fn ip<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Library(Library::Ip(Rc::new(read_address(string)?))))
}

fn is_ip<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(read_address(string).is_ok()))
}

fn is_canonical<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(read_address(string)?.to_string() == **string))
}

fn cidr<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    network_of(string).map(|network| Value::Library(Library::Cidr(network)))
}

/// **Quirk**: the message begins twice (`cidr.go`, `stringToCIDR`).
fn network_of(string: &str) -> Result<Prefix, Error> {
    read_network(string).map_err(|error| {
        Error::new(format!("network address parse error during conversion from string: {error}"))
    })
}

fn is_cidr<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(read_network(string).is_ok()))
}

fn of_address<'a>(args: &[Value<'a>], is_so: fn(&Addr) -> bool) -> Outcome<'a> {
    let [Value::Library(Library::Ip(address))] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(is_so(address)))
}

fn is_unspecified<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    of_address(args, Addr::is_unspecified)
}

fn is_loopback<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    of_address(args, Addr::is_loopback)
}

fn is_link_local_multicast<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    of_address(args, Addr::is_link_local_multicast)
}

fn is_link_local_unicast<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    of_address(args, Addr::is_link_local_unicast)
}

fn is_global_unicast<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    of_address(args, Addr::is_global_unicast)
}

fn family<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::Library(Library::Ip(address))] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Int(if address.ip().is_ipv4() { 4 } else { 6 }))
}

fn network_in<'v, 'a>(args: &'v [Value<'a>]) -> Result<(Prefix, &'v [Value<'a>]), Error> {
    match args {
        [Value::Library(Library::Cidr(network)), rest @ ..] => Ok((*network, rest)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

fn address_of<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (network, _) = network_in(args)?;
    Ok(Value::Library(Library::Ip(Rc::new(network.addr()))))
}

fn masked<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (network, _) = network_in(args)?;
    Ok(Value::Library(Library::Cidr(network.masked())))
}

fn prefix_length<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (network, _) = network_in(args)?;
    Ok(Value::Int(network.bits().into()))
}

/// **Quirk**: a string that is no address is reported as no overload (`cidr.go`, `cidrContainsIP`).
fn contains_ip<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (network, rest) = network_in(args)?;
    match rest {
        [Value::Library(Library::Ip(address))] => Ok(Value::Bool(network.contains(address))),
        [Value::String(string)] => match read_address(string) {
            Ok(address) => Ok(Value::Bool(network.contains(&address))),
            Err(_) => Err(Error::NO_SUCH_OVERLOAD),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

fn contains_cidr<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    let (network, rest) = network_in(args)?;
    let part = match rest {
        [Value::Library(Library::Cidr(part))] => *part,
        [Value::String(string)] => network_of(string)?,
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    // Servers up to 1.31 compare the address of the part as it is written with that of the network.
    let is_within = if context.server.minor <= 31 {
        network.masked().addr() == part.addr()
    } else {
        network.overlaps(part)
    };
    Ok(Value::Bool(is_within && network.bits() <= part.bits()))
}

fn size(args: &[Option<&Value<'_>>], index: usize) -> u64 {
    args.get(index).copied().flatten().and_then(Value::size).unwrap_or(1)
}

fn tenths(size: u64) -> u64 {
    (size as f64 * 0.1).ceil() as u64
}

/// An address in a network: the bytes of its prefix, twice.
fn contained(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    tenths(2 * size(args, 0))
}

fn contained_string(args: &[Option<&Value<'_>>], result: Option<&Value<'_>>) -> u64 {
    contained(args, result) + tenths(size(args, 1))
}

fn network(args: &[Option<&Value<'_>>], result: Option<&Value<'_>>) -> u64 {
    contained(args, result) + tenths(size(args, 0)) + 1
}

fn network_string(args: &[Option<&Value<'_>>], result: Option<&Value<'_>>) -> u64 {
    network(args, result) + tenths(size(args, 1))
}
