//! The server's half of the pages through its public face: rendered fragments and real HTTP
//! requests.

mod get_status;
mod waiting_page;
