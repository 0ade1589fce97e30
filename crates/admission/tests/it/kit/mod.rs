//! The kit of the tests: rooms and pools in virtual time around the real engine, and oracles that
//! judge what happens in them without using the engine.
//!
//! | | |
//! | --- | --- |
//! | [`attended_room`] | one room whose visitors are always present |
//! | [`visited_room`] | visitors who come and go, several nodes, faults and operators |
//! | [`leased_room`] | nodes with clocks of their own that grant alone |
//! | [`transfer_room`] | transfers between devices, and a twin without transfers |
//! | [`priced_room`] | a room whose places have a price, and newcomers from networks |
//! | [`voucher_room`] | two nodes that race for vouchers |
//! | [`failing_room`], [`failing_pool`] | stores that fail over to an earlier state |
//! | [`unseen_pool`] | nodes of a pool in which newcomers pass unseen, and failovers |
//! | [`crowded_pool`] | lines that share a capacity |
//! | [`limited_room`] | lanes of a room that takes a limited number of people |
//! | [`line`] | what a place of a line is shown, and claims |
//! | [`minute_bound`], [`stored_form`] | oracles for all: the bound, and the stored form |

pub(crate) mod attended_room;
pub(crate) mod crowded_pool;
pub(crate) mod failing_pool;
pub(crate) mod failing_room;
pub(crate) mod fate;
pub(crate) mod leased_room;
pub(crate) mod limited_room;
pub(crate) mod line;
pub(crate) mod minute_bound;
pub(crate) mod priced_room;
pub(crate) mod seeded_rng;
pub(crate) mod stored_form;
pub(crate) mod time;
pub(crate) mod transfer_model;
pub(crate) mod transfer_room;
pub(crate) mod unseen_pool;
pub(crate) mod visited_room;
pub(crate) mod voucher_room;
