//! The query of a room's page: decoded once, and kept in raw form for links that carry every
//! parameter along.

use std::array;
use std::borrow::Cow;

use app::status::pairs;
use protocol::enqueue_token::PARAMETER;
use protocol::redirect::USED_PARAMETER;
use protocol::{QueueId, UnixSeconds};
use url::form_urlencoded;

use crate::http::paths;
use crate::rooms::LINK_BYTES_MAX;

/// The maximum number of parameters read from one query; the rest is ignored.
pub(in crate::http) const PARAMETERS_MAX: usize = 64;

/// The number of parameters that most queries have at most, which need no allocation.
const USUAL_PARAMETERS: usize = 8;

/// The key of an invitation.
pub(in crate::http) const KEY_PARAMETER: &str = "code";

/// The sealed identifier of the enqueue token that a place was given for, in the place's own link.
pub(in crate::http) const IDENTIFIER_PARAMETER: &str = "ti";
/// The parameter by which a client without cookies proves to hold a place: the place's link proof.
/// Any other value marks a browser that may keep no cookies.
pub(in crate::http) const HOLDER_PARAMETER: &str = "holder";
/// The value by which a page tests whether its browser keeps cookies.
pub(in crate::http) const HOLDER_UNKNOWN: &str = "check";

/// The solution of a challenge, for the price of a place.
pub(in crate::http) const WORK_PARAMETER: &str = "work";
/// The value of [`WORK_PARAMETER`] in a browser that does not run the script for the work.
pub(in crate::http) const WORK_BLOCKED: &str = "blocked";
/// The stamp of the visitor's first request, in place of work.
pub(in crate::http) const WAITED_PARAMETER: &str = "waited";
/// The answer to the stamp's arithmetic question, as the visitor typed it.
pub(in crate::http) const SUM_PARAMETER: &str = "sum";
/// The parameters by which a newcomer pays, none of which is kept in the address of a place.
const PAYMENT_PARAMETERS: [&str; 3] = [WORK_PARAMETER, WAITED_PARAMETER, SUM_PARAMETER];

/// The protocol by which a visitor goes back to the site; absent for the protocol of queue ids.
pub(in crate::http) const RETURN_PARAMETER: &str = "via";
/// The value of [`RETURN_PARAMETER`] for a site with CrowdHandler's integrations.
pub(in crate::http) const RETURN_TO_CROWDHANDLER: &str = "crowdhandler";

/// A decoded name and value.
type QueryPair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// A decoded query.
#[derive(Debug, Clone)]
pub(in crate::http) struct Query<'a> {
    raw: &'a str,
    /// The first parameters. A `SmallVec` would tie every reference to a query to the lifetime of
    /// its text.
    usual: [Option<QueryPair<'a>>; USUAL_PARAMETERS],
    /// The other parameters.
    more: Vec<QueryPair<'a>>,
}

impl<'a> Query<'a> {
    /// Decodes a form-urlencoded query.
    #[must_use]
    pub(in crate::http) fn new(raw: Option<&'a str>) -> Self {
        let raw = raw.unwrap_or_default();
        let mut all = pairs(raw).take(PARAMETERS_MAX);
        Self {
            raw,
            usual: array::from_fn(|_| all.next()),
            more: all.collect(),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = &QueryPair<'a>> {
        self.usual.iter().flatten().chain(&self.more)
    }

    /// Returns the query with `c` and `e` replaced by this room, for a link whose path names the
    /// room.
    #[must_use]
    pub(in crate::http) fn in_room(mut self, customer: &'a str, room: &'a str) -> Self {
        let is_other = |(name, _): &QueryPair<'a>| name != "c" && name != "e";
        for pair in &mut self.usual {
            *pair = pair.take().filter(is_other);
        }
        self.more.retain(is_other);
        self.more
            .extend([("c", customer), ("e", room)].map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Returns the query as received.
    #[must_use]
    pub(in crate::http) fn raw(&self) -> &'a str {
        self.raw
    }

    /// Returns the first value of a name; an empty value counts as absent.
    #[must_use]
    pub(in crate::http) fn get(&self, name: &str) -> Option<&str> {
        let found = self.pairs().find(|(key, value)| key == name && !value.is_empty());
        found.map(|(_, value)| value.as_ref())
    }

    /// Returns the expiry of the token that the site refused as already used.
    #[must_use]
    pub(in crate::http) fn used_token(&self) -> Option<UnixSeconds> {
        self.get(USED_PARAMETER)?.parse().ok().map(UnixSeconds)
    }

    /// Returns the first value of `t_<key>`, which fills `{key}` of a target template. The key is
    /// case-sensitive.
    #[must_use]
    pub(in crate::http) fn target_value(&self, key: &str) -> Option<String> {
        let is_key = |name: &str| name.strip_prefix("t_") == Some(key);
        self.pairs()
            .find(|(name, _)| is_key(name))
            .map(|(_, value)| value.clone().into_owned())
    }

    /// Returns the parameters that a link for entering again keeps: the credentials to join, and
    /// everything in [`Self::kept`].
    pub(in crate::http) fn entering(&self) -> impl Iterator<Item = (&str, &str)> {
        let rights = [KEY_PARAMETER, PARAMETER].map(|name| Some((name, self.get(name)?)));
        rights.into_iter().flatten().chain(self.kept())
    }

    /// Returns the parameters that a link back to a place keeps: language, theme, the proof of a
    /// client without cookies, and the target.
    pub(in crate::http) fn kept(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = ["cid", "l", HOLDER_PARAMETER, RETURN_PARAMETER, "t"].map(|name| Some((name, self.get(name)?)));
        let filling = self.pairs().filter(|(name, _)| name.starts_with("t_"));
        let filling = filling.map(|(name, value)| (name.as_ref(), value.as_ref()));
        named.into_iter().flatten().chain(filling)
    }

    /// Returns the kept parameters for a link that is stored and used later: language, theme and
    /// target, as far as [`LINK_BYTES_MAX`] allows.
    pub(in crate::http) fn kept_for_later(&self) -> Vec<(&str, &str)> {
        let mut length = 0;
        let kept = self.kept().filter(|(name, _)| *name != HOLDER_PARAMETER);
        let fitting = kept.filter(|pair| {
            let pair = form_urlencoded::Serializer::new(String::new())
                .extend_pairs([pair])
                .finish();
            let longer = length + usize::from(length > 0) + pair.len();
            let fits = longer <= LINK_BYTES_MAX;
            length = if fits { longer } else { length };
            fits
        });
        fitting.collect()
    }

    /// Returns [`Self::entering`] without the target's parameters.
    pub(in crate::http) fn kept_but_target(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entering().filter(|(name, _)| !name.starts_with('t'))
    }

    /// Returns the query with this stamp in place of any other, and without a solution or an
    /// answer.
    #[must_use]
    pub(in crate::http) fn with_stamp(&self, stamp: &str) -> String {
        let others = self.raw.split('&');
        let others = others.filter(|pair| !pair.is_empty() && !has_name(pair, is_payment));
        // Room for the stamp, and for a solution and an answer that can follow it.
        let most = PARAMETERS_MAX - PAYMENT_PARAMETERS.len();
        let others: String = others.take(most).flat_map(|pair| [pair, "&"]).collect();
        format!("{others}{WAITED_PARAMETER}={stamp}")
    }

    /// Returns the hidden fields of a form that sends this query once more, as a browser without
    /// scripts, with this stamp and without a solution or an answer. The payment's fields come
    /// first, so that [`PARAMETERS_MAX`] never cuts them off.
    #[must_use]
    pub(in crate::http) fn fields_with_stamp(&self, stamp: &str) -> Vec<(String, String)> {
        let own = [(WORK_PARAMETER, WORK_BLOCKED), (WAITED_PARAMETER, stamp)];
        let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let others = self.pairs().filter(|(name, _)| !is_payment(name));
        let others = others.map(|(name, value)| (name.to_string(), value.to_string()));
        own.into_iter().chain(others).collect()
    }

    /// Returns the address of the waiting page that has this query, for the way back from a page
    /// that opens beside it; `None` if the query names no place.
    #[must_use]
    pub(in crate::http) fn line_url(&self) -> Option<String> {
        let [customer, room, place] = ["c", "e", "q"].map(|name| self.get(name));
        let place = place.filter(|place| place.parse::<QueueId>().is_ok())?;
        Some(paths::enter(customer?, room?, self.kept().chain([("q", place)])))
    }

    /// Returns the query with this queue id and link proof in place of any other. The other
    /// parameters stay unchanged, except those beyond [`PARAMETERS_MAX`]: the id must be readable
    /// again, or the visitor would be redirected in a loop. `identifier` is the sealed identifier
    /// of the enqueue token that the place was given for.
    #[must_use]
    pub(in crate::http) fn with_place(&self, queue_id: &str, proof: Option<&str>, identifier: Option<&str>) -> String {
        let own = [
            (IDENTIFIER_PARAMETER, identifier),
            (HOLDER_PARAMETER, proof),
            ("q", Some(queue_id)),
        ];
        let own: Vec<(&str, &str)> = own
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        let is_once = |name: &str| name == HOLDER_PARAMETER || is_payment(name);
        let is_replaced = |name: &str| is_once(name) || own.iter().any(|(own, _)| *own == name);
        let others = self
            .raw
            .split('&')
            .filter(|pair| !pair.is_empty() && !has_name(pair, is_replaced))
            .take(PARAMETERS_MAX - own.len());
        let others: String = others.flat_map(|pair| [pair, "&"]).collect();
        let own: Vec<String> = own.iter().map(|(name, value)| format!("{name}={value}")).collect();
        others + &own.join("&")
    }
}

/// Returns whether a parameter of this name belongs to a newcomer's payment.
fn is_payment(name: &str) -> bool {
    PAYMENT_PARAMETERS.contains(&name)
}

/// Returns whether a raw pair decodes to a name of this kind.
fn has_name(pair: &str, is_of_kind: impl Fn(&str) -> bool) -> bool {
    form_urlencoded::parse(pair.as_bytes()).any(|(name, _)| is_of_kind(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_id_is_put_in_and_everything_else_is_kept() {
        let query = Query::new(Some("c=demo&e=sale&q=old&t=https%3A%2F%2Fa%2F&t_show=1+2&x"));
        assert_eq!(
            query.with_place("new", None, None),
            "c=demo&e=sale&t=https%3A%2F%2Fa%2F&t_show=1+2&x&q=new"
        );
        let held = Query::new(Some("c=demo&%68older=old&q=old"));
        assert_eq!(held.with_place("new", Some("p"), None), "c=demo&holder=p&q=new");
        assert_eq!(held.with_place("new", None, None), "c=demo&q=new");
        assert_eq!((query.get("t"), query.get("x")), (Some("https://a/"), None));
        let kept: Vec<_> = query.kept().collect();
        assert_eq!(kept, [("t", "https://a/"), ("t_show", "1 2")]);
        assert_eq!(query.kept_but_target().count(), 0);
        let invited = Query::new(Some("code=a&t=b&enqueuetoken=c&cid=de"));
        let entering: Vec<_> = invited.entering().collect();
        assert_eq!(
            entering,
            [("code", "a"), ("enqueuetoken", "c"), ("cid", "de"), ("t", "b")]
        );
        assert_eq!(invited.kept().count(), 2, "a move's form has a code of its own");
        assert_eq!(query.target_value("show").as_deref(), Some("1 2"));
        assert_eq!(Query::new(None).with_place("new", None, None), "q=new");
        let worked = Query::new(Some("c=demo&w%6Frk=ab%2B&waited=1.f&sum=1+2&t=b"));
        assert_eq!(worked.with_place("new", None, None), "c=demo&t=b&q=new");
        assert_eq!(worked.with_stamp("2.e"), "c=demo&t=b&waited=2.e");
        let forged = Query::new(Some("c=demo&%74i=other&q=old"));
        assert_eq!(
            forged.with_place("new", None, Some("guid.proof")),
            "c=demo&ti=guid.proof&q=new"
        );
    }

    #[test]
    fn a_form_sends_every_parameter_once_more() {
        let query = Query::new(Some(
            "c=demo&e=sale&t=https%3A%2F%2Fa%2F&t_show=1+2&cid=fa&code=k&waited=1.f&work=ab&s%75m=7",
        ));
        let fields = query.fields_with_stamp("2.e");
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(
            fields,
            [
                ("work", "blocked"),
                ("waited", "2.e"),
                ("c", "demo"),
                ("e", "sale"),
                ("t", "https://a/"),
                ("t_show", "1 2"),
                ("cid", "fa"),
                ("code", "k"),
            ]
        );
    }

    #[test]
    fn parameters_beyond_the_usual_number_are_read_too() {
        let query = Query::new(Some("c=demo&e=sale&t_1=1&t_2=2&t_3=3&t_4=4&t_5=5&t_6=6&t_7=7&q=place"));
        assert_eq!((query.get("q"), query.kept().count()), (Some("place"), 7));
        let query = query.in_room("acme", "show");
        assert_eq!(
            ["c", "e", "q"].map(|name| query.get(name)),
            [Some("acme"), Some("show"), Some("place")]
        );
        assert_eq!(query.kept().count(), 7);
    }
}
