//! The shop's pages. Their HTML is in `templates/`.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};

use crate::basket::{Basket, COUNT_MAX, Euros, Glass, Line};

/// The landing page, which everybody can see, with widgets of the waiting room.
#[derive(Clone, Template)]
#[template(path = "landing.html", config = "examples/shop/askama.toml")]
pub(crate) struct Landing {
    /// The waiting room's address.
    pub(crate) queue: String,
    pub(crate) customer: String,
    pub(crate) room: String,
    /// The premiere's room, if the shop has a premiere to join.
    pub(crate) premiere: Option<String>,
}

/// The page of the only product, with the visitor's place in the queue.
#[derive(Template)]
#[template(path = "product.html", config = "examples/shop/askama.toml")]
pub(crate) struct Product {
    pub(crate) queue_id: String,
}

/// The premiere's page, behind the room that draws its numbers.
#[derive(Template)]
#[template(path = "premiere.html", config = "examples/shop/askama.toml")]
pub(crate) struct PremierePage {
    pub(crate) queue_id: String,
    pub(crate) draw_url: String,
}

/// The page with the basket's content.
#[derive(Template)]
#[template(path = "basket.html", config = "examples/shop/askama.toml")]
pub(crate) struct BasketPage {
    pub(crate) basket: Basket,
}

/// The last step of a purchase.
#[derive(Template)]
#[template(path = "checkout.html", config = "examples/shop/askama.toml")]
pub(crate) struct Checkout {
    pub(crate) basket: Basket,
}

/// The page with the finished order.
#[derive(Template)]
#[template(path = "thank-you.html", config = "examples/shop/askama.toml")]
pub(crate) struct ThankYou {
    pub(crate) order: Basket,
    pub(crate) queue_id: String,
}

/// The page for unknown paths.
#[derive(Template)]
#[template(path = "not-found.html", config = "examples/shop/askama.toml")]
pub(crate) struct NotFound;

/// Renders a page as a response.
pub(crate) fn show(page: &impl Template) -> Response {
    Html(
        page.render()
            .expect("templates write into a String, which does not fail"),
    )
    .into_response()
}

impl Product {
    fn price(&self) -> Euros {
        Euros::ONE_LANTERN
    }

    fn glasses(&self) -> [Glass; 3] {
        Glass::ALL
    }

    fn counts(&self) -> std::ops::RangeInclusive<u8> {
        1..=COUNT_MAX
    }
}

impl BasketPage {
    fn lines(&self) -> &[Line] {
        self.basket.lines()
    }
}
