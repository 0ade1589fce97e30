//! A QR code as an inline drawing: dark modules on a light ground in every theme, since not all
//! cameras read inverted codes. It is drawn on this server, so that no third party receives an
//! address with a code.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};

/// The width of the light margin that the standard requires, modules.
const QUIET_MODULES: usize = 4;

/// A drawing made of unit squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    /// The modules of one side, including the margin.
    pub(super) side: usize,
    /// The dark modules as the data of an SVG path, as horizontal runs, row by row.
    pub(super) path: String,
}

impl Picture {
    /// Draws a text; `None` if it is too long for a QR code.
    pub(super) fn of(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let width = code.width();
        let mut path = String::new();
        for (y, row) in code.to_colors().chunks(width).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, next| one == next) {
                if run[0] == Color::Dark {
                    let (left, top, length) = (x + QUIET_MODULES, y + QUIET_MODULES, run.len());
                    write!(path, "M{left} {top}h{length}v1h-{length}z").expect("writing to a string");
                }
                x += run.len();
            }
        }
        Some(Self {
            side: width + 2 * QUIET_MODULES,
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the dark modules that the path draws.
    fn drawn(picture: &Picture) -> Vec<(usize, usize)> {
        let mut dark = Vec::new();
        for run in picture.path.split('M').filter(|run| !run.is_empty()) {
            let (at, rest) = run.split_once('h').expect("a run");
            let (x, y) = at.split_once(' ').expect("two numbers");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            let length: usize = rest.split_once('v').expect("a run").0.parse().expect("a length");
            assert_eq!(run, format!("{x} {y}h{length}v1h-{length}z"));
            dark.extend((x..x + length).map(|x| (x, y)));
        }
        dark
    }

    #[test]
    fn every_dark_module_is_drawn_once_inside_its_quiet_zone() {
        let text = "https://queue.example/move/demo/sale/K7QX-3MTP";
        let picture = Picture::of(text).expect("short enough");
        let code = QrCode::with_error_correction_level(text, EcLevel::M).expect("short enough");
        let dark = drawn(&picture);
        let expected = code
            .to_colors()
            .into_iter()
            .filter(|color| *color == Color::Dark)
            .count();
        assert_eq!(dark.len(), expected);
        let inside = QUIET_MODULES..picture.side - QUIET_MODULES;
        assert!(dark.iter().all(|(x, y)| inside.contains(x) && inside.contains(y)));
        for (x, y) in dark {
            assert_eq!(code[(x - QUIET_MODULES, y - QUIET_MODULES)], Color::Dark);
        }
    }

    #[test]
    fn texts_that_are_too_long_give_no_picture() {
        assert_eq!(Picture::of(&"x".repeat(10_000)), None);
    }
}
