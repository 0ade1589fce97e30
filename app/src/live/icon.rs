//! The icon of a tab in the background, which shows the state: progress, the visitor's turn, a
//! pause, a lost connection. The island draws the icon itself, so that nothing is fetched.

use crate::view::PageState;

/// The inputs of an icon; colours are CSS values.
#[derive(Debug, Clone)]
pub(super) struct Icon {
    pub(super) state: PageState,
    pub(super) lost: bool,
    /// The completed share of the wait, in whole percent.
    pub(super) percent: String,
    pub(super) accent: String,
    pub(super) go: String,
    pub(super) hold: String,
}

const RING: &str = r#"<circle cx="16" cy="16" r="12" fill="none" stroke-width="7" stroke=""#;

impl Icon {
    /// Returns the picture as SVG.
    pub(super) fn svg(&self) -> String {
        let drawing = match self.state {
            _ if self.lost => [RING, &self.hold, r#"" stroke-dasharray="4.7"/>"#].concat(),
            PageState::FirstInLine | PageState::Redirecting => {
                let tick = r##""/><path d="M9 17l5 5 9-11" fill="none" stroke="#fff" stroke-width="4"/>"##;
                [r#"<circle cx="16" cy="16" r="16" fill=""#, &self.go, tick].concat()
            }
            PageState::Paused | PageState::SoldOut | PageState::Aside => {
                let bars = r##""/><path d="M12 9v14M20 9v14" stroke="#fff" stroke-width="4"/>"##;
                [r#"<circle cx="16" cy="16" r="16" fill=""#, &self.hold, bars].concat()
            }
            PageState::InLine
            | PageState::Almost
            | PageState::Idle
            | PageState::Prequeue
            | PageState::Drawing
            | PageState::Drawn
            | PageState::Ended => {
                let track = r#"" opacity=".3"/>"#;
                let share = r#"" pathLength="100" transform="rotate(-90 16 16)" stroke-dasharray=""#;
                [
                    RING,
                    &self.accent,
                    track,
                    RING,
                    &self.accent,
                    share,
                    &self.percent,
                    r#" 100"/>"#,
                ]
                .concat()
            }
        };
        [
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">"#,
            &drawing,
            "</svg>",
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_moment_has_a_picture_of_its_own() {
        let of = |state, lost| {
            let [accent, go, hold] = ["#00f", "#0a0", "#fa0"].map(str::to_owned);
            let percent = "40".to_owned();
            let svg = Icon {
                state,
                lost,
                percent,
                accent,
                go,
                hold,
            }
            .svg();
            assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"), "{svg}");
            assert_eq!(svg.matches('"').count() % 2, 0, "{svg}");
            assert_eq!(svg.matches('<').count(), svg.matches('>').count());
            svg
        };
        let line = of(PageState::InLine, false);
        assert!(
            line.contains("stroke-dasharray=\"40 100\"") && line.contains("stroke=\"#00f\""),
            "{line}"
        );
        let mut pictures = vec![line];
        for (state, lost, colour) in [
            (PageState::FirstInLine, false, "fill=\"#0a0\""),
            (PageState::Paused, false, "fill=\"#fa0\""),
            (PageState::InLine, true, "stroke=\"#fa0\""),
        ] {
            let picture = of(state, lost);
            assert!(picture.contains(colour), "{picture}");
            pictures.push(picture);
        }
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), 4);
    }
}
