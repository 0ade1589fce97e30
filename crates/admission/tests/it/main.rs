//! Tests of the engine's public API, one subject per module, in one binary.

mod autotune;
mod estimate_behind_absent;
mod estimate_order;
mod estimate_restart;
mod estimate_sessions;
mod forecast;
mod format;
mod full_room;
mod kit;
mod leases;
mod pool;
mod price;
mod price_aim;
mod price_provider;
mod recovery;
mod small_world;
mod transfer;
mod vouchers;
