//! Connections as slow or careless clients hold them.

mod common;

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{JOBS, crd};
use crd_schema_server::{Limits, Server, test};

const BIG: usize = 8 << 20;
const SOON: Duration = Duration::from_millis(400);
/// For a machine that does other things, too.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server within limits, for as long as the process lives.
fn start(limits: Limits) -> SocketAddr {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).build();
        runtime.expect("a runtime").block_on(async move {
            let api = test([crd()]).await.expect("a server");
            let server = Server::bind("127.0.0.1:0").await.expect("a port").limits(limits);
            send.send(server.local_addr().expect("an address")).expect("somebody waits");
            server.serve(api.api().router_within(&limits)).await;
        });
    });
    receive.recv().expect("it starts")
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Sends a head and a body of spaces whole, whatever is answered meanwhile, and only then reads.
fn send(stream: &mut TcpStream, request: &str, media_type: &str, size: usize) -> io::Result<String> {
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nContent-Length: {size}\r\n\r\n"
    )?;
    let piece = vec![b' '; 64 << 10];
    for _ in 0..size / piece.len() {
        stream.write_all(&piece)?;
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// A request that is rejected before its body is read is still answered.
#[test]
fn an_answer_before_the_end_of_the_body_arrives() {
    let address = start(Limits::default());
    let cases = [
        (format!("POST {JOBS}"), "text/plain", " 415 "),
        (format!("POST {JOBS}"), "application/json", " 413 "),
        (format!("PUT {JOBS}/a"), "application/json", " 413 "),
        (format!("PATCH {JOBS}/a"), "application/merge-patch+json", " 413 "),
        (format!("DELETE {JOBS}/a"), "application/json", " 413 "),
        ("POST /nowhere".to_owned(), "application/json", " 404 "),
    ];
    for (request, media_type, code) in &cases {
        let answer = send(&mut connect(address), request, media_type, BIG);
        let answer = answer.unwrap_or_else(|error| panic!("{request}: {error}"));
        let (head, _) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.contains(code), "{request}: {head}");
        assert!(head.to_lowercase().contains("connection: close"), "{request}: {head}");
    }
}

/// Whoever is slow costs nobody else: heads and bodies have their time.
#[test]
fn slow_clients_are_left() {
    let limits = Limits { header: SOON, request: SOON, ..Limits::default() };
    let address = start(limits);
    let start = Instant::now();
    let mut silent = connect(address);
    let mut slow = connect(address);
    write!(slow, "POST {JOBS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
        .expect("it is sent");
    let mut said = Vec::new();
    silent.read_to_end(&mut said).expect("it is closed");
    assert_eq!(said, b"", "there was no request");
    let mut said = String::new();
    slow.read_to_string(&mut said).expect("it is answered");
    assert!(said.starts_with("HTTP/1.1 504 "), "{said}");
    assert!(start.elapsed() < PATIENCE);
}

/// Connections beyond the limit wait until one is closed; requests beyond theirs are refused.
#[test]
fn what_is_too_much_waits_or_is_refused() {
    let address = start(Limits { connections: 2, requests: 1, ..Limits::default() });
    let mut busy = connect(address);
    write!(busy, "POST {JOBS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n").expect("it is sent");
    sleep(Duration::from_millis(100));
    let mut second = connect(address);
    let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    second.write_all(get.as_bytes()).expect("it is sent");
    let mut said = String::new();
    second.read_to_string(&mut said).expect("it is refused");
    assert!(said.starts_with("HTTP/1.1 429 "), "{said}");
    drop(busy);
    let mut third = connect(address);
    third.write_all(get.as_bytes()).expect("it is sent");
    let mut said = String::new();
    third.read_to_string(&mut said).expect("it is answered");
    assert!(said.starts_with("HTTP/1.1 200 "), "{said}");
}

/// A watch goes on while nobody asks anything, and does not count among requests in flight.
#[test]
fn a_watch_is_no_request_in_flight() {
    let address = start(Limits { requests: 1, request: SOON, ..Limits::default() });
    let mut watch = connect(address);
    write!(watch, "GET {JOBS}?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it is sent");
    let mut buffer = [0; 4096];
    let read = watch.read(&mut buffer).expect("the head");
    assert!(String::from_utf8_lossy(&buffer[..read]).starts_with("HTTP/1.1 200 "));
    sleep(SOON * 2);
    let body = r#"{"apiVersion":"example.com/v1","kind":"Job","metadata":{"name":"a"}}"#;
    let mut writer = connect(address);
    write!(
        writer,
        "POST {JOBS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it is sent");
    let mut said = String::new();
    writer.read_to_string(&mut said).expect("it is answered");
    assert!(said.starts_with("HTTP/1.1 201 "), "{said}");
    let read = watch.read(&mut buffer).expect("an event");
    assert!(String::from_utf8_lossy(&buffer[..read]).contains(r#""type":"ADDED""#));
}
