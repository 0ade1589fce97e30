//! The keys of `[[room]]` for its lifecycle: when and how the room opens, whether visitors see it,
//! and the answers to visitors before and after.

use admission::{Opening, Phase, Schedule, Visibility, WallMs};
use draw::BeaconChain;
use url::Url;

use super::{ConfigProblems, timestamp};

/// The longest pre-queue: a day, in minutes.
const PREQUEUE_MINUTES_MAX: i64 = 24 * 60;
/// The longest fairness window, seconds.
const FAIRNESS_SECONDS_MAX: i64 = 3_600;
/// The shortest fairness window, seconds; shorter ones would only make the ledger long.
const FAIRNESS_SECONDS_MIN: i64 = 5;
/// The longest validity of a number: the lifetime of the cookie that carries it, in minutes.
const NUMBER_MINUTES_MAX: i64 = 7 * 24 * 60;

/// A room's lifecycle as configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life {
    /// The times at which the room opens and ends.
    pub schedule: Schedule,
    /// The outflow of the first minute.
    pub opening: Opening,
    /// Whether visitors see the room while there is no line.
    pub visibility: Visibility,
    /// The time for which a reached number stays valid while its visitor is absent, milliseconds.
    pub number_valid_ms: Option<u64>,
    /// Arrivals within this many milliseconds are drawn among themselves.
    pub fairness_ms: Option<u64>,
    /// The public beacon that decides the room's draws together with a secret.
    pub draw_beacon: Option<BeaconChain>,
    /// The answer to visitors while the room is idle.
    pub before: IdleBehaviour,
    /// The answer to visitors when the room is over.
    pub after: IdleBehaviour,
}

impl Life {
    /// Whether the room is configured to hide in a phase.
    #[must_use]
    pub fn hides_in(&self, phase: Phase) -> bool {
        phase == Phase::Idle && self.before == IdleBehaviour::Hidden
    }

    /// Whether the room is hidden at `now`, according to its schedule alone.
    #[must_use]
    pub fn hides_at(&self, now: WallMs) -> bool {
        self.before == IdleBehaviour::Hidden && self.schedule.opens().is_some_and(|opens| now < opens)
    }
}

/// The answer to visitors while there is no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdleBehaviour {
    /// A page of this server.
    Page,
    /// The target.
    Target,
    /// Another address.
    Special(Url),
    /// Nothing, as if the room did not exist.
    Hidden,
}

/// The keys as in the file.
#[derive(Debug)]
pub(super) struct RawLife {
    pub(super) start: Option<String>,
    pub(super) prequeue_minutes: Option<i64>,
    pub(super) end: Option<String>,
    pub(super) opening: Option<String>,
    pub(super) visibility: Option<String>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) number_valid_minutes: Option<i64>,
    pub(super) fairness_seconds: Option<i64>,
    pub(super) draw_beacon: Option<String>,
}

impl RawLife {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Life> {
        let start = problems.take("start", self.start.map(|text| timestamp::parse(&text)).transpose());
        let end = problems.take("end", self.end.map(|text| timestamp::parse(&text)).transpose());
        let minutes = whole(self.prequeue_minutes.unwrap_or(0), 0, PREQUEUE_MINUTES_MAX);
        let prequeue_minutes = problems.take("prequeue_minutes", minutes);
        let number_valid = self
            .number_valid_minutes
            .map(|minutes| whole(minutes, 4, NUMBER_MINUTES_MAX));
        let number_valid = problems.take("number_valid_minutes", number_valid.transpose());
        let fairness = self
            .fairness_seconds
            .map(|seconds| whole(seconds, FAIRNESS_SECONDS_MIN, FAIRNESS_SECONDS_MAX));
        let fairness = problems.take("fairness_seconds", fairness.transpose());
        let draw_beacon = problems.take("draw_beacon", draw_beacon(self.draw_beacon.as_deref()));
        let opening = problems.take("opening", opening(self.opening.as_deref()));
        let visibility = problems.take("visibility", visibility(self.visibility.as_deref()));
        let before = problems.take("before", IdleBehaviour::read(self.before.as_deref(), true));
        let after = problems.take("after", IdleBehaviour::read(self.after.as_deref(), false));
        let (start, end) = (start?, end?);
        if self.prequeue_minutes.is_some() && start.is_none() {
            problems.add(
                "prequeue_minutes",
                "a pre-queue needs a start; set start, or take this key out",
            );
        }
        if self.draw_beacon.is_some() && self.prequeue_minutes.unwrap_or(0) == 0 {
            problems.add(
                "draw_beacon",
                "only a pre-queue is drawn; set prequeue_minutes, or take this key out",
            );
        }
        if let (Some(start), Some(end)) = (start, end)
            && end <= start
        {
            problems.add("end", "the end must come after the start");
        }
        Some(Life {
            schedule: Schedule {
                start,
                prequeue_ms: prequeue_minutes? * 60_000,
                end,
            },
            opening: opening?,
            visibility: visibility?,
            number_valid_ms: number_valid?.map(|minutes| minutes * 60_000),
            fairness_ms: fairness?.map(|seconds| seconds * 1_000),
            draw_beacon: draw_beacon?,
            before: before?,
            after: after?,
        })
    }
}

impl IdleBehaviour {
    fn read(text: Option<&str>, may_hide: bool) -> Result<Self, String> {
        match text {
            None | Some("page") => Ok(Self::Page),
            Some("target") => Ok(Self::Target),
            Some("hidden") if may_hide => Ok(Self::Hidden),
            Some(address) => Url::parse(address)
                .ok()
                .filter(|url| matches!(url.scheme(), "http" | "https"))
                .map(Self::Special)
                .ok_or_else(|| {
                    let hidden = if may_hide { "\"hidden\", " } else { "" };
                    format!("{address:?} is none of \"page\", \"target\", {hidden}or an address with http or https")
                }),
        }
    }
}

fn whole(given: i64, least: i64, most: i64) -> Result<u64, String> {
    let fits = (least..=most).contains(&given);
    u64::try_from(given)
        .ok()
        .filter(|_| fits)
        .ok_or_else(|| format!("a whole number from {least} to {most} is wanted"))
}

fn opening(text: Option<&str>) -> Result<Opening, String> {
    match text {
        None | Some("full") => Ok(Opening::Full),
        Some("even") => Ok(Opening::Even),
        Some(other) => Err(format!("{other:?} is neither \"full\" nor \"even\"")),
    }
}

fn draw_beacon(text: Option<&str>) -> Result<Option<BeaconChain>, String> {
    match text {
        None => Ok(None),
        Some("quicknet") => Ok(Some(BeaconChain::drand_quicknet())),
        Some(other) => Err(format!("{other:?} is no known beacon; \"quicknet\" is drand's")),
    }
}

fn visibility(text: Option<&str>) -> Result<Visibility, String> {
    match text {
        None | Some("always") => Ok(Visibility::Always),
        Some("at-peak") => Ok(Visibility::AtPeak),
        Some("at-peak-burst") => Ok(Visibility::AtPeakBurst),
        Some(other) => Err(format!(
            "{other:?} is not one of \"always\", \"at-peak\", \"at-peak-burst\""
        )),
    }
}
