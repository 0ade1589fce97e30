//! Slow and silent connections are closed in time; connections that wait for an answer are not.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use super::program::{Program, ask, connect, now, read_to_end, tls, until};

/// Every deadline of these tests is a second; the connection must be closed within this time.
const CUT: Duration = Duration::from_secs(6);
/// The interval between two bytes of a slow connection.
const TRICKLE: Duration = Duration::from_millis(100);

const SECONDS: &str = "handshake_seconds = 1\nhead_seconds = 1\nbody_seconds = 1\nwrite_seconds = 1\nidle_seconds = 1";

/// Sends byte after byte until the other side closes the connection; returns the answer.
fn trickle(stream: &mut TcpStream, bytes: impl Iterator<Item = u8>) -> String {
    let begin = now();
    for byte in bytes {
        if stream.write_all(&[byte]).is_err() {
            break;
        }
        thread::sleep(TRICKLE);
        assert!(begin.elapsed() < CUT, "it is kept open");
    }
    read_to_end(stream)
}

fn endless(beginning: &str) -> impl Iterator<Item = u8> + use<> {
    beginning
        .to_owned()
        .into_bytes()
        .into_iter()
        .chain(std::iter::repeat(b'x'))
}

#[test]
fn a_connection_that_says_nothing_ends() {
    let program = Program::start(SECONDS, "");
    for to in [program.http, program.https] {
        let begin = now();
        assert_eq!(read_to_end(&mut connect(to)), "");
        assert!(begin.elapsed() < CUT);
    }
    // A head without an end, from the first byte, when HTTP/1 and HTTP/2 cannot be distinguished
    // yet.
    assert_eq!(trickle(&mut program.connect(), endless("")), "");
    let answer = trickle(&mut program.connect(), endless("PRI * HTTP/2.0\r\n\r\nSM"));
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(
        trickle(
            &mut program.connect(),
            endless("GET /health/live HTTP/1.1\r\nHost: q\r\nX: ")
        ),
        ""
    );
    // Handshakes that never end.
    assert_eq!(
        trickle(&mut connect(program.https), endless("\x16\x03\x01\x02\x00\x01")),
        ""
    );
    assert!(program.figure("anteroom_connections_ended_total{reason=\"Silent\"}") >= 3);
    assert!(program.figure("anteroom_connections_ended_total{reason=\"Head\"}") >= 2);
}

#[test]
fn a_handshake_and_then_silence_ends() {
    let program = Program::start(SECONDS, "");
    let mut stream = tls(program.https);
    let begin = now();
    _ = stream.read(&mut [0]);
    assert!(begin.elapsed() < CUT, "{:?}", begin.elapsed());
    until("it is counted", || {
        program.figure("anteroom_connections_ended_total{reason=\"Head\"}") == 1
    });
}

#[test]
fn a_body_that_trickles_is_answered_with_an_error() {
    let program = Program::start(SECONDS, "");
    let head = "POST /api/mobileapp/queue/demo/sale/enqueue HTTP/1.1\r\nHost: queue.example\r\n\
                Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    let mut stream = program.connect();
    stream.write_all(head.as_bytes()).expect("sent");
    let answer = trickle(&mut stream, endless("{"));
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(program.figure("anteroom_connections_ended_total{reason=\"Body\"}"), 1);
    // The same request on a path where the server does not read the body.
    let mut stream = program.connect();
    let unread = head.replace("POST /api/mobileapp/queue/demo/sale/enqueue", "GET /about");
    stream.write_all(unread.as_bytes()).expect("sent");
    let answer = trickle(&mut stream, endless("{"));
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn clients_that_ask_and_never_read_are_cut() {
    let program = Program::start(SECONDS, "");
    let page = program.get("/about");
    let style = page
        .split('"')
        .find(|part| part.starts_with("/assets/default.style.") && part.ends_with(".css"));
    let request = format!(
        "GET {} HTTP/1.1\r\nHost: queue.example\r\n\r\n",
        style.expect("a style")
    );
    let mut stream = program.connect();
    stream
        .set_write_timeout(Some(Duration::from_millis(200)))
        .expect("a timeout");
    // Sends until the connection accepts no more data, because the server reads no more.
    let begin = now();
    while stream.write_all(request.as_bytes()).is_ok() {
        assert!(begin.elapsed() < CUT, "it takes everything");
    }
    until("it is cut", || {
        program.figure("anteroom_connections_ended_total{reason=\"Write\"}") == 1
    });
    // The remaining connection is the one that requests the figures.
    until("it is gone", || program.figure("anteroom_connections_open") == 1);
}

#[test]
fn slow_readers_get_the_whole_answer() {
    let program = Program::start(SECONDS, "");
    let page = program.get("/about");
    let style = page
        .split('"')
        .find(|part| part.starts_with("/assets/default.style.") && part.ends_with(".css"));
    let style = style.expect("a style").to_owned();
    let whole = program.get(&style).len();
    // More data than the system's buffers hold, so that reading takes longer than any deadline.
    let requests = 16 * 1024 * 1024 / whole;
    let mut stream = program.connect();
    let mut sender = stream.try_clone().expect("the same connection");
    let sending = thread::spawn(move || {
        for request in 0..requests {
            let end = if request + 1 == requests {
                "Connection: close\r\n"
            } else {
                ""
            };
            let request = format!("GET {style} HTTP/1.1\r\nHost: queue.example\r\n{end}\r\n");
            sender.write_all(request.as_bytes()).expect("sent");
        }
    });
    let (begin, mut read, mut buffer) = (now(), 0, vec![0; 128 * 1024]);
    loop {
        match stream.read(&mut buffer).expect("it goes on") {
            0 => break,
            bytes => read += bytes,
        }
        thread::sleep(Duration::from_millis(20));
    }
    sending.join().expect("all was asked");
    assert!(read >= requests * (whole - 100), "{read} of {}", requests * whole);
    assert!(begin.elapsed() > Duration::from_secs(2), "slower than a deadline");
}

#[test]
fn between_two_requests_a_connection_is_kept_for_a_while() {
    let program = Program::start(&SECONDS.replace("idle_seconds = 1", "idle_seconds = 2"), "");
    let mut stream = program.connect();
    let mut answer = [0; 4_096];
    for _ in 0..3 {
        let request = "GET /health/live HTTP/1.1\r\nHost: queue.example\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("sent");
        assert!(stream.read(&mut answer).expect("an answer") > 0);
        thread::sleep(Duration::from_millis(1_200));
    }
    let begin = now();
    assert_eq!(read_to_end(&mut stream), "");
    assert!(begin.elapsed() < CUT);
    assert_eq!(program.figure("anteroom_connections_ended_total{reason=\"Idle\"}"), 1);
}

/// A claim waits for its permit longer than all deadlines.
#[test]
fn a_held_claim_is_not_cut() {
    let program = Program::start(SECONDS, "");
    let entered = || {
        let answer = program.get("/?c=demo&e=sale");
        let (_, cookie) = answer.split_once("set-cookie: ").expect("a cookie");
        let (_, q) = answer.split_once("&q=").expect("a place");
        let end = |text: &str| text.split([';', '\r']).next().expect("some text").to_owned();
        (end(cookie), end(q))
    };
    let visitors = [entered(), entered(), entered()];
    let begin = now();
    let mut longest = Duration::ZERO;
    'turns: while longest < Duration::from_millis(1_500) {
        for (cookie, q) in &visitors {
            let asked = now();
            let poll = format!("/api/getStatus?c=demo&e=sale&q={q}");
            let headers = format!("Cookie: {cookie}\r\nConnection: close\r\n");
            let answer = ask(&mut program.connect(), &poll, &headers);
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            longest = longest.max(asked.elapsed());
            if begin.elapsed() > Duration::from_secs(25) {
                break 'turns;
            }
        }
    }
    assert!(longest > Duration::from_millis(1_500), "no claim was held: {longest:?}");
}
