//! One handler per route. The GETs behind the connector are reached only with a session; the POSTs
//! require the visitor themselves, through [`Admitted`].

use axum::Form;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use connector::{Connector, QueueVisitor};
use serde::Deserialize;

use crate::basket::{Basket, Glass};
use crate::cookies::Jar;
use crate::pages::{self, show};

/// The page with a waiting room of its own.
#[derive(Debug, Clone)]
pub(crate) struct Premiere {
    pub(crate) connector: Connector,
    /// The page of the waiting room where everybody can check the room's draws.
    pub(crate) draw_url: String,
}

pub(crate) const PRODUCT: &str = "/product";
pub(crate) const BASKET: &str = "/basket";
pub(crate) const REMOVE: &str = "/basket/remove";
pub(crate) const CHECKOUT: &str = "/checkout";
pub(crate) const THANK_YOU: &str = "/thank-you";
pub(crate) const AGAIN: &str = "/again";
pub(crate) const PREMIERE: &str = "/premiere";
pub(crate) const PREMIERE_AGAIN: &str = "/premiere/again";

/// A visitor with a session. Everybody else is redirected to the product page, and thus into the
/// queue.
pub(crate) struct Admitted(QueueVisitor);

impl Admitted {
    fn queue_id(self) -> String {
        self.0.queue_id.unwrap_or_default()
    }
}

impl<S: Sync> FromRequestParts<S> for Admitted {
    type Rejection = Redirect;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Redirect> {
        parts
            .extensions
            .get()
            .cloned()
            .map(Self)
            .ok_or_else(|| Redirect::to(PRODUCT))
    }
}

#[derive(Deserialize)]
pub(crate) struct Choice {
    glass: String,
    count: u8,
}

#[derive(Deserialize)]
pub(crate) struct Removal {
    glass: String,
}

pub(crate) async fn landing(page: pages::Landing) -> Response {
    show(&page)
}

pub(crate) async fn premiere(State(premiere): State<Premiere>, visitor: Admitted) -> Response {
    let queue_id = visitor.queue_id();
    show(&pages::PremierePage {
        draw_url: format!("{}?q={queue_id}", premiere.draw_url),
        queue_id,
    })
}

pub(crate) async fn not_found() -> Response {
    (StatusCode::NOT_FOUND, show(&pages::NotFound)).into_response()
}

pub(crate) async fn product(visitor: Admitted) -> Response {
    show(&pages::Product {
        queue_id: visitor.queue_id(),
    })
}

pub(crate) async fn basket(_: Admitted, headers: HeaderMap) -> Response {
    show(&pages::BasketPage {
        basket: Jar::Basket.read(&headers),
    })
}

pub(crate) async fn add(_: Admitted, headers: HeaderMap, Form(choice): Form<Choice>) -> Response {
    change(&headers, |basket| {
        Glass::from_slug(&choice.glass)
            .into_iter()
            .for_each(|glass| basket.add(glass, choice.count))
    })
}

pub(crate) async fn remove(_: Admitted, headers: HeaderMap, Form(removal): Form<Removal>) -> Response {
    change(&headers, |basket| {
        Glass::from_slug(&removal.glass)
            .into_iter()
            .for_each(|glass| basket.remove(glass))
    })
}

fn change(headers: &HeaderMap, edit: impl FnOnce(&mut Basket)) -> Response {
    let mut basket = Jar::Basket.read(headers);
    edit(&mut basket);
    ([(header::SET_COOKIE, Jar::Basket.write(&basket))], Redirect::to(BASKET)).into_response()
}

pub(crate) async fn checkout(_: Admitted, headers: HeaderMap) -> Response {
    let basket = Jar::Basket.read(&headers);
    if basket.is_empty() {
        Redirect::to(BASKET).into_response()
    } else {
        show(&pages::Checkout { basket })
    }
}

/// Turns the basket into the order.
pub(crate) async fn pay(_: Admitted, headers: HeaderMap) -> Response {
    let basket = Jar::Basket.read(&headers);
    if basket.is_empty() {
        return Redirect::to(BASKET).into_response();
    }
    let mut response = Redirect::to(THANK_YOU).into_response();
    response
        .headers_mut()
        .append(header::SET_COOKIE, Jar::Order.write(&basket));
    response
        .headers_mut()
        .append(header::SET_COOKIE, Jar::Basket.write(&Basket::default()));
    response
}

pub(crate) async fn thank_you(visitor: Admitted, headers: HeaderMap) -> Response {
    let order = Jar::Order.read(&headers);
    if order.is_empty() {
        return Redirect::to(BASKET).into_response();
    }
    show(&pages::ThankYou {
        order,
        queue_id: visitor.queue_id(),
    })
}

/// Gives the session up: the waiting room cancels the place and redirects the browser to the
/// product page, which is behind the end of the line.
pub(crate) async fn again(State(connector): State<Connector>, parts: Parts) -> Response {
    let mut response = give_up(&connector, &parts, PRODUCT);
    response
        .headers_mut()
        .append(header::SET_COOKIE, Jar::Order.write(&Basket::default()));
    response
}

/// Like [`again`], for the premiere: the visitor can join its next draw.
pub(crate) async fn premiere_again(State(premiere): State<Premiere>, parts: Parts) -> Response {
    give_up(&premiere.connector, &parts, PREMIERE)
}

/// Redirects through the waiting room to a page that it protects.
fn give_up(connector: &Connector, parts: &Parts, page: &str) -> Response {
    let back = connector.site_origin(parts).map(|origin| format!("{origin}{page}"));
    connector
        .cancel(parts, back.as_deref())
        .unwrap_or_else(|| Redirect::to(page).into_response())
}
