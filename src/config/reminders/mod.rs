//! The ways to reach visitors who are not on the page: `[smtp]` and `[push]`.

pub(super) mod push;
pub(super) mod smtp;

fn whole(given: i64, most: i64) -> Result<u32, String> {
    let fits = (1..=most).contains(&given).then(|| u32::try_from(given).ok()).flatten();
    fits.ok_or_else(|| format!("a whole number from 1 to {most} is wanted"))
}
