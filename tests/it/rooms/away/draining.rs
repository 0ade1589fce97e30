//! SIGTERM under load, with the real program: a balancer that polls `/health/ready` learns of the
//! shutdown in time, and no visitor whom it sends gets an error.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use ureq::Agent;

use super::rooms;
use crate::support::{MASTER_KEY, SECRET};

/// The polling interval of the balancer.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);
/// The program answers within this time on any machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// The number of concurrent browsers.
const BROWSERS: usize = 4;

struct DrainingServer {
    child: Child,
    url: String,
    _folder: TempDir,
}

impl DrainingServer {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let address = free_address();
        let file = folder.path().join("anteroom.toml");
        std::fs::write(&file, configuration(&address, folder.path())).expect("written");
        let child = Command::new(env!("CARGO_BIN_EXE_anteroom"))
            .args(["serve", "--config"])
            .arg(file)
            .stderr(Stdio::null())
            .spawn();
        Self {
            child: child.expect("it runs"),
            url: format!("http://{address}"),
            _folder: folder,
        }
    }

    fn terminate(&self) {
        let kill = Command::new("kill")
            .arg("-TERM")
            .arg(self.child.id().to_string())
            .status();
        assert!(kill.expect("kill runs").success());
    }
}

impl Drop for DrainingServer {
    fn drop(&mut self) {
        // The process has ended, unless an assertion failed.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn configuration(address: &str, folder: &Path) -> String {
    let store = folder.join("data");
    format!(
        "[server]\nhttp = \"{address}\"\npublic_url = \"http://{address}\"\nmaster_key = \"{MASTER_KEY}\"\nstore = \"embedded:{}\"\n\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\n\n{}",
        store.display(),
        rooms().replace(
            "[[room]]\n",
            "[[room]]\nprice = { limit_networks = false, work = false }\n"
        )
    )
}

fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}

fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(PATIENCE))
        .build()
        .into()
}

/// Returns the status of an answer, or 0 if there is none.
fn status(agent: &Agent, url: &str) -> u16 {
    agent.get(url).call().map_or(0, |reply| reply.status().as_u16())
}

/// Enters and polls for as long as the balancer sends visitors. Returns the number of requests, and
/// the statuses that a visitor must not see.
fn browse(url: &str, sent: &AtomicBool) -> (usize, Vec<u16>) {
    let agent = agent();
    let (mut asked, mut wrong) = (0, Vec::new());
    while sent.load(Ordering::SeqCst) {
        for (path, good) in [("/?c=demo&e=sale", 302), ("/?c=demo&e=none", 404), ("/about", 200)] {
            let status = status(&agent, &format!("{url}{path}"));
            asked += 1;
            if status != good {
                wrong.push(status);
            }
        }
    }
    (asked, wrong)
}

#[test]
fn visitors_whom_a_balancer_sends_are_served_until_it_knows() {
    let mut program = DrainingServer::start();
    let ready = format!("{}/health/ready", program.url);
    let balancer = agent();
    let mut looks = PATIENCE.as_millis() / CHECK_INTERVAL.as_millis();
    while status(&balancer, &ready) != 200 {
        looks = looks.checked_sub(1).expect("it starts");
        thread::sleep(CHECK_INTERVAL);
    }
    let sends = Arc::new(AtomicBool::new(true));
    let browsers: Vec<_> = (0..BROWSERS)
        .map(|_| {
            let (url, sends) = (program.url.clone(), sends.clone());
            thread::spawn(move || browse(&url, &sends))
        })
        .collect();
    // Waits long enough to count as a balancer that polls.
    for _ in 0..8 {
        thread::sleep(CHECK_INTERVAL);
        assert_eq!(status(&balancer, &ready), 200);
    }
    program.terminate();
    let mut readiness = status(&balancer, &ready);
    while readiness == 200 {
        thread::sleep(CHECK_INTERVAL);
        readiness = status(&balancer, &ready);
    }
    assert_eq!(readiness, 503, "told before it is gone");
    assert_eq!(status(&balancer, &format!("{}/health/live", program.url)), 200);
    // The server still serves while the balancer has not reacted yet.
    thread::sleep(2 * CHECK_INTERVAL);
    sends.store(false, Ordering::SeqCst);
    for browser in browsers {
        let (asked, wrong) = browser.join().expect("no panic");
        assert!(wrong.is_empty(), "{wrong:?} of {asked}");
        assert!(asked > 0);
    }
    assert!(program.child.wait().expect("it ends").success());
    assert_eq!(status(&balancer, &ready), 0);
}
