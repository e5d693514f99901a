//! URLs.
//!
//! Source: `apiserver pkg/cel/library/urls.go`.

use std::rc::Rc;

use crd_schema_go::url::Url;

use super::{Context, Row, cost, estimate};
use crate::value::{Entries, Error, Library, Map, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("getEscapedPath", "url_get_escaped_path", "kubernetes.URL.() -> string").run(escaped_path),
    Row::new("getHost", "url_get_host", "kubernetes.URL.() -> string").run(host),
    Row::new("getHostname", "url_get_hostname", "kubernetes.URL.() -> string").run(hostname),
    Row::new("getPort", "url_get_port", "kubernetes.URL.() -> string").run(port),
    Row::new("getQuery", "url_get_query", "kubernetes.URL.() -> map(string, list(string))").run(query),
    Row::new("getScheme", "url_get_scheme", "kubernetes.URL.() -> string").run(scheme),
    Row::new("isURL", "is_url_string", "(string) -> bool").run(is_url),
    Row::new("url", "string_to_url", "(string) -> kubernetes.URL")
        .estimate(estimate::url)
        .run(url)
        .costs(cost::first),
];

fn url<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    // What a request may ask for is read again with its fragment.
    let url = Url::parse_request(string).and_then(|_| Url::parse(string));
    let url =
        url.map_err(|error| Error::new(format!("URL parse error during conversion from string: {error}")))?;
    Ok(Value::Library(Library::Url(Rc::new(url))))
}

fn is_url<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(Url::parse_request(string).is_ok()))
}

fn part<'a>(args: &[Value<'a>], part: fn(&Url) -> String) -> Outcome<'a> {
    let [Value::Library(Library::Url(url))] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::owned(part(url)))
}

fn scheme<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |url| url.scheme.clone())
}

fn host<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |url| url.host.clone())
}

fn hostname<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |url| url.hostname().to_owned())
}

fn port<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |url| url.port().to_owned())
}

fn escaped_path<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, Url::escaped_path)
}

fn query<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::Library(Library::Url(url))] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let mut entries = Entries::default();
    for (name, values) in url.query_values() {
        let values = values.into_iter().map(Value::owned).collect();
        entries.set(Value::owned(name), Value::items(values));
    }
    Ok(Value::Map(Map::Entries(entries.into())))
}
