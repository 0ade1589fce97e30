//! Tests of the pool node as it is shipped, in virtual time, on a store in memory that fails.

mod aside;
mod checkouts;
mod clocks;
mod diligent;
mod holds;
mod leases;
mod machine;
mod order;
mod overtaken;
mod restarts;
mod scenarios;
mod several;
mod turns;
mod unseen;
mod visitor_answer;
mod world;
