//! Links to the server's own paths. A link to a page has the path prefix if the current request has
//! it ([`prefix`](crate::http::prefix)).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use protocol::QueueId;

use crate::http::paths::{
    ABOUT, ADMIN, ADMIN_CONFIGURATION, ADMIN_REQUESTS, ADMIN_THEME, ASSETS, CANCEL_ASPX, CH_ROOM_PAGE, DOCUMENT_SUFFIX,
    DRAW, DRAW_BEACON, DRAW_RECEIPT, EMAIL, EMAIL_TAKE, ENTRY, EXIT_LINE, HOLD, IDENTITY, LANGUAGE, PRIORITY,
    PUSH_WORKER, ROOM_STATUS, SCRIPT, SERVICE_STATUS, SIGNED_IN, TRANSFER, TRANSFER_CODE, TRANSFER_ENTER,
};
use crate::http::prefix::{prefixed, push_prefixed};

/// Says in the address of [`HOLD`] that the visitor comes back.
pub(in crate::http) const BACK_PARAMETER: &str = "back";
/// Says in the address of [`EXIT_LINE`] how far leaving has come.
pub(in crate::http) const LEAVING_PARAMETER: &str = "leaving";
/// Capacity for most links, bytes.
const LINK_BYTES_USUAL: usize = 128;

const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The address for replacing the whole configuration, relative to the admin API.
#[must_use]
pub(crate) fn admin_configuration(force: bool) -> String {
    with_query(ADMIN_CONFIGURATION, force.then_some(("force", "true")))
}

/// The address of a theme, relative to the admin API; `name` has only a-z, 0-9 and hyphens.
#[must_use]
pub(crate) fn admin_theme(name: &str) -> String {
    ADMIN_THEME.replace("{theme}", name)
}

/// The address of the overview of a customer's requests.
#[must_use]
pub(in crate::http) fn admin_requests(customer: &str) -> String {
    let customer = utf8_percent_encode(customer, VALUE).to_string();
    format!("{ADMIN}{}", ADMIN_REQUESTS.replace("{customer}", &customer))
}

/// A link by which a newcomer enters a room, with the parameters kept from their first link.
#[must_use]
pub(in crate::http) fn enter<'a>(
    customer: &'a str,
    room: &'a str,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    link(ENTRY, customer, room, kept)
}

/// The page of a room by its slug, for a browser without scripts: any query leads to the room's own
/// page.
#[must_use]
pub(in crate::http) fn room_without_script(slug: &str) -> String {
    let path = CH_ROOM_PAGE.replace("{slug}", &utf8_percent_encode(slug, VALUE).to_string());
    format!("{}?script=none", prefixed(&path))
}

/// The query of a link to a room.
#[must_use]
pub(in crate::http) fn entering_query(customer: &str, room: &str) -> String {
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("c", customer), ("e", room)])
        .finish()
}

/// A room's page with an encoded query.
#[must_use]
pub(in crate::http) fn entry(query: &str) -> String {
    format!("{}?{query}", prefixed(ENTRY))
}

/// The current request's address, as the action of its page's form.
#[must_use]
pub(in crate::http) fn same(address: &http::Uri) -> String {
    prefixed(address.path_and_query().map_or(ENTRY, |address| address.as_str()))
}

/// The way out of an error: cancels the place that this browser holds in the room and leads back
/// into the room. The link names that place, so it acts without a confirmation. It cannot loop,
/// because the cancel always ends on a new place.
#[must_use]
pub(in crate::http) fn cancel_and_reenter<'a>(
    customer: &'a str,
    room: &'a str,
    queue_id: &QueueId,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    PlaceQuery::new((customer, room), queue_id, kept).at(CANCEL_ASPX)
}

/// A link about a place on the waiting page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum PlaceLink {
    /// Leaves the line.
    Leave,
    /// Transfers the place to another device.
    Transfer,
    /// Enters a priority code.
    Priority,
    /// Asks for an e-mail before the turn.
    Email,
    /// The action of the form by which the holder steps aside.
    StepAside,
    /// The action of the form by which a holder who has stepped aside comes back.
    ComeBack,
}

/// The query of the links about a place, which is the same for all of them: the room, the
/// parameters kept from the visitor's link, and the place's id.
#[derive(Debug, Clone)]
pub(in crate::http) struct PlaceQuery(String);

impl PlaceQuery {
    /// Encodes the query.
    #[must_use]
    pub(in crate::http) fn new<'a>(
        (customer, room): (&'a str, &'a str),
        queue_id: &QueueId,
        kept: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let mut query = String::with_capacity(LINK_BYTES_USUAL);
        push_query(&mut query, room_and(customer, room, kept));
        // A queue id needs no escaping.
        query.push_str("&q=");
        query.push_str(queue_id.text().as_str());
        Self(query)
    }

    /// Appends a link to a text.
    pub(in crate::http) fn push(&self, text: &mut String, link: PlaceLink) {
        let path = match link {
            PlaceLink::Leave => EXIT_LINE,
            PlaceLink::Transfer => TRANSFER,
            PlaceLink::Priority => PRIORITY,
            PlaceLink::Email => EMAIL,
            PlaceLink::StepAside | PlaceLink::ComeBack => HOLD,
        };
        push_prefixed(text, path);
        text.push_str(&self.0);
        if link == PlaceLink::ComeBack {
            text.extend(["&", BACK_PARAMETER, "=1"]);
        }
    }

    /// The link by which a visitor leaves the line; the page after it uses the kept parameters for
    /// the way back.
    #[must_use]
    pub(in crate::http) fn leave(&self) -> String {
        self.at(EXIT_LINE)
    }

    /// The address of a step of leaving the line. A step needs no escaping.
    #[must_use]
    pub(in crate::http) fn leaving(&self, step: &str) -> String {
        let mut link = self.leave();
        link.extend(["&", LEAVING_PARAMETER, "=", step]);
        link
    }

    /// The page that transfers the place to another device.
    #[must_use]
    pub(in crate::http) fn transfer_page(&self) -> String {
        self.at(TRANSFER)
    }

    /// The page where the holder of the place enters a priority code.
    #[must_use]
    pub(in crate::http) fn priority_page(&self) -> String {
        self.at(PRIORITY)
    }

    /// The page where a visitor leaves an address.
    #[must_use]
    pub(in crate::http) fn email_page(&self) -> String {
        self.at(EMAIL)
    }

    fn at(&self, path: &str) -> String {
        let mut link = String::with_capacity(path.len() + self.0.len());
        push_prefixed(&mut link, path);
        link.push_str(&self.0);
        link
    }
}

/// The action of the form for a priority code.
#[must_use]
pub(in crate::http) fn priority_form() -> String {
    prefixed(PRIORITY)
}

/// The action of the forms about a transfer.
#[must_use]
pub(in crate::http) fn transfer_form() -> String {
    prefixed(TRANSFER)
}

/// The action of the forms about an e-mail.
#[must_use]
pub(in crate::http) fn email_form() -> String {
    prefixed(EMAIL)
}

/// The service worker that shows notifications.
#[must_use]
pub(in crate::http) fn push_worker() -> String {
    prefixed(PUSH_WORKER)
}

/// The page that asks for a newcomer's identity, with the parameters kept from the newcomer's link.
#[must_use]
pub(in crate::http) fn identity_page<'a>(
    customer: &'a str,
    room: &'a str,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    link(IDENTITY, customer, room, kept)
}

/// The page to which the identity provider sends a visitor after the sign-in.
#[must_use]
pub(in crate::http) fn signed_in() -> String {
    prefixed(SIGNED_IN)
}

/// The action of the forms on the identity page.
#[must_use]
pub(in crate::http) fn identity_form() -> String {
    prefixed(IDENTITY)
}

/// The link in an e-mail with this proof; with an empty proof, the part of the link before it.
#[must_use]
pub(in crate::http) fn email_take(customer: &str, room: &str, proof: &str) -> String {
    let proof = utf8_percent_encode(proof, VALUE).to_string();
    of_room(EMAIL_TAKE, customer, room).replace("{proof}", &proof)
}

/// The page where a visitor types a transfer code.
#[must_use]
pub(in crate::http) fn transfer_enter(customer: &str, room: &str, culture: Option<&str>) -> String {
    let culture = culture.map(|culture| ("cid", culture));
    with_query(&of_room(TRANSFER_ENTER, customer, room), culture)
}

/// The page for a given transfer code.
#[must_use]
pub(in crate::http) fn transfer_code(customer: &str, room: &str, code: &str, culture: Option<&str>) -> String {
    let code = utf8_percent_encode(code, VALUE).to_string();
    let culture = culture.map(|culture| ("cid", culture));
    with_query(
        &of_room(TRANSFER_CODE, customer, room).replace("{code}", &code),
        culture,
    )
}

/// The published document of a room's draws.
#[must_use]
pub(in crate::http) fn draw_document(customer: &str, room: &str) -> String {
    prefixed(&of_room(DRAW, customer, room)) + DOCUMENT_SUFFIX
}

/// The address that accepts the beacon's round for which a room's draw waits.
#[must_use]
pub(in crate::http) fn draw_beacon(customer: &str, room: &str) -> String {
    prefixed(&of_room(DRAW_BEACON, customer, room))
}

/// The page that verifies a room's draws, and, given a queue id, that visitor's number; `kept` are
/// parameters of the visitor's link.
#[must_use]
pub(in crate::http) fn draw_page<'a>(
    customer: &str,
    room: &str,
    queue_id: Option<&QueueId>,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    let queue_id = queue_id.map(QueueId::to_string);
    let mut pairs: Vec<(&str, &str)> = queue_id.as_deref().map(|id| ("q", id)).into_iter().collect();
    for (name, value) in kept {
        pairs.push((name, value));
    }
    with_query(&of_room(DRAW, customer, room), pairs)
}

/// The receipt of a place.
#[must_use]
pub(in crate::http) fn draw_receipt(customer: &str, room: &str, queue_id: &QueueId) -> String {
    let queue_id = queue_id.to_string();
    with_query(&of_room(DRAW_RECEIPT, customer, room), [("q", queue_id.as_str())])
}

/// A file whose name contains a hash of its content.
#[must_use]
pub(in crate::http) fn asset(name: &str) -> String {
    ASSETS.replace("{*name}", name)
}

/// A script for pages of other sites, by its public name.
#[must_use]
pub(crate) fn script(name: &str) -> String {
    SCRIPT.replace("{name}", &format!("{name}.min.js"))
}

/// The public status of a room, in a language.
#[must_use]
pub(in crate::http) fn room_status(customer: &str, room: &str, culture: &str) -> String {
    with_query(&of_room(ROOM_STATUS, customer, room), [("cid", culture)])
}

/// The action of the language picker.
#[must_use]
pub(in crate::http) fn language() -> String {
    prefixed(LANGUAGE)
}

/// The public status of the service.
#[must_use]
pub(in crate::http) fn service_status() -> String {
    prefixed(SERVICE_STATUS)
}

/// The page that explains what this host is for, in a language.
#[must_use]
pub(in crate::http) fn about(culture: &str) -> String {
    with_query(ABOUT, [("cid", culture)])
}

fn link<'a>(
    path: &str,
    customer: &'a str,
    room: &'a str,
    more: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    with_query(path, room_and(customer, room, more))
}

fn room_and<'a>(
    customer: &'a str,
    room: &'a str,
    more: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    [("c", customer), ("e", room)].into_iter().chain(more)
}

/// Fills the ids into a room's path; ids need no escaping.
fn of_room(path: &str, customer: &str, room: &str) -> String {
    path.replace("{customer}", customer).replace("{room}", room)
}

fn with_query<'a>(path: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut link = String::with_capacity(LINK_BYTES_USUAL);
    push_prefixed(&mut link, path);
    push_query(&mut link, pairs);
    link
}

fn push_query<'a>(link: &mut String, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let mut separator = '?';
    for (name, value) in pairs {
        link.push(separator);
        link.extend(utf8_percent_encode(name, VALUE));
        link.push('=');
        link.extend(utf8_percent_encode(value, VALUE));
        separator = '&';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_escaped_names_and_values() {
        let link = enter("demo", "sale", [("t", "https://a.example/?x=1&y=ä"), ("t_&", "1")]);
        assert_eq!(
            link,
            "/?c=demo&e=sale&t=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D%C3%A4&t_%26=1"
        );
        let back = cancel_and_reenter("demo", "sale", &QueueId::NIL, [("cid", "de")]);
        assert_eq!(back, format!("/cancel.aspx?c=demo&e=sale&cid=de&q={}", QueueId::NIL));
        let place = PlaceQuery::new(("demo", "sale"), &QueueId::NIL, [("cid", "de")]);
        let left = place.leave();
        assert_eq!(left, format!("/exitline.aspx?c=demo&e=sale&cid=de&q={}", QueueId::NIL));
        assert_eq!(place.leaving("begin"), format!("{left}&leaving=begin"));
        let page = place.transfer_page();
        assert_eq!(page, format!("/move?c=demo&e=sale&cid=de&q={}", QueueId::NIL));
        let mut form = "> ".to_owned();
        place.push(&mut form, PlaceLink::ComeBack);
        let back = format!("> {HOLD}?c=demo&e=sale&cid=de&q={}&back=1", QueueId::NIL);
        assert_eq!(form, back);
        assert_eq!(transfer_enter("demo", "sale", Some("de")), "/move/demo/sale?cid=de");
        assert_eq!(
            transfer_code("demo", "sale", "K7QX-3MTP", None),
            "/move/demo/sale/K7QX-3MTP"
        );
        assert_eq!(
            transfer_code("demo", "sale", "a/b?{", None),
            "/move/demo/sale/a%2Fb%3F%7B"
        );
        let page = draw_page("demo", "sale", Some(&QueueId::NIL), [("cid", "de&x")]);
        assert_eq!(page, format!("/draw/demo/sale?q={}&cid=de%26x", QueueId::NIL));
        assert_eq!(draw_page("demo", "sale", None, []), "/draw/demo/sale");
    }
}
