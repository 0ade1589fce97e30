//! `/metrics` in Prometheus text. Labels are enums; the room is the one open label, and at most [`ROOMS_MAX`] rooms are told apart.

use std::fmt;

use axum::extract::State;
use http::header::CONTENT_TYPE;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeLabelValue, EncodeMetric, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

use super::SharedEdge;
use crate::room::Room;
use crate::tls::{DAY_SECONDS, Standing};

/// Rooms told apart in metrics.
pub(super) const ROOMS_MAX: usize = 100;

/// How a poll, a page request or a script's call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(super) enum Outcome {
    /// A place was given.
    NewPlace,
    /// Others are served first.
    InLine,
    /// It is the visitor's turn.
    FirstInLine,
    /// Redirected to the target.
    Redirected,
    /// Sent on without a line: the room is idle, over or disabled.
    Passed,
    /// Sent past the room by their address.
    Bypassed,
    /// Shown the page before or after.
    Outside,
    /// Refused, with an error page or object.
    Refused,
    /// The store is away or the node overloaded.
    Unavailable,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    outcome: Outcome,
}

/// Counters of the edge.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    polls: Family<Labels, Counter>,
    pages: Family<Labels, Counter>,
    scripts: Family<Labels, Counter>,
}

impl Metrics {
    /// Counts a poll.
    pub(super) fn poll(&self, outcome: Outcome) {
        self.polls.get_or_create(&Labels { outcome }).inc();
    }

    /// Counts a request for a room's page.
    pub(super) fn page(&self, outcome: Outcome) {
        self.pages.get_or_create(&Labels { outcome }).inc();
    }

    /// Counts a call of a protected page's script.
    pub(super) fn script(&self, outcome: Outcome) {
        self.scripts.get_or_create(&Labels { outcome }).inc();
    }
}

/// Figures of rooms, read when they are asked for.
#[derive(Debug)]
struct RoomFigures(SharedEdge);

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RoomLabel {
    room: String,
}

type Figure = (&'static str, &'static str, fn(&Room) -> u64);

const GAUGES: &[Figure] = &[
    ("anteroom_room_waiting", "People counted in the line", |room| {
        room.published().snapshot.waiting()
    }),
    (
        "anteroom_room_first_in_line",
        "People first in line and heard lately",
        |room| room.published().front,
    ),
    ("anteroom_room_max_outflow", "Redirects a minute at most", |room| {
        u64::from(room.settings().room.max_outflow.0)
    }),
];
const COUNTERS: &[Figure] = &[
    ("anteroom_room_places", "Places given in this run", |room| {
        room.published().snapshot.ledger().next.0
    }),
    ("anteroom_room_redirects", "Grants in this run", |room| {
        room.published().snapshot.ledger().granted
    }),
];

impl Collector for RoomFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        for (figures, counter) in [(GAUGES, false), (COUNTERS, true)] {
            for (name, help, figure) in figures {
                let kind = if counter {
                    ConstCounter::new(0_u64).metric_type()
                } else {
                    ConstGauge::new(0_i64).metric_type()
                };
                let mut metric = encoder.encode_descriptor(name, help, None, kind)?;
                for room in self.0.rooms.all().iter().take(ROOMS_MAX) {
                    let label = RoomLabel {
                        room: room.name().to_owned(),
                    };
                    let one = metric.encode_family(&label)?;
                    match counter {
                        true => ConstCounter::new(figure(room)).encode(one)?,
                        false => ConstGauge::new(i64::try_from(figure(room)).unwrap_or(i64::MAX)).encode(one)?,
                    }
                }
            }
        }
        Ok(())
    }
}

/// How certificates stand: all of them together, since their files' names are an operator's own.
fn register_certificates(registry: &mut Registry, standing: Standing) {
    let broken = ConstGauge::new(i64::try_from(standing.broken).unwrap_or(i64::MAX));
    registry.register(
        "anteroom_certificates_broken",
        "Certificates whose new files cannot be used",
        broken,
    );
    if let Some(left) = standing.seconds_left {
        registry.register(
            "anteroom_certificate_days_left",
            "Days until the first certificate expires",
            ConstGauge::new(left.div_euclid(DAY_SECONDS)),
        );
    }
}

/// `GET /metrics`
pub(super) async fn get(State(edge): State<SharedEdge>) -> ([(http::HeaderName, &'static str); 1], String) {
    let mut registry = Registry::default();
    registry.register("anteroom_polls", "Polls answered", edge.metrics.polls.clone());
    registry.register(
        "anteroom_pages",
        "Requests for rooms' pages answered",
        edge.metrics.pages.clone(),
    );
    registry.register(
        "anteroom_scripts",
        "Calls of protected pages' scripts answered",
        edge.metrics.scripts.clone(),
    );
    edge.watch.register(&mut registry);
    register_certificates(&mut registry, edge.certificates.standing(edge.clock.unix_seconds()));
    registry.register_collector(Box::new(RoomFigures(edge.clone())));
    let mut body = String::new();
    text::encode(&mut body, &registry).expect("writing to a string");
    (
        [(
            CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        )],
        body,
    )
}
