//! Hand-written HTTP/2: frames that belong to no request keep no connection open.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::program::{Program, now};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GO_AWAY: u8 = 7;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// Every deadline of these tests is a second; a connection that is asked to close has five more
/// seconds.
const CUT: Duration = Duration::from_secs(14);
const SECONDS: &str = "handshake_seconds = 1\nhead_seconds = 1\nbody_seconds = 1\nwrite_seconds = 1\nidle_seconds = 1";

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("short").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Encodes a request's headers without the dynamic table (RFC 7541): static entries, then literals.
fn headers(method: u8, path: &str, further: &[(u8, &str)]) -> Vec<u8> {
    let literal = |index: u8, text: &str| {
        let length = u8::try_from(text.len()).expect("short");
        // A literal without indexing, with a prefix of four bits.
        let name = if index < 15 { vec![index] } else { vec![15, index - 15] };
        [name, vec![length], text.as_bytes().to_vec()].concat()
    };
    let mut block = vec![method, 0x86];
    block.extend(literal(1, "queue.example"));
    block.extend(literal(4, path));
    for (index, text) in further {
        block.extend(literal(*index, text));
    }
    block
}

const GET: u8 = 0x82;
const POST: u8 = 0x83;
const CONTENT_TYPE: u8 = 31;

fn open(program: &Program) -> TcpStream {
    let mut stream = program.connect();
    stream
        .set_read_timeout(Some(Duration::from_millis(100)))
        .expect("a timeout");
    let begin = [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat();
    stream.write_all(&begin).expect("sent");
    stream
}

/// Sends a frame repeatedly, and returns the types of the frames that arrive until the other side
/// closes.
fn until_it_ends(stream: &mut TcpStream, again: &[u8]) -> Vec<u8> {
    let (begin, mut read, mut buffer) = (now(), Vec::new(), [0; 16 * 1024]);
    loop {
        assert!(begin.elapsed() < CUT, "it is kept open");
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(bytes) => read.extend_from_slice(&buffer[..bytes]),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
        _ = stream.write_all(again);
        std::thread::sleep(Duration::from_millis(50));
    }
    let (mut kinds, mut rest) = (Vec::new(), read.as_slice());
    while let [a, b, c, kind, _, _, _, _, _, after @ ..] = rest {
        kinds.push(*kind);
        let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
        rest = after.get(length..).unwrap_or_default();
    }
    kinds
}

#[test]
fn a_connection_without_streams_ends_however_much_it_pings() {
    let program = Program::start(SECONDS, "");
    let ping = frame(PING, 0, 0, &[7; 8]);
    until_it_ends(&mut open(&program), &ping);
    let mut asked = open(&program);
    let request = frame(HEADERS, END_STREAM | END_HEADERS, 1, &headers(GET, "/health/live", &[]));
    asked.write_all(&request).expect("sent");
    let kinds = until_it_ends(&mut asked, &ping);
    assert!(kinds.contains(&HEADERS) && kinds.contains(&PING), "{kinds:?}");
    assert!(kinds.contains(&GO_AWAY), "it is told: {kinds:?}");
}

#[test]
fn a_head_that_never_ends_and_a_body_that_trickles_end_too() {
    let program = Program::start(SECONDS, "");
    let mut endless = open(&program);
    let half = frame(HEADERS, END_STREAM, 1, &headers(GET, "/health/live", &[]));
    endless.write_all(&half).expect("sent");
    const CONTINUATION: u8 = 9;
    until_it_ends(&mut endless, &frame(CONTINUATION, 0, 1, &[0, 1, b'x', 1, b'y']));

    let mut slow = open(&program);
    let block = headers(
        POST,
        "/api/mobileapp/queue/demo/sale/enqueue",
        &[(CONTENT_TYPE, "application/json")],
    );
    slow.write_all(&frame(HEADERS, END_HEADERS, 1, &block)).expect("sent");
    let kinds = until_it_ends(&mut slow, &frame(DATA, 0, 1, b" "));
    assert!(kinds.contains(&HEADERS), "an answer: {kinds:?}");
    assert_eq!(program.figure("anteroom_connections_ended_total{reason=\"Body\"}"), 1);
}

#[test]
fn a_window_that_is_never_opened_holds_nothing_for_long() {
    let program = Program::start(&format!("{SECONDS}\nanswer_seconds = 1"), "");
    let mut stream = open(&program);
    // SETTINGS_INITIAL_WINDOW_SIZE (4) of zero.
    stream
        .write_all(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]))
        .expect("sent");
    let request = frame(HEADERS, END_STREAM | END_HEADERS, 1, &headers(GET, "/about", &[]));
    stream.write_all(&request).expect("sent");
    let kinds = until_it_ends(&mut stream, &frame(PING, 0, 0, &[7; 8]));
    assert!(kinds.contains(&HEADERS) && !kinds.contains(&DATA), "{kinds:?}");
    assert_eq!(program.figure("anteroom_connections_ended_total{reason=\"Answer\"}"), 1);
}
