//! The whole page: the theme's layout with fragments in its slots and values in its holes, for one
//! sample visitor.

use app::{
    hole::{CLOSE, Hole, OPEN, figure_length},
    page::{ClientScript, Fragments, Links, Slot, WaitingShape, render_waiting_page},
    view::PageState,
};

use crate::{
    Folders,
    sample::{Wish, layout_flags},
};

const NONCE: &str = "cHJldmlldw";
/// The server's policy, with a constant nonce.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     script-src 'nonce-cHJldmlldw' 'strict-dynamic' 'wasm-unsafe-eval'";

/// Returns the page for a query, or the reason if a file is unreadable.
pub(crate) fn whole(folders: &Folders, query: &str) -> Result<String, String> {
    let wish = Wish::read(query);
    let layout = folders.theme.join("layout.html");
    let layout = std::fs::read_to_string(&layout).map_err(|why| format!("{}: {why}", layout.display()))?;
    let shape = WaitingShape {
        room_name: "Summer sale".to_owned(),
        lang: wish.lang.clone(),
        direction: wish.direction(),
        page: wish.page(),
        placed: !matches!(wish.state, PageState::Idle | PageState::Ended),
        draw: wish.draw,
        digits: if wish.lang == "ar" {
            "٠١٢٣٤٥٦٧٨٩"
        } else {
            "0123456789"
        }
        .to_owned(),
        texts: wish.page_texts(&folders.locales),
        email: None,
        push: None,
        hold: None,
        layout: layout_flags(&wish),
        languages: Vec::new(),
        links: Links::default(),
        pastimes: String::new(),
        figures: Slot::ALL
            .into_iter()
            .filter(|slot| slot.is_figure() && layout.contains(&opening(*slot)))
            .collect(),
        logo_url: Some("/theme/logo.svg".to_owned()),
        script: folders.pkg.as_ref().filter(|_| !wish.no_script).map(|_| ClientScript {
            js_path: "/pkg/app.js".to_owned(),
            wasm_path: if wish.no_wasm {
                "/pkg/none.wasm"
            } else {
                "/pkg/app_bg.wasm"
            }
            .to_owned(),
        }),
    };
    let page = assemble(&layout, &render_waiting_page(&shape));
    Ok(fill(&page, &wish, folders))
}

/// Puts the fragments into the layout.
fn assemble(layout: &str, fragments: &Fragments) -> String {
    let mut page = layout.to_owned();
    for slot in Slot::ALL {
        if let Some(start) = page.find(&opening(slot))
            && let Some(length) = page[start..].find("</slot>")
        {
            page.replace_range(start..start + length + "</slot>".len(), fragments.slot(slot));
        }
    }
    let attributes: String = fragments
        .html_attributes
        .iter()
        .map(|(name, value)| format!(" {name}=\"{value}\""))
        .collect();
    let root = page
        .find("<html")
        .map_or(0..0, |at| at..at + page[at..].find('>').unwrap_or_default());
    page.replace_range(root, &format!("<html{attributes}"));
    let title = page
        .find("<title>")
        .map_or(0..0, |at| at + 7..at + page[at..].find("</title>").unwrap_or_default());
    page.replace_range(title, &fragments.title);
    page.replacen("</head>", &format!("{}</head>", fragments.head), 1)
        .replacen("</body>", &format!("{}</body>", fragments.scripts), 1)
        .replace("href=\"../../base.css\"", "href=\"/theme/base.css\"")
        .replace("href=\"style.css\"", "href=\"/theme/style.css\"")
        .replace("href=\"logo.svg\"", "href=\"/theme/logo.svg\"")
}

fn opening(slot: Slot) -> String {
    format!("<slot name=\"{}\">", slot.name())
}

fn fill(page: &str, wish: &Wish, folders: &Folders) -> String {
    let texts = wish.status_texts(&folders.locales);
    let ahead = wish.ahead.to_string();
    let ahead_length = figure_length(&texts.ahead).to_string();
    let number_length = figure_length(&texts.number).to_string();
    let progress = wish.progress().to_string();
    let seconds = wish
        .seconds_to_start()
        .map(|seconds| seconds.to_string())
        .unwrap_or_default();
    let mut pieces = page.split(OPEN);
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once(CLOSE).unwrap_or(("", piece));
        let value = match Hole::from_name(name) {
            Some(Hole::State) => wish.state.as_str(),
            Some(Hole::ReasonName) => wish.reason_name(),
            Some(Hole::Title) => &texts.title,
            Some(Hole::Headline) => &texts.headline,
            Some(Hole::Lead) => &texts.lead,
            Some(Hole::Ahead) => &texts.ahead,
            Some(Hole::AheadCount) => &ahead,
            Some(Hole::AheadLength) => &ahead_length,
            Some(Hole::NumberLength) => &number_length,
            Some(Hole::Wait) => &texts.wait,
            Some(Hole::Stock) => &texts.stock,
            Some(Hole::Reason) => &texts.reason,
            Some(Hole::Number) => &texts.number,
            Some(Hole::Progress) => &progress,
            Some(Hole::Updated) => "10:00:00 UTC",
            Some(Hole::UpdatedUtc) => "2026-12-01T10:00:00Z",
            Some(Hole::Message) => &wish.message,
            Some(Hole::Version) => "16",
            Some(Hole::CheckMs) => "",
            Some(Hole::QueueId) => "0f9e6d1c-5b7a-4c7e-9a55-3d1f0c2b4a68",
            Some(Hole::LeaveUrl) => "/?left",
            Some(Hole::Nonce) => NONCE,
            Some(Hole::PollMs) => "2000",
            Some(Hole::RefreshSeconds) => "10",
            Some(Hole::Announce) => &texts.announce,
            Some(Hole::Countdown) => &texts.countdown,
            Some(Hole::StartsUtc) if seconds.is_empty() => "",
            Some(Hole::StartsUtc) => "2026-12-01T10:12:05Z",
            Some(Hole::SecondsToStart) => &seconds,
            Some(Hole::StartsAt) if seconds.is_empty() => "",
            Some(Hole::StartsAt) => "2026-12-01 10:12 UTC",
            Some(Hole::PrequeueCountdown | Hole::SecondsToPrequeue | Hole::SecondsToDraw) => "",
            Some(Hole::HoldUrl | Hole::HoldSeconds | Hole::HoldLeft | Hole::Near) => "",
            Some(Hole::Query) => "c=demo&e=sale",
            Some(Hole::TransferUrl) => "/?move",
            Some(Hole::PriorityUrl) => "/?priority",
            Some(Hole::EmailUrl) => "/?email",
            Some(Hole::ReceiptUrl) => "/?receipt",
            Some(Hole::DrawUrl) => "/?draw",
            Some(Hole::TargetUrl) => "/?site",
            None => "",
        };
        whole.push_str(&value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;"));
        whole.push_str(rest);
    }
    whole
}
