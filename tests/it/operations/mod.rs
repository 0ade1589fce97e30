//! Tests of the operation of a server: alerts, deployment, logs, probes, recordings and secrets.

mod alerts;
mod deploy;
mod door;
mod logs;
mod privacy;
mod probes;
mod recording;
mod secrets;
