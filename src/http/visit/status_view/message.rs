//! The operator's message as a visitor reads it.

use super::StatusView;
use crate::announcement::{AnnouncementPhase, AnnouncementText};
use crate::pages::announcement_html;

impl StatusView<'_> {
    /// Returns the operator's message in the reader's language, if one is shown now.
    pub(super) fn message(&self) -> Option<&AnnouncementText> {
        let message = self.settings.message.as_ref()?;
        let is_shown = message.phase(self.now) == AnnouncementPhase::Shown;
        is_shown.then(|| message.text_for(self.language.tag(), self.language.family()))
    }

    pub(super) fn message_html(&self) -> Option<String> {
        self.message()
            .filter(|message| message.has_links())
            .map(announcement_html)
    }
}
