//! Tests of the operation of a server: deployment, logs, probes and secrets.

mod deploy;
mod door;
mod logs;
mod privacy;
mod probes;
mod secrets;
