//! What those who run the server see of it.

mod deploy;
mod door;
mod logs;
mod probes;
mod secrets;
