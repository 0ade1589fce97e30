//! The tokens that themes share, and which of them people read on which.
//!
//! A theme may have tokens of its own beside these. The names say what a colour is for and not what
//! it looks like, so that a room's own colour, the dark and a new page need no rule more.
//! `docs/themes.md` explains them to designers; a test holds that table to this list.

/// Name and purpose of each shared token.
pub const TOKENS: &[(&str, &str)] = &[
    ("ground", "the page behind everything"),
    ("ground-glow", "a second tone of it, where the theme plays with light"),
    ("surface", "the sheet on which status and heading stand"),
    ("ink", "text"),
    ("muted", "text of less weight: labels, help, footer"),
    ("line", "rules and borders that only decorate"),
    ("accent", "the brand: figures, progress, focus, links"),
    ("accent-soft", "a ground of it: messages, the track of the progress bar"),
    ("on-accent", "text on the accent"),
    ("go", "the ground of “it is your turn”"),
    ("go-deep", "its darker end, and the text of buttons on `on-go`"),
    ("on-go", "text on `go` and `go-deep`, and the ground of buttons there"),
    ("hold", "the accent while the line is paused, slowed or cut off"),
    ("hold-soft", "a ground of it"),
    ("on-hold", "text on `hold`"),
    ("radius", "how round corners are"),
];

/// The ratio of text and its ground (WCAG 2.2, 1.4.3).
pub const TEXT: f64 = 4.5;
/// The ratio of what one has to see to understand, a bar and its track for example (WCAG 2.2,
/// 1.4.11).
pub const GRAPHIC: f64 = 3.0;

/// What stands on what, and the ratio that it needs.
pub const PAIRS: &[(&str, &str, f64)] = &[
    ("ink", "ground", TEXT),
    ("ink", "surface", TEXT),
    ("ink", "accent-soft", TEXT),
    ("ink", "hold-soft", TEXT),
    ("muted", "ground", TEXT),
    ("muted", "surface", TEXT),
    ("accent", "ground", TEXT),
    ("accent", "surface", TEXT),
    ("accent", "accent-soft", TEXT),
    ("on-accent", "accent", TEXT),
    ("hold", "surface", TEXT),
    ("hold", "hold-soft", GRAPHIC),
    ("on-hold", "hold", TEXT),
    ("on-go", "go", TEXT),
    ("on-go", "go-deep", TEXT),
];
