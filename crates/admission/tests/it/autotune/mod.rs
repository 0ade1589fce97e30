//! Autotune against simulated sites: it stays within its bounds, settles, recovers, and is not
//! driven by who may not vote.
//!
//! [`site`] is the site, [`operator`] lets autotune feed it minute by minute and keeps the rates.
//! The tests are in the other modules.

mod forged;
mod operator;
mod properties;
mod response_ids;
mod settling;
mod site;
