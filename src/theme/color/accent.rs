//! The tokens that follow from one colour on a theme's grounds: `accent`, `accent-soft`,
//! `ground-glow` and `on-accent`.
//!
//! In OKLCH the hue stays, and lightness moves just as far as every contrast of
//! [`vocabulary::PAIRS`](crate::theme::vocabulary::PAIRS) requires. Thus every colour is usable,
//! including white and black.

use super::{Color, Oklch};
use crate::theme::vocabulary::TEXT;

/// Added to the required ratio, since colours are rounded to 8 bits.
const MARGIN: f64 = 0.05;
/// Number of steps in the search for a lightness.
const STEPS: u32 = 200;

/// Derives the tokens of a colour. `own` returns the theme's colours by token: `surface`, `ground`,
/// `ink` and `muted`.
pub(in crate::theme) fn tokens(color: Color, own: &dyn Fn(&str) -> Option<Color>) -> [(&'static str, Color); 4] {
    let color = color.oklch();
    let surface = own("surface").unwrap_or_else(white);
    let ground = own("ground").unwrap_or(surface);
    let ink = own("ink").unwrap_or_else(black);
    let dark = surface.oklch().lightness < 0.5;

    // A slight tint of the surface, on which `ink` stays readable.
    let tint = |from: Color, lighter: f64, chroma: f64| Oklch {
        lightness: from.oklch().lightness + lighter,
        chroma: color.chroma.min(chroma),
        hue: color.hue,
    };
    let soft = match dark {
        true => tint(surface, 0.07, 0.06),
        false => tint(surface, -0.055, 0.035),
    };
    let soft = readable(soft, &[ink], dark);
    let glow = match dark {
        true => tint(ground, 0.05, 0.05),
        false => tint(ground, -0.03, 0.03),
    };
    let glow = readable(glow, &[ink, own("muted").unwrap_or(ink)], dark);
    // A saturated hue is too bright on dark grounds.
    let calm = Oklch {
        chroma: if dark { color.chroma.min(0.17) } else { color.chroma },
        ..color
    };
    let accent = readable(calm, &[surface, ground, soft], !dark);
    [
        ("accent", accent),
        ("accent-soft", soft),
        ("ground-glow", glow),
        ("on-accent", text_on(accent)),
    ]
}

/// Returns white or nearly black, whichever has more contrast on this ground; on a ground of middle
/// lightness, on which neither suffices, plain black, which does.
pub(in crate::theme) fn text_on(ground: Color) -> Color {
    let (white, black) = (white(), black());
    let better = match ground.contrast(white) >= ground.contrast(black) {
        true => white,
        false => black,
    };
    match ground.contrast(better) >= TEXT {
        true => better,
        false => Color::from_hex("#000000").expect("six digits"),
    }
}

fn white() -> Color {
    Color::from_hex("#ffffff").expect("six digits")
}

fn black() -> Color {
    Color::from_hex("#0b0b0d").expect("six digits")
}

/// Returns the colour, made darker or lighter until its contrast to all others suffices; black or
/// white if no lightness does.
fn readable(color: Oklch, others: &[Color], darker: bool) -> Color {
    let end = if darker { 0.0 } else { 1.0 };
    let way = end - color.lightness;
    let candidates = (0..=STEPS).map(|step| {
        let lightness = color.lightness + way * f64::from(step) / f64::from(STEPS);
        Oklch { lightness, ..color }.color()
    });
    let good = |candidate: &Color| others.iter().all(|other| candidate.contrast(*other) >= TEXT + MARGIN);
    let last = Oklch {
        lightness: end,
        ..color
    }
    .color();
    candidates.into_iter().find(good).unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_ground_has_a_text_that_can_be_read(rgb in any::<[u8; 3]>()) {
            let ground = Color::from_hex(&format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2])).unwrap();
            prop_assert!(ground.contrast(text_on(ground)) >= TEXT, "{}", ground.to_hex());
        }
    }
}
