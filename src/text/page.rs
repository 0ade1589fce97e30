//! The fixed texts of the waiting page.

use app::hole::{ENTRY_OR, ENTRY_TIMES};
use app::texts::PageTexts;

use super::catalog::Catalog;
use super::declare_messages::declare_messages;

macro_rules! page_texts {
    ($($field:ident),+ $(,)?) => {
        pub(super) fn page_texts(catalog: &mut Catalog<'_>) -> PageTexts {
            let mut take = |field: &str| catalog.fixed(&format!("page-{}", field.replace('_', "-")));
            PageTexts {
                $($field: take(stringify!($field)),)+
                entry: entry(catalog),
                embed_show: marked(catalog, "page-embed-show", "host"),
                game_card: marked(catalog, "page-game-card", "number"),
                game_found: marked(catalog, "page-game-found", "count"),
                // Equal to the live texts, by which the page recognizes an unknown wait.
                wait_unknown: format!("{}|{}", catalog.fixed("status-wait-unknown"), catalog.fixed("status-wait-not-yet")),
                // Equal to the live texts: the page switches to it by itself, before its next poll.
                countdown_now: catalog.fixed("status-countdown-now"),
                started_headline: catalog.fixed("status-headline-started"),
                drawing_headline: catalog.fixed("status-headline-drawing"),
                // The heading of the page that the link leads to.
                priority_link: catalog.fixed("move-priority-title"),
            }
        }
    };
}

/// Returns the two sentences with marks for the times, each isolated from the direction of the
/// text. A word joiner keeps the range "2:16–2:19" on one line.
fn entry(catalog: &mut Catalog<'_>) -> String {
    let marks = ENTRY_TIMES.map(|mark| format!("\u{2068}{mark}\u{2069}"));
    let [at, from, to] = &marks;
    let about = catalog.template("page-entry-about", &["at"]).fill(&[at]);
    let range = catalog.template("page-entry", &["at", "from", "to"]);
    let to = format!("\u{2060}{to}");
    format!("{about}{ENTRY_OR}{}", range.fill(&[at, from, &to]))
}

/// Returns a text with a mark in the place of its variable.
fn marked(catalog: &mut Catalog<'_>, message: &str, variable: &str) -> String {
    let mark = ENTRY_TIMES[0].to_string();
    catalog.template(message, &[variable]).fill(&[&mark])
}

page_texts! {
    ahead_label,
    wait_label,
    number_label,
    progress_label,
    updated_label,
    message_label,
    keep_open,
    details,
    unit_days,
    unit_hours,
    unit_minutes,
    unit_seconds,
    leave,
    leave_loses,
    leave_stay,
    leave_pending,
    leave_can_undo,
    leave_undo,
    queue_id_label,
    offline,
    online_again,
    redirecting_headline,
    redirecting_lead,
    redirecting_link,
    skip,
    powered_by,
    about_link,
    status_link,
    countdown_label,
    prequeue_countdown_label,
    starts_at_label,
    keep_open_before,
    keep_open_idle,
    notify_heading,
    notify_sound,
    notify_vibration,
    notify_notification,
    notify_denied,
    language_label,
    language_apply,
    move_link,
    draw_in_label,
    draw_heading,
    draw_closing,
    draw_chance,
    draw_number,
    draw_with_beacon,
    draw_check,
    draw_receipt,
    draw_receipt_link,
    draw_check_link,
    drawn_link,
    skip_content,
    pastimes_heading,
    game_title,
    game_how,
    game_play,
    game_again,
    ended_help,
    back_to_site,
}

declare_messages! {
    /// The texts of the form by which visitors step aside when it is nearly their turn.
    StepAsideTexts, "hold-" {
        /// The sentences that explain stepping aside.
        offer [],
        /// Text of the button that steps aside.
        button ["duration"],
        /// Label of the time that is left.
        left [],
        /// Text of the button that comes back.
        back [],
        /// Title of the tab, and of a notification, when the time is nearly over.
        ending [],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Languages;

    #[test]
    fn the_entry_has_a_sentence_with_one_time_and_one_with_three() {
        for language in Languages::load().each() {
            let entry = language.page_texts().entry;
            let (about, range) = entry.split_once(ENTRY_OR).expect("two sentences");
            let has = |text: &str| ENTRY_TIMES.map(|mark| text.matches(mark).count());
            assert_eq!(has(about), [1, 0, 0], "{}: {about}", language.tag());
            assert_eq!(has(range), [1, 1, 1], "{}: {range}", language.tag());
        }
    }
}
