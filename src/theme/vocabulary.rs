//! The tokens that all themes share, and the pairs of text and ground among them.
//!
//! A theme can define further tokens. The names describe the purpose of a colour, not its look, so
//! that a room's own colour, the dark scheme or a new page needs no further rule. `docs/themes.md`
//! explains the tokens to designers; a test compares its table with this list.

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

/// Tokens that others are made for, and those others: a theme that changes the first alone leaves
/// these behind. Those of `accent` can be left out: they are derived.
pub const FOLLOWERS: &[(&str, &[&str])] = &[
    ("accent", &["accent-soft", "on-accent", "ground-glow"]),
    ("go", &["go-deep", "on-go"]),
    ("hold", &["hold-soft", "on-hold"]),
];

/// The contrast ratio required for text (WCAG 2.2, 1.4.3).
pub const TEXT: f64 = 4.5;
/// The contrast ratio required for meaningful graphics, such as a bar and its track (WCAG 2.2,
/// 1.4.11).
pub const GRAPHIC: f64 = 3.0;

/// Pairs of text and ground, and the contrast ratio that each requires.
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
