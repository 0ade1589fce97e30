//! Chooses the language of an answer from the link, the browser and the room, with the theme's own
//! messages.

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

use crate::config::RoomDefinition;
use crate::http::AppState;
use crate::http::visit::query::Query;
use crate::text::{Language, LanguageInTheme};

/// The culture of pages that belong to no room.
const CULTURE: &str = "en-US";

impl AppState {
    /// Returns the language for a request. Without a room, the browser's languages always count, so
    /// that visitors with an error get their own language if the link names none.
    pub(in crate::http) fn language(
        &self,
        headers: &HeaderMap,
        query: &Query<'_>,
        room: Option<&RoomDefinition>,
    ) -> LanguageInTheme<'_> {
        let (culture, detect) = room.map_or((CULTURE, true), |room| (&room.culture, room.detect_language));
        // Most rooms have one language, whatever the browser prefers.
        let header = || headers.get(ACCEPT_LANGUAGE)?.to_str().ok();
        let accepted = if detect { header() } else { None };
        let language = self.languages.negotiate(query.get("cid"), accepted, culture, detect);
        self.in_theme(language, query, room)
    }

    /// Returns the language for the poll of a page in the language `on_page`. An open page keeps
    /// its language when the operator changes the room's language, or the setting for the browser's
    /// languages: otherwise the page would mix two languages. An unknown or empty tag counts as
    /// none.
    pub(in crate::http) fn language_of_page(
        &self,
        on_page: &str,
        headers: &HeaderMap,
        query: &Query<'_>,
        room: &RoomDefinition,
    ) -> LanguageInTheme<'_> {
        match self.languages.find(on_page) {
            Some(language) => self.in_theme(language, query, Some(room)),
            None => self.language(headers, query, Some(room)),
        }
    }

    /// Returns the language for an answer that all requests with this query share: the browser's
    /// languages do not count.
    pub(in crate::http) fn shared_language(&self, query: &Query<'_>, room: &RoomDefinition) -> LanguageInTheme<'_> {
        let language = self.languages.negotiate(query.get("cid"), None, &room.culture, false);
        self.in_theme(language, query, Some(room))
    }

    fn in_theme<'e>(
        &'e self,
        language: &'e Language,
        query: &Query<'_>,
        room: Option<&RoomDefinition>,
    ) -> LanguageInTheme<'e> {
        if !self.languages.are_themed() {
            return LanguageInTheme::Plain(language);
        }
        self.languages
            .in_theme(language, &self.pages.theme(query.get("l"), room).id)
    }
}
