//! More connections than are allowed.

use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use super::program::{PATIENCE, Program, ask, now, read_to_end, until};

/// A visitor waits at most this long.
const AT_ONCE: Duration = Duration::from_secs(5);

fn silent(program: &Program, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| program.connect()).collect()
}

#[test]
fn visitors_are_answered_beside_more_silent_connections_than_files() {
    let program = Program::start("handshake_seconds = 20", "-n 1024");
    let open = silent(&program, 1_100);
    for _ in 0..10 {
        let begin = now();
        assert!(program.get("/?c=demo&e=sale").starts_with("HTTP/1.1 302"));
        assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
    }
    assert_eq!(program.figure("anteroom_connections_max"), 896);
    assert!(program.figure("anteroom_connections_open") <= 896);
    let evicted = program.figure("anteroom_connections_ended_total{reason=\"Evicted\"}");
    assert!(evicted >= 1_100 - 896, "{evicted}");
    drop(open);
}

#[test]
fn the_limit_of_open_files_is_raised_at_the_start() {
    let program = Program::start("", "-Sn 128");
    let most = program.figure("anteroom_connections_max");
    assert!(most > 128, "{most}");
}

#[test]
fn one_address_takes_its_share_and_the_idle_make_room() {
    // Loopback addresses may have four times as many connections.
    let program = Program::start("max_connections_per_address = 4\nhandshake_seconds = 600", "");
    let mut open = silent(&program, 16);
    assert!(program.get("/health/live").starts_with("HTTP/1.1 200"));
    assert_eq!(read_to_end(&mut open[0]), "", "the oldest went for it");
    until("the one that asked is gone", || {
        program.figure("anteroom_connections_open") <= 16
    });
}

#[test]
fn connections_that_all_ask_are_not_ended_for_a_newcomer() {
    let program = Program::start("max_connections_per_address = 1\nbody_seconds = 600", "");
    let body = "POST /api/mobileapp/queue/demo/sale/enqueue HTTP/1.1\r\nHost: queue.example\r\n\
                Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n";
    let mut busy = silent(&program, 4);
    for stream in &mut busy {
        std::io::Write::write_all(stream, body.as_bytes()).expect("sent");
        // The server waits for the body.
        let mut reported = [0; 25];
        std::io::Read::read_exact(stream, &mut reported).expect("an answer");
        assert!(
            reported.starts_with(b"HTTP/1.1 100 "),
            "{}",
            String::from_utf8_lossy(&reported)
        );
    }
    until("a newcomer is refused", || {
        let mut refused = program.connect();
        let request = "GET /health/live HTTP/1.1\r\nHost: queue.example\r\nConnection: close\r\n\r\n";
        _ = std::io::Write::write_all(&mut refused, request.as_bytes());
        read_to_end(&mut refused).is_empty()
    });
    for stream in &mut busy {
        stream
            .set_read_timeout(Some(Duration::from_millis(50)))
            .expect("a timeout");
        let kept = std::io::Read::read(stream, &mut [0]).expect_err("no answer yet");
        assert_eq!(kept.kind(), std::io::ErrorKind::WouldBlock);
    }
    drop(busy);
    until("there is room again", || program.connect_and_live());
    assert!(program.log().contains("connections were refused"), "{}", program.log());
    assert!(program.figure("anteroom_connections_refused_total{reason=\"Address\"}") > 0);
}

#[test]
fn a_machine_without_free_files_is_survived_and_logged_once() {
    let program = Program::start("handshake_seconds = 600", "-n 1024");
    let _open = silent(&program, 40);
    until("they are accepted", || program.figure("anteroom_connections_open") > 40);
    // The limit is lower than the number of open files, so `accept` fails until connections are
    // closed.
    let limited = Command::new("prlimit")
        .args(["--pid", &program.id().to_string(), "--nofile=48:1024"])
        .status();
    assert!(limited.expect("prlimit runs").success());
    // A file that the program closed since its start leaves a number below the limit free, so one
    // more connection can still succeed.
    let mut more = Vec::new();
    until("it is said", || {
        more.push(program.connect());
        program.log().contains("connections were refused")
    });
    let said = program.log().matches("connections were refused").count();
    assert_eq!(said, 1, "{}", program.log());
    let begin = now();
    let mut visitor = program.connect();
    assert!(ask(&mut visitor, "/health/live", "Connection: close\r\n").starts_with("HTTP/1.1 200"));
    assert!(begin.elapsed() < PATIENCE);
    assert!(program.figure("anteroom_connections_refused_total{reason=\"Files\"}") > 0);
}

impl Program {
    fn connect_and_live(&self) -> bool {
        let mut stream = self.connect();
        let request = "GET /health/live HTTP/1.1\r\nHost: queue.example\r\nConnection: close\r\n\r\n";
        std::io::Write::write_all(&mut stream, request.as_bytes()).is_ok()
            && read_to_end(&mut stream).starts_with("HTTP/1.1 200")
    }
}
