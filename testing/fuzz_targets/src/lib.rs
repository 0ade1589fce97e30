//! Fuzz targets: for each decoder a function that decodes arbitrary bytes and panics if an
//! invariant does not hold.
//!
//! None of these inputs can be trusted: some come from a visitor's URL or cookie, some from files
//! that an operator or a crash has changed. A decoder may refuse an input; it must not panic, run
//! without end, or accept an input that it would not write. The fuzzer (`fuzz/`, `cargo xtask
//! fuzz`) and the tests of this crate call the same functions; the tests use the inputs in
//! `fuzz/corpus/` and random changes of them.
//!
//! Inputs of several parts are split at zero bytes. This crate is not part of the product; nothing
//! depends on it.

mod admission;
mod crowdhandler;
mod cut;
mod draw;
#[cfg(feature = "server")]
mod firewall;
mod incident;
mod integration;
mod node;
mod protocol;
#[cfg(feature = "server")]
mod server;
mod simulator;
mod store;

/// A decoder under test.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name of the target, of its corpus and of its program in `fuzz/`.
    pub name: &'static str,
    /// Decodes the bytes and panics if an invariant does not hold; returns whether they were
    /// accepted.
    pub run: fn(&[u8]) -> bool,
}

/// Returns all decoders of this build.
#[must_use]
pub fn targets() -> Vec<Target> {
    let pure = [
        target("autotune", admission::autotune),
        target("browser_config", integration::browser_config),
        target("call_url", crowdhandler::call_url),
        target("ch_parameters", crowdhandler::parameters),
        target("ch_keys", crowdhandler::keys),
        target("code_record", admission::code_record),
        target("domain_pattern", crowdhandler::domain_pattern),
        target("draw", draw::draw),
        target("enqueue_token", protocol::enqueue_token),
        target("id_token", protocol::id_token),
        target("identity", protocol::identity),
        target("integration_config", integration::integration_config),
        target("integration_push", integration::push),
        target("ledger", admission::ledger),
        target("marks", admission::marks),
        target("performance_report", crowdhandler::performance_report),
        target("pool_ledger", admission::pool_ledger),
        target("pool_value", node::pool_value),
        target("priority_record", node::priority_record),
        target("provider", protocol::provider),
        target("queue_id", protocol::queue_id),
        target("queueittoken", protocol::queueittoken),
        target("recording", incident::recording),
        target("response_id", admission::response_id),
        target("room_pattern", crowdhandler::room_pattern),
        target("scenario", simulator::scenario),
        target("session_cookie", protocol::session_cookie),
        target("session_record", node::session_record),
        target("store_file", store::store_file),
        target("timing_batch", protocol::timing_batch),
        target("token_url", protocol::token_url),
        target("transfer_code", protocol::transfer_code),
        target("transfer_record", admission::transfer_record),
        target("visit_call", crowdhandler::visit_call),
        target("visit_query", crowdhandler::visit_query),
        target("visitor_token", crowdhandler::visitor_token),
        target("voucher_record", admission::voucher_record),
        target("work_payload", protocol::work_payload),
        target("work_stamp", protocol::work_stamp),
    ];
    pure.into_iter().chain(of_the_server()).collect()
}

#[cfg(feature = "server")]
fn of_the_server() -> Vec<Target> {
    vec![
        target("api_key", server::api_key),
        target("config", server::config),
        target("debug_cookie", server::debug_cookie),
        target("email_address", server::email_address),
        target("firewall_rule", firewall::rule),
        target("integration_source", server::integration_source),
        target("places", server::places),
        target("priority_code", server::priority_code),
        target("private_body", server::private_body),
        target("query", server::query),
        target("session_id", server::session_id),
        target("target", server::target),
        target("theme", server::theme),
    ]
}

#[cfg(not(feature = "server"))]
fn of_the_server() -> Vec<Target> {
    Vec::new()
}

/// Runs the decoder with that name.
///
/// # Panics
/// Panics if there is no such decoder, or if an invariant does not hold.
pub fn run(name: &str, data: &[u8]) {
    let targets = targets();
    let found = targets.iter().find(|target| target.name == name);
    let target = found.expect("the programs in fuzz/ are named after the targets, and a test says so");
    (target.run)(data);
}

fn target(name: &'static str, run: fn(&[u8]) -> bool) -> Target {
    Target { name, run }
}
