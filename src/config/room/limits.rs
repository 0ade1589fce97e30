//! The numbers of `[[room]]` that have no section of their own.

use admission::config::REDIRECTS_MAX_DEFAULT;

use crate::order_passes::ORDERS_PER_PASS_MAX;

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
