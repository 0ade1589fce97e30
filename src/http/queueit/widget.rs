//! `GET /widget/<c>/<e>.json?cid&l`: the data of widgets on pages of other sites, as text about a
//! room. All readers of a language share one answer, so that a CDN can cache it: the endpoint
//! ignores cookies, `Accept-Language` and client addresses, and sets no cookie.
//!
//! While the room is idle the answer contains neither the room's address nor the target's: readers
//! learn how long it takes until the room opens, but not where. A room that hides while it is idle
//! answers like one that does not exist.
//!
//! Caches may store an answer for a tenth of the time until the room's next change, and never
//! beyond that change. An operator's action may make it outdated earlier. Scripts can read the
//! `Age` of a CDN's answer, and continue to count from it.

use admission::lifecycle::Lifecycle;
use admission::{Phase, Schedule, WallMs};
use app::texts::Direction;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use http::header::{ACCESS_CONTROL_EXPOSE_HEADERS, CACHE_CONTROL};
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;

use crate::config::RoomDefinition;
use crate::http::infra::assets::allow_all_origins;
use crate::http::visit::error::VisitError;
use crate::http::visit::has_queue_in;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::RoomState;
use crate::text::Language;

/// The minimum time that caches may store an answer, unless the room changes sooner, seconds:
/// widgets poll no more often.
const KEPT_SECONDS_MIN: u64 = 5;
/// The maximum time, seconds.
const KEPT_SECONDS_MAX: u64 = 60;
/// The maximum time while there is a line, whose figures change, seconds.
const KEPT_SECONDS_MAX_LINE: u64 = 10;
/// The time that caches may store the answer for unknown rooms; it is the same for hidden rooms and
/// for rooms that do not exist.
const NOTHING_KEPT: HeaderValue = HeaderValue::from_static("public, max-age=5");
/// The maximum number of future texts sent with a countdown: enough for ten minutes, or for ten
/// hours if a day or more is left.
const STEPS_MAX: usize = 10;

/// The data that widgets show; `public/widgets/answer.ts` is its counterpart.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WidgetStatus<'a> {
    phase: &'static str,
    lang: &'a str,
    dir: &'static str,
    button: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    enter: Option<String>,
    countdown: WidgetCountdown,
    status: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WidgetCountdown {
    text: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    counting: Option<Counting>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Counting {
    seconds: u64,
    steps: Vec<(u64, String)>,
    less_than_a_minute: String,
    started: String,
}

/// `GET /widget/<c>/<e>.json`
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    let room = room.strip_suffix(paths::DOCUMENT_SUFFIX).unwrap_or(&room);
    let mut response = answer(&app, &parts, &customer, room).unwrap_or_else(|error| nothing(&app, error));
    let headers = response.headers_mut();
    allow_all_origins(headers);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("age"));
    response
}

fn answer(app: &AppState, parts: &Parts, customer: &str, room: &str) -> Result<Response<Body>, VisitError> {
    let state = app.find(parts, customer, room)?;
    let settings = &state.settings;
    let schedule = &settings.life.schedule;
    let now = state.now().wall;
    // Uses the schedule, since the commit that follows it may be late, and a cached answer must not
    // describe the previous phase.
    let life = state.published.snapshot.ledger().lifecycle.by_schedule(schedule, now);
    // For everybody alike, including addresses that bypass the room.
    if settings.life.hides_in(life.phase()) {
        return Err(VisitError::UnknownRoom);
    }
    let query = Query::new(parts.uri.query());
    let language = &app.shared_language(&query, settings);
    let enter = has_queue_in(life.phase()).then(|| {
        let culture = query.get("cid").filter(|tag| app.languages.find(tag).is_some());
        let kept = [("cid", culture), ("l", query.get("l"))];
        let kept = kept.into_iter().filter_map(|(name, value)| Some((name, value?)));
        app.absolute(parts, &paths::enter(customer, settings.id.as_str(), kept))
    });
    let status = widget_status(&state, language, life, now, enter);
    let mut response = Json(status).into_response();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, cache_control(life, schedule, now));
    Ok(response)
}

/// Returns the answer without data. Only the answer that there is no such room may be cached:
/// widgets then disappear from the page. After any other error, widgets keep their content and
/// repeat the request.
fn nothing(app: &AppState, error: VisitError) -> Response<Body> {
    let mut response = app.refuse_json(&error.refusal(None));
    if response.status() == StatusCode::NOT_FOUND {
        response.headers_mut().insert(CACHE_CONTROL, NOTHING_KEPT);
    }
    response
}

fn widget_status<'a>(
    state: &RoomState,
    language: &'a Language,
    life: Lifecycle,
    now: WallMs,
    enter: Option<String>,
) -> WidgetStatus<'a> {
    let words = language.widget_texts();
    let (phase, button) = match life.phase() {
        Phase::Idle => ("idle", words.button_idle(&[])),
        Phase::PreQueue => ("prequeue", words.button_prequeue(&[])),
        // Visitors who arrive between cut-off and queue join the line behind those in the draw.
        Phase::Closed | Phase::Queue => ("queue", words.button_queue(&[])),
        Phase::PostQueue => ("postqueue", words.button_postqueue(&[])),
    };
    WidgetStatus {
        phase,
        lang: language.tag(),
        dir: match language.direction() {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        },
        status: status(state, language, life),
        countdown: countdown(&state.settings, language, life.phase(), now),
        button,
        enter,
    }
}

fn countdown(settings: &RoomDefinition, language: &Language, phase: Phase, now: WallMs) -> WidgetCountdown {
    let words = language.widget_texts();
    let start = settings.life.schedule.start;
    let seconds = start.map_or(0, |start| start.0.saturating_sub(now.0).div_ceil(1_000));
    let over = |text| WidgetCountdown { text, counting: None };
    match phase {
        Phase::PostQueue => over(words.countdown_ended(&[])),
        Phase::Idle | Phase::PreQueue if seconds > 0 => WidgetCountdown {
            text: words.countdown_starting_in(&[]),
            counting: Some(Counting {
                seconds,
                steps: language.countdown_steps(seconds, STEPS_MAX),
                less_than_a_minute: words.countdown_less_than_a_minute(&[]),
                started: words.countdown_started(&[]),
            }),
        },
        Phase::Idle | Phase::PreQueue | Phase::Closed | Phase::Queue => over(words.countdown_started(&[])),
    }
}

/// Returns the texts for the number of people in line and for a newcomer's wait, if the room's own
/// pages show these figures.
fn status(state: &RoomState, language: &Language, life: Lifecycle) -> Vec<String> {
    let words = language.widget_texts();
    let display = &state.settings.display;
    // Visitors of a disabled room pass before all who wait in it.
    let waiting = match life.is_disabled() {
        true => 0,
        false => state.waiting(),
    };
    let people = || match waiting {
        0 => words.status_nobody(&[]),
        people => words.status_waiting(&language.count(people), &[]),
    };
    let wait = || {
        let wait = state.newcomer_wait();
        let seconds = wait.map(|wait| (wait.low_ms / 1_000, wait.high_ms.div_ceil(1_000)));
        let (low, high) = seconds.unzip();
        let is_not_known_yet = low.is_none() && state.published.snapshot.is_newcomer_not_known_yet();
        words.status_wait(&[&match is_not_known_yet {
            true => language.wait_not_known_yet().to_owned(),
            false => language.wait(low, high),
        }])
    };
    let people = display.users_ahead.then(people);
    let second = match life.phase() {
        Phase::Idle => return vec![words.button_idle(&[])],
        Phase::PostQueue => return vec![words.countdown_ended(&[])],
        Phase::PreQueue => None,
        Phase::Closed | Phase::Queue if life.is_disabled() => None,
        Phase::Closed | Phase::Queue if life.is_paused() => Some(words.status_paused(&[])),
        Phase::Closed | Phase::Queue => display.wait.then(wait),
    };
    people.into_iter().chain(second).collect()
}

/// Returns how long caches may store an answer made now.
fn cache_control(life: Lifecycle, schedule: &Schedule, now: WallMs) -> HeaderValue {
    let most = match life.phase() {
        Phase::Closed | Phase::Queue => KEPT_SECONDS_MAX_LINE,
        Phase::Idle | Phase::PreQueue | Phase::PostQueue => KEPT_SECONDS_MAX,
    };
    // At the start the phase may stay the same, but the countdown's text changes.
    let changes = [life.next_change(schedule), schedule.start];
    let next = changes.into_iter().flatten().filter(|moment| *moment > now).min();
    let until = next.map_or(u64::MAX, |moment| (moment.0 - now.0) / 1_000);
    let kept = match until {
        // A later answer would be valid for too short a time.
        near if near < 2 * KEPT_SECONDS_MIN => near,
        far => (far / 10).clamp(KEPT_SECONDS_MIN, most),
    };
    let stale = kept.min(until - kept);
    let text = format!("public, max-age={kept}, stale-while-revalidate={stale}");
    HeaderValue::try_from(text).expect("words and numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;
    const SALE: Schedule = Schedule {
        start: Some(WallMs(10 * HOUR)),
        prequeue_ms: HOUR,
        end: Some(WallMs(12 * HOUR)),
    };

    /// Returns `max-age` and `stale-while-revalidate`.
    fn kept(now: u64) -> (u64, u64) {
        let life = Lifecycle::at_start(&SALE, WallMs(now));
        let header = cache_control(life, &SALE, WallMs(now));
        let text = header.to_str().expect("ASCII");
        let number = |name: &str| {
            let (_, rest) = text.split_once(name).expect("there");
            let digits = rest.split(',').next().expect("something");
            digits.parse::<u64>().expect("a number")
        };
        (number("max-age="), number("stale-while-revalidate="))
    }

    #[test]
    fn nothing_is_kept_beyond_a_change() {
        let changes = [9 * HOUR, 10 * HOUR, 10 * HOUR + 15_000, 12 * HOUR];
        for now in (0..13 * HOUR).step_by(777) {
            let (fresh, stale) = kept(now);
            assert!(fresh <= KEPT_SECONDS_MAX);
            if let Some(next) = changes.iter().find(|moment| **moment > now) {
                assert!(now + (fresh + stale) * 1_000 <= *next, "{fresh} + {stale} s at {now}");
                let near = *next - now < KEPT_SECONDS_MIN * 1_000;
                assert!(near || fresh >= KEPT_SECONDS_MIN, "{fresh} s at {now}");
            }
        }
    }

    #[test]
    fn answers_that_change_late_are_cached_long() {
        assert_eq!(kept(0), (60, 60));
        assert_eq!(kept(9 * HOUR - 100_000), (10, 10));
        assert_eq!(kept(9 * HOUR - 6_500), (6, 0));
        assert_eq!(kept(11 * HOUR), (10, 10));
        assert_eq!(kept(13 * HOUR), (60, 60));
    }
}
