//! Tests of the crate's public functions: rendered fragments and real HTTP requests.

mod get_status;
mod placed_figures;
mod waiting_page;
