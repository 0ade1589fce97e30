//! Recordings of pool nodes in virtual time, and their replay.

mod doctored;
mod files;
mod privacy;
mod replays;
mod visitors;
mod world;
