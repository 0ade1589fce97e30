//! Tests of autotune against simulated sites: the rate stays within its bounds, settles, recovers,
//! and is not affected by reports that do not count.
//!
//! [`site`] is the site; [`operator`] runs autotune against it minute by minute and records the
//! rates. The other modules contain the tests.

mod forged;
mod operator;
mod properties;
mod response_ids;
mod settling;
mod site;
