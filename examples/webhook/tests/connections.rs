//! Connections as hostile, slow or careless clients hold them, over TLS.

mod common;
#[path = "../../serving/tests/raw/mod.rs"]
mod raw;

use std::io::{Read as _, Write as _};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{Webhook, job, review};
use raw::{Framing, head, header, read_reply, read_until_closed, send_slowly};
use serde_json::{Value, json};
use serving::Limits;

const BIG: usize = 8 << 20;
const SOON: Duration = Duration::from_millis(400);
/// For a machine that does other things, too.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn a_reply_before_the_end_of_the_body_arrives() {
    let webhook = Webhook::start();
    let json = "Content-Type: application/json";
    let cases = [
        ("POST /validate", "Content-Type: text/plain", 415),
        ("POST /mutate", "Content-Type: application/jsonx", 415),
        ("POST /mutate", "X-None: 1", 415),
        ("POST /validate", json, 413),
        ("POST /elsewhere", json, 404),
        ("PUT /validate", json, 405),
    ];
    for (request, media_type, code) in cases {
        for framing in [Framing::Length, Framing::Chunked] {
            for expect in ["X-Plain: 1", "Expect: 100-continue"] {
                let head = head(request, &[media_type, expect], framing, BIG);
                let reply = send_slowly(&mut webhook.connect_tls(), &head, framing, BIG);
                let reply = reply.unwrap_or_else(|error| panic!("{request} {framing:?} {expect}: {error}"));
                assert_eq!(reply.code, code, "{request} {framing:?} {expect}: {}", reply.body);
                assert_eq!(header(&reply.head, "connection"), Some("close"), "{request}: {}", reply.head);
            }
        }
    }
}

#[test]
fn a_slow_handshake_is_not_waited_for() {
    let mut limits = Limits::default();
    limits.handshake = SOON;
    let webhook = Webhook::within(limits);
    // The head of a record with a `ClientHello` of 512 bytes.
    let hello = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    for start in [&[][..], &hello[..1], &hello[..]] {
        let mut stream = webhook.connect();
        stream.write_all(start).expect("it is open");
        read_until_closed(&mut stream, PATIENCE);
    }
    let mut stream = webhook.connect();
    stream.write_all(&hello).expect("it is open");
    let start = Instant::now();
    while stream.write_all(&[0]).is_ok() {
        assert!(start.elapsed() < PATIENCE, "still open");
        sleep(SOON / 10);
    }
    // Others are served meanwhile and afterwards.
    let asked = review("CREATE", &job(&json!({"image": "a"})), &Value::Null);
    assert_eq!(webhook.ask("/validate", &asked)["allowed"], true);
}

#[test]
fn an_unfinished_request_is_not_waited_for() {
    let mut limits = Limits::default();
    (limits.header, limits.request) = (SOON, SOON);
    let webhook = Webhook::within(limits);
    for start in ["", "POST /validate", "POST /validate HTTP/1.1\r\nHost: localhost\r\n"] {
        let mut stream = webhook.connect_tls();
        stream.sock.set_read_timeout(Some(PATIENCE)).expect("it is not zero");
        stream.write_all(start.as_bytes()).expect("it is open");
        let ended = stream.read(&mut [0]);
        let late = |error: &std::io::Error| error.kind() == std::io::ErrorKind::WouldBlock;
        assert!(!ended.as_ref().is_err_and(late), "still open after {PATIENCE:?}: {ended:?}");
    }
    for framing in [Framing::Length, Framing::Chunked] {
        let mut stream = webhook.connect_tls();
        stream.sock.set_read_timeout(Some(PATIENCE)).expect("it is not zero");
        let head = head("POST /validate", &["Content-Type: application/json"], framing, 100);
        stream.write_all(head.as_bytes()).expect("it is open");
        assert_eq!(read_reply(&mut stream).expect("a whole reply").code, 408);
    }
}

#[test]
fn requests_in_flight_are_bounded() {
    let mut limits = Limits::default();
    limits.requests = 1;
    let webhook = Webhook::within(limits);
    let body = review("CREATE", &job(&json!({"image": "a"})), &Value::Null).to_string();
    let headers = ["Content-Type: application/json", "Connection: close", "Expect: 100-continue"];
    let head = head("POST /validate", &headers, Framing::Length, body.len());
    let mut first = webhook.connect_tls();
    first.write_all(head.as_bytes()).expect("it is open");
    let mut continued = [0; 25];
    first.read_exact(&mut continued).expect("it is open");
    let refused = send_slowly(&mut webhook.connect_tls(), &head, Framing::Length, 0).expect("a whole reply");
    assert_eq!((refused.code, header(&refused.head, "retry-after")), (429, Some("1")));
    first.write_all(body.as_bytes()).expect("it is open");
    assert_eq!(read_reply(&mut first).expect("a whole reply").code, 200);
}

#[test]
fn media_types_are_compared_whole() {
    let webhook = Webhook::start();
    let body = review("CREATE", &job(&json!({"image": "a"})), &Value::Null).to_string();
    let cases = [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ("APPLICATION/JSON", 200),
        ("application/json;", 200),
        ("application/jsonx", 415),
        ("application/json-patch+json", 415),
        ("application/json charset", 415),
        ("text/json", 415),
    ];
    for (media_type, code) in cases {
        assert_eq!(webhook.send("/validate", media_type, &body).0, code, "{media_type}");
    }
}
