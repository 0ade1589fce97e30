//! The values of `[[room]]` that have no section of their own.

use admission::config::REDIRECTS_MAX_DEFAULT;

use crate::order_passes::ORDERS_PER_PASS_MAX;
use crate::rooms::HOLD_MS_MAX;

/// The longest name of a room, in characters: it is shown on pages and in subjects of e-mails.
const NAME_CHARS_MAX: usize = 200;
/// The longest time for which visitors can step aside, minutes.
const HOLD_MINUTES_MAX: i64 = (HOLD_MS_MAX / 60_000).cast_signed();

pub(super) fn name(name: Option<&str>) -> Result<(), String> {
    let fits = |name: &str| name.chars().count() <= NAME_CHARS_MAX && !name.chars().any(char::is_control);
    name.is_none_or(fits)
        .then_some(())
        .ok_or_else(|| format!("a name has at most {NAME_CHARS_MAX} characters, and no line break"))
}

pub(super) fn leases(are_wanted: bool, has_pool: bool) -> Result<(), &'static str> {
    (!are_wanted || !has_pool).then_some(()).ok_or(
        "rooms that share a pool cannot go on alone: its capacity would have to be leased, too; take pool or this key out",
    )
}

/// Reads `hold_minutes`. A visitor who comes back must find a number that is still valid.
pub(super) fn hold_ms(minutes: Option<i64>, number_valid_minutes: Option<i64>) -> Result<u64, String> {
    let Some(minutes) = minutes else {
        return Ok(0);
    };
    let most = number_valid_minutes.map_or(HOLD_MINUTES_MAX, |valid| {
        HOLD_MINUTES_MAX.min(valid.saturating_sub(1)).max(0)
    });
    u64::try_from(minutes)
        .ok()
        .filter(|_| minutes <= most)
        .map(|minutes| minutes * 60_000)
        .ok_or_else(|| format!("a whole number from 0 to {most}"))
}

pub(super) fn capacity(people: i64) -> Result<u64, &'static str> {
    let people = u64::try_from(people).ok().filter(|people| *people > 0);
    people.ok_or("a whole number from 1 on is wanted")
}

pub(super) fn orders_per_pass(most: Option<i64>) -> Result<u8, String> {
    let most = u8::try_from(most.unwrap_or(1)).ok();
    let most = most.filter(|most| (1..=ORDERS_PER_PASS_MAX).contains(most));
    most.ok_or_else(|| format!("a whole number from 1 to {ORDERS_PER_PASS_MAX}"))
}

pub(super) fn redirects(most: Option<i64>) -> Result<u8, &'static str> {
    let most = most.unwrap_or(i64::from(REDIRECTS_MAX_DEFAULT));
    u8::try_from(most)
        .ok()
        .filter(|most| *most > 0)
        .ok_or("a whole number from 1 to 255")
}

/// Reads `public_status`, which is needed by `listed`.
pub(super) fn public_status(wanted: Option<bool>, is_listed: bool) -> Result<bool, &'static str> {
    let public_status = wanted.unwrap_or(true);
    (public_status || !is_listed)
        .then_some(public_status)
        .ok_or("public_status = false hides what this shows; take one of them out")
}
