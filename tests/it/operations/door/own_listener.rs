//! `server.admin_listen`, over real sockets.

use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use super::{File, configuration, free_address};
use crate::support::{ADMIN_TOKEN, room};

/// The interval between attempts to reach the program, and the number of attempts.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
const LOOKS_MAX: u32 = 300;

struct OwnListenerServer(Child);

impl Drop for OwnListenerServer {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn get(address: &str, path: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(30)))
        .build()
        .into();
    let asked = agent
        .get(format!("http://{address}{path}"))
        .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
        .call();
    let Ok(mut reply) = asked else {
        return (0, String::new());
    };
    let text = reply.body_mut().read_to_string().expect("text");
    (reply.status().as_u16(), text)
}

#[test]
fn operators_have_a_listener_of_their_own_and_visitors_find_neither_there() {
    let (public, own) = (free_address(), free_address());
    let rooms = room("secret", "max_outflow = 5\npublic_status = false");
    let text = configuration(&format!("admin_listen = \"{own}\""), &rooms);
    let listening = text
        .lines()
        .find(|line| line.starts_with("http = "))
        .expect("an address")
        .to_owned();
    let file = File::with(&text.replace(&listening, &format!("http = \"{public}\"")));
    let child = file.command("serve").stderr(Stdio::null()).spawn().expect("it runs");
    let _program = OwnListenerServer(child);
    let mut looks = LOOKS_MAX;
    while get(&own, "/health/ready").0 != 200 {
        looks = looks.checked_sub(1).expect("it starts");
        thread::sleep(CHECK_INTERVAL);
    }
    assert_eq!(get(&own, "/admin/v1/rooms").0, 200);
    let metrics = get(&own, "/metrics").1;
    assert!(metrics.contains("room=\"demo/secret\""), "{metrics}");
    assert_eq!(get(&own, "/?c=demo&e=secret").0, 404, "no place for visitors");
    assert_eq!(get(&public, "/?c=demo&e=secret").0, 200);
    for path in ["/admin/v1/rooms", "/admin/v1/nothing", "/metrics"] {
        assert_eq!(get(&public, path).0, 404, "{path}");
    }
}

#[test]
fn visitors_and_operators_cannot_share_it_and_strangers_are_warned_of() {
    let own = free_address();
    let text = configuration(
        &format!("admin_listen = \"{own}\"\nhttps = \"{own}\"\ntls = \"self-signed\""),
        "",
    );
    let (code, said) = File::with(&text).run("check");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("server.admin_listen"), "{said}");
    let text = configuration("admin_listen = \"0.0.0.0:9090\"", "");
    let (code, said) = File::with(&text).run("check");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("warning: ") && said.contains("server.admin_listen"),
        "{said}"
    );
}
