//! A request needs exactly one valid `Host`; tested over real sockets.

use std::io::Write;

use super::program::{Program, read_to_end};

#[test]
fn a_request_names_its_host_once() {
    let program = Program::start("", "");
    let status = |head: &str| {
        let mut stream = program.connect();
        stream.write_all(format!("{head}\r\n\r\n").as_bytes()).expect("sent");
        let answer = read_to_end(&mut stream);
        answer.get(9..12).map(str::to_owned).unwrap_or(answer)
    };
    for bad in [
        "GET /health/live HTTP/1.1\r\nHost: a.example\r\nHost: b.example",
        "GET /health/live HTTP/1.1\r\nHost: a.example\r\nHost: a.example",
        "GET /health/live HTTP/1.1",
        "GET /health/live HTTP/1.1\r\nHost: ",
        "GET /health/live HTTP/1.1\r\nHost: a b",
        "GET /health/live HTTP/1.1\r\nHost: user@a.example",
        "GET http://a.example/health/live HTTP/1.1",
    ] {
        assert_eq!(status(bad), "400", "{bad}");
    }
    for good in [
        "GET /health/live HTTP/1.1\r\nHost: a.example\r\nConnection: close",
        "GET /health/live HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close",
        "GET http://a.example/health/live HTTP/1.1\r\nHost: a.example\r\nConnection: close",
        "GET /health/live HTTP/1.0",
    ] {
        assert_eq!(status(good), "200", "{good}");
    }
}
