//! Routes of APIs that have an OpenAPI description, with it or without.
//!
//! The code that generates a description from handlers is large (1.3 MB for both APIs) and its
//! result is known: it is committed, and tests require that both are equal. So a server routes
//! without descriptions, and an optimized build serves the committed file and contains none of that
//! code.

use axum::handler::Handler;
use axum::routing::MethodRouter;
use http::StatusCode;
use serde_json::Value;
use utoipa::Path;
use utoipa::openapi::path::{PathItem, Paths};
use utoipa::openapi::{OpenApi, RefOr};
use utoipa_axum::PathItemExt;
use utoipa_axum::router::UtoipaMethodRouter;

use super::SharedAppState;
use crate::embedded::inflate;

/// Whether this build can describe its handlers.
pub(in crate::http) const CAN_DESCRIBE: bool = cfg!(debug_assertions);

/// Collects handlers of one path as `utoipa_axum::routes!` does: `routes!(describe; rooms::list,
/// rooms::post)`. If `describe` is false, only their path and methods are known.
macro_rules! routes {
    ($describe:expr; $($module:ident :: $handler:ident),+ $(,)?) => {
        if $crate::http::described::CAN_DESCRIBE && $describe {
            ::utoipa_axum::routes!($($module::$handler),+)
        } else {
            let undescribed = $crate::http::described::Undescribed::default();
            ::pastey::paste! {
                $(let undescribed = undescribed.on::<$module::[<__path_ $handler>], _, _>($module::$handler);)+
            }
            undescribed.into()
        }
    };
}
pub(in crate::http) use routes;

/// Handlers of one path, without a description.
#[derive(Debug, Default)]
pub(in crate::http) struct Undescribed {
    path: String,
    handlers: MethodRouter<SharedAppState>,
}

impl Undescribed {
    /// Adds a handler with the methods of its `#[utoipa::path]`.
    pub(in crate::http) fn on<P, H, T>(self, handler: H) -> Self
    where
        P: Path,
        H: Handler<T, SharedAppState>,
        T: 'static,
    {
        let methods = P::methods();
        Self {
            path: P::path(),
            handlers: methods.iter().fold(self.handlers, |handlers, method| {
                handlers.on(method.to_method_filter(), handler.clone())
            }),
        }
    }
}

impl From<Undescribed> for UtoipaMethodRouter<SharedAppState> {
    fn from(made: Undescribed) -> Self {
        let mut paths = Paths::new();
        paths.paths.insert(made.path, PathItem::default());
        (Vec::new(), paths, made.handlers)
    }
}

/// Returns the description: the one that `describe` generates, or else the committed one, which is
/// embedded compressed.
pub(in crate::http) fn description(describe: impl FnOnce() -> OpenApi, committed: &[u8]) -> Value {
    let description = match CAN_DESCRIBE {
        true => serde_json::to_value(with_reasons(describe())),
        false => serde_json::from_str(&inflate(committed)),
    };
    description.expect("a description is JSON")
}

/// Describes each response that has no description by the reason phrase of its status, because
/// OpenAPI requires one.
fn with_reasons(mut openapi: OpenApi) -> OpenApi {
    let items = openapi.paths.paths.values_mut();
    let operations = items.flat_map(|item| {
        let PathItem {
            get,
            put,
            post,
            patch,
            delete,
            ..
        } = item;
        [get, put, post, patch, delete].into_iter().flatten()
    });
    for (status, response) in operations.flat_map(|operation| &mut operation.responses.responses) {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            let status = status.parse::<StatusCode>().ok();
            let reason = status.and_then(|status| status.canonical_reason());
            response.description = reason.unwrap_or("The response").to_owned();
        }
    }
    openapi
}
