//! A client that speaks HTTP/1.1 by hand, so that a test can be as slow as it likes.

#![expect(unreachable_pub, reason = "each test is a crate of its own")]
#![allow(dead_code, reason = "no test needs everything")]

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

/// How the end of a body is marked.
#[derive(Clone, Copy, Debug)]
pub enum Framing {
    Length,
    Chunked,
}

/// What came back until the server closed the connection.
#[derive(Debug)]
pub struct Reply {
    pub code: u16,
    pub head: String,
    pub body: String,
}

const PIECE: usize = 64 * 1024;
const PAUSE: Duration = Duration::from_millis(1);

/// The head of a request with a body of `size` bytes.
pub fn head(request: &str, headers: &[&str], framing: Framing, size: usize) -> String {
    let framing = match framing {
        Framing::Length => format!("Content-Length: {size}"),
        Framing::Chunked => "Transfer-Encoding: chunked".to_owned(),
    };
    let lines: Vec<&str> = [framing.as_str()].into_iter().chain(headers.iter().copied()).collect();
    format!("{request} HTTP/1.1\r\nHost: localhost\r\n{}\r\n\r\n", lines.join("\r\n"))
}

/// Writes a body of spaces piece by piece; each piece must be taken.
pub fn write_body(stream: &mut impl Write, framing: Framing, size: usize) -> io::Result<()> {
    let piece = vec![b' '; PIECE];
    for _ in 0..size / PIECE {
        match framing {
            Framing::Length => stream.write_all(&piece)?,
            Framing::Chunked => {
                write!(stream, "{PIECE:x}\r\n")?;
                stream.write_all(&piece)?;
                stream.write_all(b"\r\n")?;
            }
        }
        stream.flush()?;
        sleep(PAUSE);
    }
    if let Framing::Chunked = framing {
        stream.write_all(b"0\r\n\r\n")?;
        stream.flush()?;
    }
    Ok(())
}

/// Reads until the server closes the connection; a reset is an error.
pub fn read_reply(stream: &mut impl Read) -> io::Result<Reply> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    while text.starts_with("HTTP/1.1 100 ") {
        text = text.split_once("\r\n\r\n").map(|(_, rest)| rest.to_owned()).unwrap_or_default();
    }
    let (head, body) =
        text.split_once("\r\n\r\n").ok_or_else(|| io::Error::other(format!("no reply: {text:?}")))?;
    let code = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let length = header(head, "content-length").and_then(|length| length.parse::<usize>().ok());
    if length != Some(body.len()) {
        return Err(io::Error::other(format!("the reply is not whole: {text:?}")));
    }
    let code = code.ok_or_else(|| io::Error::other(format!("no code: {head}")))?;
    Ok(Reply { code, head: head.to_owned(), body: body.to_owned() })
}

/// A header of a reply.
pub fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    headers.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
}

/// Sends a request whole, whatever is replied meanwhile, and only then reads the reply.
pub fn send_slowly(
    stream: &mut (impl Read + Write),
    head: &str,
    framing: Framing,
    size: usize,
) -> io::Result<Reply> {
    stream.write_all(head.as_bytes())?;
    stream.flush()?;
    sleep(Duration::from_millis(30));
    write_body(stream, framing, size)?;
    read_reply(stream)
}

/// Waits until the server closes the connection, by its end or by a reset; what was read until then.
pub fn read_until_closed(stream: &mut TcpStream, patience: Duration) -> Vec<u8> {
    stream.set_read_timeout(Some(patience)).expect("it is not zero");
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
            panic!("still open after {patience:?}")
        }
        _ => bytes,
    }
}
