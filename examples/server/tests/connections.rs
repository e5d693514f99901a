//! Connections as hostile, slow or careless clients hold them.

mod common;
#[path = "../../serving/tests/raw/mod.rs"]
mod raw;

use std::io::{Read as _, Write as _};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{JOBS, Server};
use crd_schema_server::Limits;
use raw::{Framing, head, header, read_reply, read_until_closed, send_slowly, write_body};
use serde_json::{Value, json};

const BIG: usize = 8 << 20;
const SOON: Duration = Duration::from_millis(400);
/// For a machine that does other things, too.
const PATIENCE: Duration = Duration::from_secs(20);

/// Every limit of time is short.
fn short() -> Limits {
    let mut limits = Limits::default();
    (limits.header, limits.request, limits.write) = (SOON, SOON, SOON);
    (limits.linger, limits.linger_idle) = (PATIENCE, PATIENCE);
    limits
}

fn job(name: &str) -> Value {
    json!({
        "apiVersion": "operations.example.com/v1",
        "kind": "MaintenanceNightlyJob",
        "metadata": {"name": name},
        "spec": {"serviceUser": "backup"},
    })
}

#[test]
fn a_reply_before_the_end_of_the_body_arrives() {
    let server = Server::start();
    let json = "Content-Type: application/json";
    let cases = [
        (format!("POST {JOBS}"), "Content-Type: text/plain", 415),
        (format!("POST {JOBS}"), "Content-Type: application/jsonx", 415),
        (format!("PATCH {JOBS}/a"), json, 415),
        (format!("POST {JOBS}"), json, 413),
        (format!("PUT {JOBS}/a"), json, 413),
        (format!("PATCH {JOBS}/a"), "Content-Type: application/merge-patch+json", 413),
        (format!("DELETE {JOBS}/a"), json, 413),
        ("POST /nowhere".to_owned(), json, 404),
        (format!("GET {JOBS}/a"), json, 404),
        (format!("POST {JOBS}/a"), json, 413),
        ("POST /openapi/v2".to_owned(), json, 404),
        (format!("PUT {JOBS}/%ff"), json, 413),
        (format!("POST {JOBS}?a=%ff&%"), "Content-Type: application/xml", 415),
    ];
    for (request, media_type, code) in &cases {
        for framing in [Framing::Length, Framing::Chunked] {
            for expect in ["X-Plain: 1", "Expect: 100-continue"] {
                let head = head(request, &[media_type, expect], framing, BIG);
                let reply = send_slowly(&mut server.connect(), &head, framing, BIG);
                let reply = reply.unwrap_or_else(|error| panic!("{request} {framing:?} {expect}: {error}"));
                assert_eq!(reply.code, *code, "{request} {framing:?} {expect}: {}", reply.body);
                assert_eq!(header(&reply.head, "connection"), Some("close"), "{request}: {}", reply.head);
            }
        }
    }
}

#[test]
fn what_is_no_request_gets_its_reply_too() {
    let server = Server::start();
    let spaces = " ".repeat(64);
    let lines: Vec<String> = (0..20_000).map(|at| format!("X-{at}: {spaces}\r\n")).collect();
    let long = lines.concat();
    let heads = [("GARBAGE\r\n\r\n".to_owned(), 400), (format!("GET / HTTP/1.1\r\n{long}"), 431)];
    for (head, code) in heads {
        let reply = send_slowly(&mut server.connect(), &head, Framing::Length, BIG);
        assert_eq!(reply.expect("a whole reply").code, code);
    }
}

#[test]
fn who_waits_for_the_server_to_continue_is_reported_at_once() {
    let server = Server::start();
    let ask = |media_type: &str, size: usize| {
        let mut stream = server.connect();
        let headers = [media_type, "Expect: 100-continue"];
        let head = head(&format!("POST {JOBS}"), &headers, Framing::Length, size);
        stream.write_all(head.as_bytes()).expect("it is taken");
        stream
    };
    // Without a byte of the body.
    assert_eq!(read_reply(&mut ask("Content-Type: text/plain", 10)).expect("a reply").code, 415);
    assert_eq!(read_reply(&mut ask("Content-Type: application/json", BIG)).expect("a reply").code, 413);
    let body = job("a").to_string();
    let mut stream = ask("Content-Type: application/json", body.len());
    let mut first = [0; 25];
    stream.read_exact(&mut first).expect("a reply");
    assert_eq!(&first, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(body.as_bytes()).expect("it is taken");
    let mut rest = vec![0; 64];
    let read = stream.read(&mut rest).expect("a reply");
    assert!(String::from_utf8_lossy(&rest[..read]).contains("HTTP/1.1 201"), "{rest:?}");
}

#[test]
fn a_connection_is_used_again_where_the_body_was_read() {
    let server = Server::start();
    let mut stream = server.connect();
    for (name, code) in [("a", "201"), ("b", "201"), ("a", "409")] {
        let body = job(name).to_string();
        let head =
            head(&format!("POST {JOBS}"), &["Content-Type: application/json"], Framing::Length, body.len());
        stream.write_all((head + &body).as_bytes()).expect("it is open");
        let mut reply = vec![0; 8192];
        let read = stream.read(&mut reply).expect("it is open");
        let reply = String::from_utf8_lossy(&reply[..read]);
        assert!(reply.starts_with(&format!("HTTP/1.1 {code}")), "{reply}");
        assert!(!reply.to_ascii_lowercase().contains("connection: close"), "{reply}");
    }
}

#[test]
fn an_unfinished_head_is_not_waited_for() {
    let server = Server::within(short());
    for start in ["", "GET", "GET / HTTP/1.1\r\nHost: localhost\r\n"] {
        let mut stream = server.connect();
        stream.write_all(start.as_bytes()).expect("it is open");
        read_until_closed(&mut stream, PATIENCE);
    }
    // A byte now and then does not help, nor does it after a request.
    let mut stream = server.connect();
    stream.write_all(b"GET /apis HTTP/1.1\r\nHost: localhost\r\n\r\nGET").expect("it is open");
    let start = Instant::now();
    while stream.write_all(b"x").is_ok() {
        assert!(start.elapsed() < PATIENCE, "still open");
        sleep(SOON / 10);
    }
}

#[test]
fn an_unfinished_body_is_not_waited_for() {
    let server = Server::within(short());
    for framing in [Framing::Length, Framing::Chunked] {
        for (method, path, media_type) in [
            ("POST", JOBS.to_owned(), "Content-Type: application/json"),
            ("PATCH", format!("{JOBS}/a"), "Content-Type: application/merge-patch+json"),
            ("DELETE", format!("{JOBS}/a"), "Content-Type: application/json"),
        ] {
            let mut stream = server.connect();
            let head = head(&format!("{method} {path}"), &[media_type], framing, 100);
            stream.write_all(head.as_bytes()).expect("it is open");
            let mut bytes = Vec::new();
            stream.set_read_timeout(Some(PATIENCE)).expect("it is not zero");
            stream.read_to_end(&mut bytes).expect("it is closed");
            let reply = read_reply(&mut bytes.as_slice()).expect("a reply");
            assert_eq!(reply.code, 504);
            // As `apiserver pkg/server/filters/timeout.go` writes it.
            let status = json!({
                "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                "message": "Timeout: request did not complete within the allotted timeout",
                "reason": "Timeout", "details": {}, "code": 504,
            });
            assert_eq!(serde_json::from_str::<Value>(&reply.body).expect("JSON"), status);
        }
    }
}

#[test]
fn a_slow_body_gets_its_reply_while_it_is_still_written() {
    let mut limits = short();
    limits.request = Duration::from_millis(1);
    let server = Server::within(limits);
    let head = head(&format!("POST {JOBS}"), &["Content-Type: application/json"], Framing::Length, BIG);
    // The body would be too long, but the length is only known at its end.
    let chunked = head.replace(&format!("Content-Length: {BIG}"), "Transfer-Encoding: chunked");
    let reply = send_slowly(&mut server.connect(), &chunked, Framing::Chunked, BIG);
    assert_eq!(reply.expect("a whole reply").code, 504);
}

#[test]
fn a_reply_that_nobody_reads_is_given_up() {
    const OBJECTS: usize = 12;
    const SIZE: usize = 1 << 20;
    let mut limits = Limits::default();
    for (write, is_whole) in [(limits.write, true), (SOON, false)] {
        limits.write = write;
        let server = Server::within(limits);
        for at in 0..OBJECTS {
            let mut big = job(&format!("job-{at}"));
            big["spec"]["command"] = "a".repeat(SIZE).into();
            assert_eq!(server.send_json("POST", JOBS, &big).code, 201);
        }
        let mut stream = server.connect();
        let head = format!("GET {JOBS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it is open");
        stream.peek(&mut [0]).expect("a reply begins");
        sleep(SOON * 4);
        let read = read_until_closed(&mut stream, PATIENCE).len();
        assert_eq!(read > OBJECTS * SIZE, is_whole, "{read} bytes");
    }
}

#[test]
fn requests_in_flight_are_bounded() {
    let limits = Limits { requests: 1, ..Limits::default() };
    let server = Server::within(limits);
    let body = job("a").to_string();
    let mut first = server.connect();
    let headers = ["Content-Type: application/json", "Connection: close", "Expect: 100-continue"];
    let head = head(&format!("POST {JOBS}"), &headers, Framing::Length, body.len());
    first.write_all(head.as_bytes()).expect("it is open");
    // It is in flight when the server wants its body.
    let mut continued = [0; 25];
    first.read_exact(&mut continued).expect("it is open");
    assert!(continued.starts_with(b"HTTP/1.1 100"));
    let refused = send_slowly(&mut server.connect(), &head, Framing::Length, 0).expect("a whole reply");
    assert_eq!((refused.code, header(&refused.head, "retry-after")), (429, Some("1")));
    // As `apiserver pkg/server/filters/maxinflight.go` writes it.
    assert_eq!(refused.body, "Too many requests, please try again later.\n");
    first.write_all(body.as_bytes()).expect("it is open");
    assert_eq!(read_reply(&mut first).expect("a whole reply").code, 201);
    assert_eq!(server.get(JOBS).code, 200);
}

#[test]
fn connections_are_bounded() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let server = Server::within(limits);
    let held = [server.connect(), server.connect()];
    // So that both are accepted.
    sleep(Duration::from_millis(100));
    let mut third = server.connect();
    third
        .write_all(b"GET /apis HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .expect("it is queued");
    third.set_read_timeout(Some(Duration::from_millis(300))).expect("it is not zero");
    assert!(third.read(&mut [0; 1]).is_err(), "there is no slot");
    drop(held);
    third.set_read_timeout(Some(PATIENCE)).expect("it is not zero");
    assert_eq!(read_reply(&mut third).expect("a whole reply").code, 200);
}

#[test]
fn what_comes_after_a_reply_is_dropped_within_bounds() {
    let few_bytes = Limits { linger_bytes: 1 << 20, ..Limits::default() };
    let short_time = Limits { linger: SOON, ..Limits::default() };
    let idle = Limits { linger_idle: SOON, ..Limits::default() };
    let head = head("POST /nowhere", &[], Framing::Length, 1 << 40);
    for limits in [few_bytes, short_time] {
        let server = Server::within(limits);
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).expect("it is open");
        let start = Instant::now();
        while write_body(&mut stream, Framing::Length, 64 * 1024).is_ok() {
            assert!(start.elapsed() < PATIENCE, "still open: {limits:?}");
        }
    }
    let server = Server::within(idle);
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).expect("it is open");
    sleep(SOON * 4);
    let start = Instant::now();
    while write_body(&mut stream, Framing::Length, 64 * 1024).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(2), "still open");
    }
}
