//! `/metrics` in Prometheus text format. Labels are enums, except for the room and the pool; at
//! most [`ROOMS_MAX`] rooms, and as many pools, have a label of their own.

use std::collections::BTreeMap;
use std::fmt;

use admission::FlowMs;
use admission::price::PriceReason;
use axum::extract::State;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric, text};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

use crate::admin_store::Role;
use crate::config::{IdleBehaviour, RoomDefinition};
use crate::http::SharedAppState;
use crate::http::admin::{Caller, ProblemDetails, bearer};
use crate::rooms::{PoolFigures, RoomState};
use crate::server::tls::{CertificateHealth, DAY_SECONDS};

/// Marks requests of the operators' listener.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct OnAdminListener;

/// The maximum number of rooms with a label of their own.
pub(in crate::http) const ROOMS_MAX: usize = 100;
/// The label of all rooms that the viewer may not see. It cannot collide: a room's own name has a
/// slash.
const HIDDEN: &str = "hidden";

/// The rooms' figures, read on each request.
#[derive(Debug)]
struct RoomFigures {
    app: SharedAppState,
    viewer: Viewer,
}

/// The client that requests metrics.
#[derive(Debug)]
enum Viewer {
    /// Anybody; rooms that are hidden from visitors are summed under one label.
    Stranger,
    /// A token of the admin API, which sees the rooms that it reaches.
    Caller(Caller),
    /// A client of the operators' listener, which sees all rooms.
    Operator,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RoomLabel {
    room: String,
}

impl Viewer {
    /// Returns whether the viewer operates the rooms of a customer.
    fn operates(&self, customer: &str) -> bool {
        match self {
            Self::Operator => true,
            Self::Caller(caller) => caller.reaches(customer),
            Self::Stranger => false,
        }
    }

    fn sees(&self, settings: &RoomDefinition) -> bool {
        match self {
            Self::Operator => true,
            Self::Caller(caller) if caller.reaches(settings.customer.as_str()) => true,
            Self::Caller(_) | Self::Stranger => !is_hidden(settings),
        }
    }
}

/// Returns whether visitors must not learn of a room, or of the number of people in it.
fn is_hidden(room: &RoomDefinition) -> bool {
    room.life.before == IdleBehaviour::Hidden || !room.public_status || !room.display.users_ahead
}

impl RoomFigures {
    /// Returns the figures of the pools that the viewer may see, each as one of its rooms has
    /// published them, and the flow time.
    fn pools(&self, states: &[RoomState]) -> BTreeMap<String, (PoolFigures, FlowMs)> {
        let mut pools = BTreeMap::new();
        for state in states {
            let settings = &state.settings;
            if let Some(share) = &settings.share
                && self.viewer.operates(settings.customer.as_str())
            {
                pools
                    .entry(share.pool.clone())
                    .or_insert_with(|| (state.published.pool.clone(), state.now().flow));
            }
        }
        pools
    }

    /// Groups the rooms by label: each visible room under its own name, all others under
    /// [`HIDDEN`].
    fn by_label<'s>(&self, states: &'s [RoomState]) -> Vec<(String, Vec<&'s RoomState>)> {
        let (seen, hidden): (Vec<&RoomState>, Vec<&RoomState>) =
            states.iter().partition(|state| self.viewer.sees(&state.settings));
        let seen = seen.into_iter().take(ROOMS_MAX);
        let hidden = Some((HIDDEN.to_owned(), hidden)).filter(|(_, states)| !states.is_empty());
        seen.map(|state| (state.room().name().to_owned(), vec![state]))
            .chain(hidden)
            .collect()
    }
}

type PoolFigure = (&'static str, &'static str, fn(&PoolFigures, FlowMs) -> Option<u64>);

/// The figures of pools, which only their operators see. A figure that a pool does not have is
/// left out.
const POOL_GAUGES: &[PoolFigure] = &[
    (
        "anteroom_pool_rate",
        "New visitors per minute over all rooms of the pool, in force now",
        |pool, _| pool.rate.map(|rate| u64::from(rate.0)),
    ),
    (
        "anteroom_pool_autotune_rate",
        "The rate that autotune found, at most the operator's",
        |pool, _| pool.tuned.map(|tuned| u64::from(tuned.rate.0)),
    ),
    (
        "anteroom_pool_autotune_rate_max",
        "The operator's rate, which autotune never exceeds",
        |pool, _| pool.tuned.map(|tuned| u64::from(tuned.ceiling.0)),
    ),
    (
        "anteroom_pool_page_timings",
        "Page timings that sites reported since autotune last looked at them",
        |pool, _| pool.tuned.map(|tuned| tuned.reports),
    ),
    (
        "anteroom_pool_sessions",
        "People inside the site",
        PoolFigures::sessions,
    ),
    (
        "anteroom_pool_sessions_max",
        "The most people inside: the lower of the limit and the stock",
        |pool, _| pool.sessions_max,
    ),
    ("anteroom_pool_stock", "Items left to sell", |pool, _| {
        pool.stock.map(|stock| stock.left)
    }),
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabel {
    pool: String,
}

type Figure = (&'static str, &'static str, fn(&RoomState) -> u64);

const GAUGES: &[Figure] = &[
    ("anteroom_room_waiting", "Visitors who wait in line", |state| {
        state.waiting()
    }),
    (
        "anteroom_room_first_in_line",
        "Visitors whose turn it is and who polled recently",
        |state| state.sum(|lane| lane.front),
    ),
    ("anteroom_room_max_outflow", "Maximum redirects per minute", |state| {
        u64::from(state.settings.max_outflow.0)
    }),
];
const COUNTERS: &[Figure] = &[
    ("anteroom_room_places", "Places given in the current run", |state| {
        state.sum(|lane| lane.snapshot.ledger().next.0)
    }),
    (
        "anteroom_room_redirects",
        "Redirects granted in the current run",
        |state| state.sum(|lane| lane.snapshot.ledger().granted),
    ),
    (
        "anteroom_room_slowed_by_network",
        "Newcomers who got no place at once because their network has had its share",
        |state| state.room().slowed_newcomers(PriceReason::Network),
    ),
    (
        "anteroom_room_slowed_by_rush",
        "Newcomers who got no place at once because more came than the room expects",
        |state| state.room().slowed_newcomers(PriceReason::Rush),
    ),
];

impl Collector for RoomFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let states: Vec<RoomState> = self.app.states().collect();
        let named = self.by_label(&states);
        for (figures, counter) in [(GAUGES, false), (COUNTERS, true)] {
            for (name, help, figure) in figures {
                let kind = if counter {
                    ConstCounter::new(0_u64).metric_type()
                } else {
                    ConstGauge::new(0_i64).metric_type()
                };
                let mut metric = encoder.encode_descriptor(name, help, None, kind)?;
                for (name, states) in &named {
                    let label = RoomLabel { room: name.clone() };
                    let one = metric.encode_family(&label)?;
                    let sum = states.iter().map(|state| figure(state)).fold(0, u64::saturating_add);
                    match counter {
                        true => ConstCounter::new(sum).encode(one)?,
                        false => ConstGauge::new(i64::try_from(sum).unwrap_or(i64::MAX)).encode(one)?,
                    }
                }
            }
        }
        let pools = self.pools(&states);
        for (name, help, figure) in POOL_GAUGES {
            let kind = ConstGauge::new(0_i64).metric_type();
            let mut metric = encoder.encode_descriptor(name, help, None, kind)?;
            let shown = pools.iter().take(ROOMS_MAX);
            let figure_of = |(figures, now): &(PoolFigures, FlowMs)| figure(figures, *now);
            for (pool, figure) in shown.filter_map(|(pool, figures)| Some((pool, figure_of(figures)?))) {
                let label = PoolLabel { pool: pool.clone() };
                let one = metric.encode_family(&label)?;
                ConstGauge::new(i64::try_from(figure).unwrap_or(i64::MAX)).encode(one)?;
            }
        }
        Ok(())
    }
}

/// Registers the state of all certificates as totals, since the names of their files are private to
/// the operator.
fn register_certificates(registry: &mut Registry, health: CertificateHealth) {
    let broken = ConstGauge::new(i64::try_from(health.broken).unwrap_or(i64::MAX));
    registry.register(
        "anteroom_certificates_broken",
        "Certificates whose changed files cannot be loaded",
        broken,
    );
    if let Some(left) = health.seconds_left {
        registry.register(
            "anteroom_certificate_days_left",
            "Days until the first certificate expires",
            ConstGauge::new(left.div_euclid(DAY_SECONDS)),
        );
    }
}

/// `GET /metrics`. Requests without a token get no name of a hidden room; a token of the admin API
/// shows all rooms that it reaches.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    parts: Parts,
) -> Result<([(http::HeaderName, &'static str); 1], String), ProblemDetails> {
    let viewer = if parts.extensions.get::<OnAdminListener>().is_some() {
        Viewer::Operator
    } else if bearer(&parts).is_some() {
        let caller = app.caller(&parts)?;
        caller.must_be(Role::Read)?;
        Viewer::Caller(caller)
    } else {
        Viewer::Stranger
    };
    let mut registry = Registry::default();
    app.metrics.register(&mut registry);
    app.connections.register(&mut registry);
    app.store_monitor.register(&mut registry);
    register_certificates(&mut registry, app.certificates.health(app.clock.unix_seconds()));
    registry.register_collector(Box::new(RoomFigures {
        app: app.clone(),
        viewer,
    }));
    let mut body = String::new();
    text::encode(&mut body, &registry).expect("writing to a string");
    Ok((
        [(
            CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        )],
        body,
    ))
}
