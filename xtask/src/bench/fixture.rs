//! The measured server: its configuration, and two rooms full of visitors who came through public
//! HTTP.
//!
//! **`line`** is polled. It holds 100,000 people in line, preceded by the people who will be let
//! through during the measurement. At its outflow of 6,000 a minute, 800 people are at the front (8
//! s of outflow). Each polls every second or two, which is 5 % of what one core answers. Every
//! claim is a real one: it goes to the room's pool node. A claim whose permit becomes due within 2
//! s is held until it is granted (about 200 visitors); the others are answered that it is not their
//! turn yet. Grants are committed to the embedded store and synced all the time. Between its rounds
//! the room is paused, so that no visitor becomes a no-show while other servers are measured.
//!
//! **`inside`** lets all visitors in at once, by the calls of a site's server, and they do not
//! leave.
//!
//! **`priced`** is like `line`, with a price, and exists on the fixture that compares the two
//! ([`BenchFixture::priced`]).
//!
//! **`hall`** shows its page to people in line. There are no claims in this room, so its outflow is
//! low and the serving line hardly moves.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::json;

use super::http;
use super::load::{ClaimShare, ENTER_CONNECTIONS, Visit, Wrk};
use super::process::{BenchServer, Core, free_address, pinned};
use crate::project::Project;

/// People in line in the polled room, without the people who will be let through.
pub(super) const WAITING: u64 = 100_000;
/// Redirects a minute in the polled room.
const LINE_OUTFLOW: u64 = 6_000;
/// A multiple of the people at the front: the number of places that the serving line may pass over
/// if a slow machine cannot let all of them poll in time. The serving line therefore never reaches
/// the last 100,000 places.
const PASSED_OVER_MAX: u64 = 25;
/// Share of claims in the polls, in percent.
const CLAIMS_PERCENT: u32 = 5;
/// People in the other room.
const HALL_PLACES: u64 = 20_000;
/// Pages are shown to the second half of the places.
const HALL_FROM: u64 = HALL_PLACES / 2;
const HALL_OUTFLOW: u64 = 120;

/// The headers that a browser sends with a page's `fetch`.
const BROWSER: &str = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\
                       Accept: */*\r\n\
                       Accept-Language: da-DK,da;q=0.8,en;q=0.5\r\n\
                       Accept-Encoding: gzip, deflate, br, zstd\r\n\
                       Referer: http://bench/?c=bench&e=line\r\n\
                       Connection: keep-alive\r\n\
                       Sec-Fetch-Dest: empty\r\n\
                       Sec-Fetch-Mode: cors\r\n\
                       Sec-Fetch-Site: same-origin\r\n\
                       Pragma: no-cache\r\n\
                       Cache-Control: no-cache";
const BROWSER_COOKIES: &str = "consent=1; _ga=GA1.1.1837265093.1700000000; basket=5f2a77c0; ";

const ADMIN_TOKEN: &str = "bench-admin-token";
/// Used in the bench alone; every server lives for minutes, on loopback.
const MASTER_KEY: &str = "b7e0431f9d5ac8264e91f37ab60c58d2137fe94ac5b2680dd91e47f30a6c852b";
const ADMIN: (&str, &str) = ("Authorization", "Bearer bench-admin-token");

/// The rooms as they appear in queries.
const LINE: &str = "c=bench&e=line";
pub(super) const HALL: &str = "c=bench&e=hall";

/// The key of the site whose people are inside.
pub(super) const INSIDE_KEY: &str = "8a21c4f09b7d53e6a1f0b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f506";
/// The highest outflow that a room can have: the visitors inside have not waited.
const INSIDE_OUTFLOW: u64 = 1_000_000;

/// The rooms of the fixture for prices: without a price and with one.
pub(super) const COMPARED: [&str; 2] = ["line", "priced"];
/// The newcomers a minute that are no rush in the room with a price: the bench fills it faster than
/// people come.
const EXPECTED_PER_MINUTE: u64 = 10_000_000;

/// The name of the configuration file.
const CONFIG: &str = "anteroom.toml";

/// Returns the number of people at the front: 8 s of outflow.
const fn first_in_line(outflow: u64) -> u64 {
    outflow * 8 / 60
}

/// The server's files and the people in its rooms.
#[derive(Debug)]
pub(super) struct BenchFixture {
    folder: PathBuf,
    program: PathBuf,
    /// The address of the store.
    store: String,
    /// Places created in the polled room.
    line_places: u64,
    /// Redirects a minute in the polled room.
    line_outflow: u64,
    /// Whether there is a room with a price, and a proxy that reports the visitors' addresses.
    is_priced: bool,
}

/// A visitor in line, as identified by a browser.
#[derive(Debug)]
pub(super) struct BenchVisitor {
    /// The queue id from the page's address.
    pub(super) queue_id: String,
    /// The `Cookie` header.
    pub(super) cookie: String,
}

/// The results of polls or page requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Outcomes {
    pub(super) in_line: u64,
    pub(super) claims: u64,
    pub(super) redirected: u64,
    pub(super) others: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    waiting: u64,
    redirects_total: u64,
}

impl BenchFixture {
    /// Creates a fixture in an empty folder. `polled_seconds` is the longest time for which the
    /// polled room will be open.
    pub(super) fn new(project: &Project, folder: &Path, polled_seconds: u64) -> Self {
        let gone = LINE_OUTFLOW * polled_seconds / 60 + PASSED_OVER_MAX * first_in_line(LINE_OUTFLOW);
        Self::on("embedded:./data", project, folder, (WAITING + gone, LINE_OUTFLOW))
    }

    /// Creates a fixture on a store, with this number of places and of redirects a minute in the
    /// polled room.
    pub(super) fn on(
        store: impl Into<String>,
        project: &Project,
        folder: &Path,
        (line_places, line_outflow): (u64, u64),
    ) -> Self {
        Self {
            folder: folder.to_owned(),
            program: project.target("release/anteroom"),
            store: store.into(),
            line_places,
            line_outflow,
            is_priced: false,
        }
    }

    /// Creates a fixture with [two polled rooms](COMPARED), whose visitors come from a network
    /// each.
    pub(super) fn priced(project: &Project, folder: &Path, polled_seconds: u64) -> Self {
        Self {
            is_priced: true,
            ..Self::new(project, folder, polled_seconds)
        }
    }

    /// Starts the server with the content of the folder.
    pub(super) fn start(&self) -> Result<BenchServer> {
        let address = free_address()?;
        self.configure(address)?;
        let mut command: Command = pinned(Core::Served, &self.program);
        command.args(["serve", "--config", CONFIG]).current_dir(&self.folder);
        let log = format!("server-{}.log", address.port());
        BenchServer::start(command, address, "/health/ready", &self.folder.join(log))
    }

    /// Writes the configuration of a server that listens on `address`; returns its path.
    pub(super) fn configure(&self, address: SocketAddr) -> Result<PathBuf> {
        // All load comes from one address.
        let room = |id: &str, outflow: u64| {
            json!({ "id": id, "customer": "bench", "name": "Summer sale", "target_url": "https://shop.example/",
                    "target_hosts": ["shop.example"], "max_outflow": outflow, "price": { "limit_networks": false, "work": false } })
        };
        let mut inside = room("inside", INSIDE_OUTFLOW);
        for (key, value) in [("pool", "site"), ("slug", "inside"), ("url_match", "all")] {
            inside[key] = json!(value);
        }
        let mut rooms = vec![room("line", self.line_outflow), room("hall", HALL_OUTFLOW), inside];
        if self.is_priced {
            let mut priced = room("priced", self.line_outflow);
            priced["price"] = json!({ "expected_per_minute": EXPECTED_PER_MINUTE });
            rooms.push(priced);
        }
        let proxies: &[&str] = if self.is_priced { &["127.0.0.1/32"] } else { &[] };
        let config = json!({
            "server": {
                "http": address.to_string(),
                "public_url": format!("http://{address}"),
                "admin_token": ADMIN_TOKEN,
                "master_key": MASTER_KEY,
                "store": self.store,
                "trusted_proxies": proxies,
            },
            "customer": [{ "id": "bench", "secret_key": "6b".repeat(32), "public_key": INSIDE_KEY, "private_key": "5c".repeat(32) }],
            "pool": [{ "id": "site", "domains": ["https://www.example.com"] }],
            "room": rooms,
        });
        let text = toml::to_string(&config).context("the configuration is plain TOML")?;
        let path = self.folder.join(CONFIG);
        std::fs::write(&path, text)?;
        Ok(path)
    }

    /// Fills both rooms; returns the number of places.
    pub(super) fn fill(&self, wrk: &Wrk, server: &BenchServer) -> Result<u64> {
        // The room is paused, so that no turn comes while visitors do not poll.
        self.pause(server, true)?;
        self.fill_line(wrk, server, ENTER_CONNECTIONS)?;
        let places = (HALL_PLACES, ENTER_CONNECTIONS);
        wrk.enter(server, &format!("/?{HALL}"), places, &self.ids("hall"))?;
        Ok(self.line_places + HALL_PLACES)
    }

    /// Fills the polled room over `connections` connections.
    pub(super) fn fill_line(&self, wrk: &Wrk, server: &BenchServer, connections: u32) -> Result<()> {
        let places = (self.line_places, connections);
        wrk.enter(server, &format!("/?{LINE}"), places, &self.ids("line"))
    }

    /// Fills one of the [compared](COMPARED) rooms, which is paused.
    pub(super) fn fill_from_networks(&self, wrk: &Wrk, server: &BenchServer, room: &str) -> Result<()> {
        let path = format!("/?c=bench&e={room}");
        wrk.enter_from_networks(server, &path, self.line_places, &self.ids(room))
    }

    /// Returns polls of the filled room: by visitors in line, and by visitors who are now at the
    /// front.
    pub(super) fn polls(&self, server: &BenchServer) -> Result<Visit> {
        self.polls_of(server, "line")
    }

    /// Like [`polls`](Self::polls), of this room.
    pub(super) fn polls_of(&self, server: &BenchServer, room: &str) -> Result<Visit> {
        Ok(Visit {
            path: format!("/api/getStatus?c=bench&e={room}"),
            ids: self.ids(room),
            from: self.line_places.saturating_sub(WAITING),
            claims: Some(ClaimShare {
                percent: CLAIMS_PERCENT,
                gone: Self::redirected(server, room)?,
                per_second: self.line_outflow / 60,
                window: first_in_line(self.line_outflow),
            }),
            header: "",
            cookies: "",
        })
    }

    /// Like [`polls`](Self::polls), but as pages poll: with the state that they show, and with a
    /// browser's headers and other cookies of the domain. The line has moved since that state.
    pub(super) fn brief_polls(&self, server: &BenchServer) -> Result<Visit> {
        let polls = self.polls(server)?;
        let shown = self.line_places;
        Ok(Visit {
            path: format!("{}&brief=in-line,,2166136261,,0&shown={shown}", polls.path),
            header: BROWSER,
            cookies: BROWSER_COOKIES,
            ..polls
        })
    }

    /// Returns requests for the page of people in line.
    pub(super) fn pages(&self, header: &'static str) -> Visit {
        Visit {
            path: format!("/?{HALL}"),
            ids: self.ids("hall"),
            from: HALL_FROM,
            claims: None,
            header,
            cookies: "",
        }
    }

    /// Returns a place in line in the room `hall`.
    pub(super) fn somebody(&self) -> Result<BenchVisitor> {
        let ids = std::fs::read_to_string(self.ids("hall"))?;
        let last = ids.lines().last().context("the room is full")?;
        let (queue_id, entry) = last.split_once(' ').context("a line holds id and cookie")?;
        Ok(BenchVisitor {
            queue_id: queue_id.to_owned(),
            cookie: format!("anteroom_place={entry}"),
        })
    }

    /// Pauses or resumes the polled room.
    pub(super) fn pause(&self, server: &BenchServer, pause: bool) -> Result<()> {
        Self::pause_room(server, "line", pause)
    }

    /// Pauses or resumes a room.
    pub(super) fn pause_room(server: &BenchServer, room: &str, pause: bool) -> Result<()> {
        let action = if pause { "pause" } else { "resume" };
        let path = format!("/admin/v1/rooms/bench/{room}/{action}");
        let answer = http::ask(server.address, "POST", &path, &[ADMIN])?;
        ensure!(answer.status == 200, "{action} was answered {}", answer.status);
        Ok(())
    }

    /// Returns the number of people in the polled room.
    pub(super) fn waiting(&self, server: &BenchServer) -> Result<u64> {
        Ok(Self::stats(server, "line")?.waiting)
    }

    /// Returns the number of people whom a room has let in.
    pub(super) fn redirected(server: &BenchServer, room: &str) -> Result<u64> {
        Ok(Self::stats(server, room)?.redirects_total)
    }

    fn stats(server: &BenchServer, room: &str) -> Result<Stats> {
        let path = format!("/admin/v1/rooms/bench/{room}/stats");
        let answer = http::fetch(server.address, &path, &[ADMIN])?;
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Returns the path of the file with a room's places.
    pub(super) fn ids(&self, room: &str) -> PathBuf {
        self.folder.join(format!("{room}.txt"))
    }
}

impl Outcomes {
    /// Reads the results of all polls so far (`anteroom_polls`), or of all requests for pages
    /// (`anteroom_pages`).
    pub(super) fn read(server: &BenchServer, family: &str) -> Result<Self> {
        let metrics = http::fetch(server.address, "/metrics", &[])?;
        Ok(Self::of(std::str::from_utf8(&metrics.body)?, family))
    }

    fn of(metrics: &str, family: &str) -> Self {
        let prefix = format!("{family}_total{{outcome=\"");
        let mut outcomes = Self::default();
        for line in metrics.lines().filter_map(|line| line.strip_prefix(&prefix)) {
            let Some((outcome, count)) = line.split_once("\"} ") else {
                continue;
            };
            let count: u64 = count.parse().unwrap_or_default();
            match outcome {
                "InLine" => outcomes.in_line += count,
                "FirstInLine" => outcomes.claims += count,
                "Redirected" => {
                    outcomes.claims += count;
                    outcomes.redirected += count;
                }
                _ => outcomes.others += count,
            }
        }
        outcomes
    }

    /// Returns the difference from `earlier`.
    pub(super) fn since(self, earlier: Self) -> Self {
        Self {
            in_line: self.in_line - earlier.in_line,
            claims: self.claims - earlier.claims,
            redirected: self.redirected - earlier.redirected,
            others: self.others - earlier.others,
        }
    }

    /// Returns the share of polls by people at the front, in percent.
    pub(super) fn claims_percent(self) -> f64 {
        100.0 * self.claims as f64 / (self.in_line + self.claims + self.others).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_from_metrics() {
        let metrics = "# TYPE anteroom_polls counter\nanteroom_polls_total{outcome=\"InLine\"} 95\n\
                       anteroom_polls_total{outcome=\"Redirected\"} 1\nanteroom_polls_total{outcome=\"FirstInLine\"} 4\n\
                       anteroom_pages_total{outcome=\"NewPlace\"} 7\n";
        let polls = Outcomes::of(metrics, "anteroom_polls");
        assert_eq!(
            (polls.in_line, polls.claims, polls.redirected, polls.others),
            (95, 5, 1, 0)
        );
        assert_eq!(polls.claims_percent(), 5.0);
        assert_eq!(Outcomes::of(metrics, "anteroom_pages").others, 7);
        assert_eq!(polls.since(polls), Outcomes::default());
    }
}
