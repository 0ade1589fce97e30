//! Figures that stand in slots of their own, away from the island that changes them.

use app::page::{Slot, WaitingShape, render_waiting_page};

use crate::waiting_page::{life, shape};

#[test]
fn figures_in_slots_of_their_own_leave_marks_by_which_the_island_becomes_whole_again() {
    let figures: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| slot.is_figure()).collect();
    for (page, shown) in life().into_iter().zip([1, 2, 6, 0]) {
        let whole = render_waiting_page(&page);
        let placed = render_waiting_page(&WaitingShape {
            figures: figures.clone(),
            ..page
        });
        let there = figures.iter().filter(|slot| !placed.slot(**slot).is_empty());
        assert_eq!(there.count(), shown);
        let mut status = placed.slot(Slot::Status).to_owned();
        for slot in &figures {
            let (name, html) = (slot.name(), placed.slot(*slot));
            let mark = format!("<!--{name}-->");
            assert_eq!(status.matches(&mark).count(), usize::from(!html.is_empty()), "{name}");
            let figure = html.replace("<dl class=\"figures\">", "").replace("</dl>", "");
            status = status.replace(&mark, &figure.replace(&format!(" data-placed=\"{name}\""), ""));
        }
        assert_eq!(status, whole.slot(Slot::Status), "hydration finds another page");
        assert!(!whole.scripts.contains("data-placed"));
        assert_eq!(placed.scripts.contains("[data-placed="), !placed.scripts.is_empty());
    }
}

#[test]
fn figures_without_a_slot_stay_in_the_status() {
    let fragments = render_waiting_page(&WaitingShape {
        figures: vec![Slot::Ahead, Slot::Updated],
        ..shape(true)
    });
    let ahead = fragments.slot(Slot::Ahead);
    assert!(
        ahead.starts_with("<dl class=\"figures\"><div data-placed=\"ahead\"") && ahead.ends_with("</div></dl>"),
        "{ahead}"
    );
    let updated = fragments.slot(Slot::Updated);
    assert!(
        updated.starts_with("<p data-placed=\"updated\"") && updated.contains("<time data-slot=\"updated\""),
        "{updated}"
    );
    let status = fragments.slot(Slot::Status);
    for (slot, stays) in [
        ("ahead", false),
        ("updated", false),
        ("wait", true),
        ("number", true),
        ("progress", true),
    ] {
        assert_eq!(status.contains(&format!("data-slot=\"{slot}\"")), stays, "{slot}");
    }
}
