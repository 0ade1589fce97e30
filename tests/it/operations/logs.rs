//! Visitors have hardly any influence on the log of the real program.

use std::io::{Read, Write};

use crate::http::connections::program::{Program, now, until};

const REQUESTS: usize = 3_000;
/// The number of requests in flight at once.
const AT_ONCE: usize = 50;
/// The most bytes per log line. During a flood the log writes the first fifty lines of a kind, five
/// per second, and a summary of the others.
const BYTES_A_LINE_MAX: u64 = 600;

/// Requests a page repeatedly, as fast as answers arrive.
fn flood(program: &Program, path: &str) {
    let mut stream = program.connect();
    let request = format!("GET {path} HTTP/1.1\r\nHost: queue.example\r\n\r\n");
    for batch in 0..REQUESTS / AT_ONCE {
        let last = batch + 1 == REQUESTS / AT_ONCE;
        let mut sender = stream.try_clone().expect("the same connection");
        let mut requests = request.repeat(AT_ONCE);
        if last {
            requests.insert_str(requests.len() - 2, "Connection: close\r\n");
        }
        let sending = std::thread::spawn(move || sender.write_all(requests.as_bytes()).expect("sent"));
        let (mut answers, mut read, mut buffer) = (0, Vec::new(), [0; 64 * 1024]);
        while answers < AT_ONCE {
            let bytes = stream.read(&mut buffer).expect("it goes on");
            assert!(bytes > 0, "ended after {answers} of batch {batch}");
            read.extend_from_slice(&buffer[..bytes]);
            answers = String::from_utf8_lossy(&read).matches("HTTP/1.1 ").count();
        }
        sending.join().expect("all was asked");
    }
}

#[test]
fn a_flood_of_long_lines_is_cut_left_out_and_counted() {
    for format in ["text", "json"] {
        let program = Program::start_as(format, "", "");
        let before = program.log_bytes();
        let begin = now();
        // Nine kilobytes with line ends and terminal control sequences.
        let code = format!("%0A2026-01-01T00:00:00Z%20INFO%20forged%1B%5B2J{}", "x".repeat(9_000));
        flood(&program, &format!("/error/{code}/?c=demo&e=sale"));
        let seconds = begin.elapsed().as_secs() + 1;
        let lines_max = 50 + 5 * seconds + 1;
        let bytes = program.log_bytes() - before;
        assert!(bytes <= lines_max * BYTES_A_LINE_MAX, "{bytes} bytes in {seconds} s");
        let log = program.log();
        let reported = log.lines().filter(|line| line.contains("a site refused a visitor"));
        let reported: Vec<&str> = reported.collect();
        assert!(
            reported.len() as u64 <= lines_max && reported.len() >= 50,
            "{} lines",
            reported.len()
        );
        assert!(
            reported.iter().all(|line| line.contains("forged") && line.len() < 600),
            "{:?}",
            reported[0]
        );
        assert!(!log.contains('\u{1b}'), "{log}");
        until("it is said how many were left out", || {
            program.log().contains("lines were left out")
        });
        let log = program.log();
        let left_out = log
            .lines()
            .find(|line| line.contains("lines were left out"))
            .expect("said");
        assert!(left_out.contains("error_page.rs"), "{left_out}");
        if format == "json" {
            for line in log.lines() {
                let line: serde_json::Value = serde_json::from_str(line).expect("an object a line");
                assert!(
                    line["fields"]["message"].is_string() && line["timestamp"].is_string(),
                    "{line}"
                );
            }
        }
    }
}
