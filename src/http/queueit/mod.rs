//! Queue-it's endpoints: the addresses that its connectors, scripts and apps use. Cancel links are
//! in [`leave`](crate::http::visitor::leave), which they share with this server's own pages.

pub(in crate::http) mod diagnostics;
pub(in crate::http) mod enqueue;
pub(in crate::http) mod error_page;
pub(in crate::http) mod integration_config;
pub(in crate::http) mod javascript_queue;
pub(in crate::http) mod mobile;
pub(in crate::http) mod page_timings;
pub(in crate::http) mod script;
pub(in crate::http) mod spa;
pub(in crate::http) mod widget;
