//! In which language somebody is answered: by the link, the browser and the room, with what the
//! theme says its own way.

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

use crate::config::RoomDefinition;
use crate::http::Edge;
use crate::http::visit::query::Query;
use crate::text::Language;

/// Language of pages that belong to no room.
const CULTURE: &str = "en-US";

impl Edge {
    /// The language for a request. Without a room the browser is always asked: visitors in trouble
    /// are told in a language of their own where the link names none.
    pub(in crate::http) fn language(
        &self,
        headers: &HeaderMap,
        query: &Query<'_>,
        room: Option<&RoomDefinition>,
    ) -> &Language {
        let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let (culture, detect) = room.map_or((CULTURE, true), |room| (&room.culture, room.detect_language));
        let language = self.languages.negotiate(query.get("cid"), accepted, culture, detect);
        self.in_theme(language, query, room)
    }

    /// The same for an answer that all who send this query share: what a browser says does not
    /// count.
    pub(in crate::http) fn shared_language(&self, query: &Query<'_>, room: &RoomDefinition) -> &Language {
        let language = self.languages.negotiate(query.get("cid"), None, &room.culture, false);
        self.in_theme(language, query, Some(room))
    }

    fn in_theme<'e>(
        &'e self,
        language: &'e Language,
        query: &Query<'_>,
        room: Option<&RoomDefinition>,
    ) -> &'e Language {
        self.languages
            .in_theme(language, &self.pages.theme(query.get("l"), room).id)
    }
}
