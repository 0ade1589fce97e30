//! Evaluation of a configuration: finds the first integration, in order, with a trigger that
//! matches, and stops there.
//!
//! One walk serves both the connector, which evaluates every request, and the traces that explain
//! an evaluation: the observer is a type parameter, and the walk records nothing by itself.

use std::borrow::Cow;

use super::compare::holds;
use super::model::{Integration, IntegrationConfig, Trigger, TriggerPart};
use super::vocabulary::{LogicalOperator, UrlPart, ValidatorType};
use super::{normal, page_url};

/// The properties of a request that triggers can examine.
pub trait Request {
    /// Returns the page's whole URL as in the visitor's browser, without `queueittoken`.
    fn page_url(&self) -> &str;
    /// Returns the user agent; empty when there is none.
    fn user_agent(&self) -> Cow<'_, str>;
    /// Returns the value of a cookie, whose name is case-sensitive.
    fn cookie(&self, name: &str) -> Option<Cow<'_, str>>;
    /// Returns the value of a header, whose name is case-insensitive.
    fn header(&self, name: &str) -> Option<Cow<'_, str>>;
    /// Returns the body, or the part of it that the site lets triggers examine.
    fn body(&self) -> Cow<'_, str>;
}

/// Observes a walk. Parts are reported before their trigger, and triggers before their integration.
pub(super) trait TraceVisitor {
    fn part(&mut self, part: &TriggerPart, value: Option<&str>, holds: bool);
    fn trigger(&mut self, trigger: &Trigger, matches: bool);
    fn integration(&mut self, integration: &Integration, matches: bool);
}

struct NoTrace;

impl TraceVisitor for NoTrace {
    fn part(&mut self, _: &TriggerPart, _: Option<&str>, _: bool) {}
    fn trigger(&mut self, _: &Trigger, _: bool) {}
    fn integration(&mut self, _: &Integration, _: bool) {}
}

/// Returns the first integration that the request matches.
pub fn evaluate<'c>(config: &'c IntegrationConfig, request: &impl Request) -> Option<&'c Integration> {
    walk(config, request, &mut NoTrace)
}

pub(super) fn walk<'c>(
    config: &'c IntegrationConfig,
    request: &impl Request,
    watch: &mut impl TraceVisitor,
) -> Option<&'c Integration> {
    let as_it_came = request.page_url();
    let mut normal_form: Option<Cow<'_, str>> = None;
    config.integrations.iter().find(|integration| {
        let url = match integration.is_normalization_enabled {
            Some(true) => &**normal_form.get_or_insert_with(|| normal::of(as_it_came)),
            _ => as_it_came,
        };
        let seen = PreparedRequest { request, url };
        let matches = (integration.triggers.iter()).any(|trigger| matches_trigger(trigger, &seen, watch));
        watch.integration(integration, matches);
        matches
    })
}

/// A request with its URL in the form that an integration examines.
struct PreparedRequest<'r, R> {
    request: &'r R,
    url: &'r str,
}

fn matches_trigger(trigger: &Trigger, seen: &PreparedRequest<'_, impl Request>, watch: &mut impl TraceVisitor) -> bool {
    let mut parts = trigger.trigger_parts.iter();
    let matches = match trigger.logical_operator {
        Some(LogicalOperator::Or) => parts.any(|part| matches_part(part, seen, watch)),
        _ => parts.all(|part| matches_part(part, seen, watch)),
    };
    watch.trigger(trigger, matches);
    matches
}

fn matches_part(part: &TriggerPart, seen: &PreparedRequest<'_, impl Request>, watch: &mut impl TraceVisitor) -> bool {
    let value = looked_at(part, seen);
    let matches = value.as_ref().is_some_and(|value| holds(part, value));
    watch.part(part, value.as_deref(), matches);
    matches
}

/// Returns the text that the part examines; `None` if servers cannot see it. A missing cookie or
/// header is the empty text.
fn looked_at<'r>(part: &TriggerPart, seen: &PreparedRequest<'r, impl Request>) -> Option<Cow<'r, str>> {
    let request = seen.request;
    match part.validator_type.as_ref()? {
        ValidatorType::Url => Some(of_url(part.url_part.as_ref(), seen.url).into()),
        ValidatorType::Cookie => Some(request.cookie(name(&part.cookie_name)).unwrap_or_default()),
        ValidatorType::UserAgent => Some(request.user_agent()),
        ValidatorType::HttpHeader => Some(request.header(name(&part.http_header_name)).unwrap_or_default()),
        ValidatorType::RequestBody => Some(request.body()),
        ValidatorType::JsVariable | ValidatorType::Other(_) => None,
    }
}

fn name(given: &Option<String>) -> &str {
    given.as_deref().unwrap_or_default()
}

fn of_url<'u>(part: Option<&UrlPart>, url: &'u str) -> &'u str {
    match part {
        Some(UrlPart::PageUrl) => url,
        Some(UrlPart::PagePath) => page_url::path(url),
        Some(UrlPart::HostName) => page_url::host(url),
        Some(UrlPart::Other(_)) | None => "",
    }
}
