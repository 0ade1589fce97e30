//! Colours of tokens: parsed from CSS, compared by contrast, and made lighter or darker.
//!
//! The parser accepts hex, `rgb()`, `hsl()`, `oklch()`, `black` and `white`, each opaque. Contrast
//! is WCAG 2's ratio of relative luminances. Lightness changes in OKLCH (Björn Ottosson's Oklab in
//! polar form), where equal steps look equal and the hue stays. The module supports neither mixing
//! nor transparency nor other gamuts than sRGB. [`accent`] derives a theme's tokens from a colour.

pub(super) mod accent;

/// An opaque sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    /// Gamma-encoded red, green, blue, each 0 to 1.
    rgb: [f64; 3],
}

/// A colour in OKLCH.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Oklch {
    /// 0 (black) to 1 (white).
    pub(super) lightness: f64,
    /// 0 (grey) to about 0.32.
    pub(super) chroma: f64,
    /// Radians.
    pub(super) hue: f64,
}

impl Color {
    /// Parses three or six hex digits after `#`, or four or eight with an opaque alpha.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let digits: Vec<u32> = digits.chars().map(|digit| digit.to_digit(16)).collect::<Option<_>>()?;
        let channels: Vec<u32> = match digits.len() {
            3 | 4 => digits.iter().map(|digit| digit * 17).collect(),
            6 | 8 => digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect(),
            _ => return None,
        };
        let opaque = channels.get(3).is_none_or(|alpha| *alpha == 255);
        let channel = |at: usize| f64::from(channels[at]) / 255.0;
        opaque.then(|| Self {
            rgb: [channel(0), channel(1), channel(2)],
        })
    }

    /// Parses a CSS colour; `None` if the text is no colour or not one of the supported opaque
    /// forms.
    pub(super) fn from_css(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "black" => return Self::from_hex("#000"),
            "white" => return Self::from_hex("#fff"),
            _ if text.starts_with('#') => return Self::from_hex(&text),
            _ => {}
        }
        let (function, arguments) = text.strip_suffix(')')?.split_once('(')?;
        let parts: Vec<&str> = arguments.split([' ', ',']).filter(|part| !part.is_empty()).collect();
        let [first, second, third] = parts[..] else {
            return None;
        };
        match function {
            "rgb" | "rgba" => {
                let rgb = [number(first, 255.0)?, number(second, 255.0)?, number(third, 255.0)?];
                Some(Self {
                    rgb: rgb.map(|channel| (channel / 255.0).clamp(0.0, 1.0)),
                })
            }
            "hsl" | "hsla" => Some(hsl(degrees(first)?, number(second, 1.0)?, number(third, 1.0)?)),
            "oklch" => {
                let look = Oklch {
                    lightness: number(first, 1.0)?,
                    chroma: number(second, 0.4)?,
                    hue: degrees(third)?.to_radians(),
                };
                Some(look.color())
            }
            _ => None,
        }
    }

    /// Formats the colour as `#rrggbb`.
    #[must_use]
    pub fn to_hex(self) -> String {
        let channels = self.rgb.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8);
        channels
            .iter()
            .fold("#".to_owned(), |hex, channel| format!("{hex}{channel:02x}"))
    }

    /// Returns WCAG 2's contrast ratio, 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    fn luminance(self) -> f64 {
        let [red, green, blue] = self.rgb.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    pub(super) fn oklch(self) -> Oklch {
        let [r, g, b] = self.rgb.map(linear);
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        let lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s;
        let a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
        let b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
        Oklch {
            lightness,
            chroma: a.hypot(b),
            hue: b.atan2(a),
        }
    }
}

impl Oklch {
    /// Returns the nearest sRGB colour: outside the gamut the chroma is reduced; lightness and hue
    /// stay.
    pub(super) fn color(self) -> Color {
        let (mut inside, mut outside) = (0.0, self.chroma);
        let whole = self.rgb();
        if in_gamut(whole) {
            return Color {
                rgb: whole.map(|channel| channel.clamp(0.0, 1.0)),
            };
        }
        for _ in 0..20 {
            let chroma = f64::midpoint(inside, outside);
            match in_gamut(Self { chroma, ..self }.rgb()) {
                true => inside = chroma,
                false => outside = chroma,
            }
        }
        let rgb = Self { chroma: inside, ..self }.rgb();
        Color {
            rgb: rgb.map(|channel| channel.clamp(0.0, 1.0)),
        }
    }

    fn rgb(self) -> [f64; 3] {
        let (a, b) = (self.chroma * self.hue.cos(), self.chroma * self.hue.sin());
        let l = (self.lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (self.lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (self.lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        let linear = [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ];
        linear.map(encoded)
    }
}

fn in_gamut(rgb: [f64; 3]) -> bool {
    rgb.iter().all(|channel| (-0.000_5..=1.000_5).contains(channel))
}

fn linear(channel: f64) -> f64 {
    match channel <= 0.040_45 {
        true => channel / 12.92,
        false => ((channel + 0.055) / 1.055).powf(2.4),
    }
}

fn encoded(channel: f64) -> f64 {
    match channel <= 0.003_130_8 {
        true => channel * 12.92,
        false => 1.055 * channel.powf(1.0 / 2.4) - 0.055,
    }
}

/// Parses a number, or a percentage of `whole`.
fn number(text: &str, whole: f64) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => Some(percent.parse::<f64>().ok()? / 100.0 * whole),
        None => text.parse().ok(),
    }
}

fn degrees(text: &str) -> Option<f64> {
    text.strip_suffix("deg").unwrap_or(text).parse().ok()
}

fn hsl(hue: f64, saturation: f64, lightness: f64) -> Color {
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f64| {
        let at = (offset + hue / 30.0).rem_euclid(12.0);
        lightness - reach * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0)
    };
    Color {
        rgb: [channel(0.0), channel(8.0), channel(4.0)],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn css(text: &str) -> String {
        Color::from_css(text).map(Color::to_hex).unwrap_or_default()
    }

    #[test]
    fn css_writes_one_colour_in_many_ways() {
        for same in [
            "#0b57d0",
            "#0B57D0ff",
            "rgb(11 87 208)",
            "rgb(11, 87, 208)",
            "oklch(49.488% 0.19916 260.601deg)",
        ] {
            assert_eq!(css(same), "#0b57d0", "{same}");
        }
        assert_eq!(
            (css("white"), css("#abc"), css("hsl(120deg 100% 25%)")),
            ("#ffffff".into(), "#aabbcc".into(), "#008000".into())
        );
        for none in [
            "",
            "red;",
            "#12345",
            "#0b57d080",
            "rgb(1 2)",
            "color-mix(in oklab, red, blue)",
            "var(--a)",
            "#äöü",
        ] {
            assert_eq!(css(none), "", "{none}");
        }
    }

    #[test]
    fn contrast_is_what_wcag_says() {
        let of = |one: &str, two: &str| Color::from_css(one).unwrap().contrast(Color::from_css(two).unwrap());
        assert!((of("#000", "#fff") - 21.0).abs() < 1e-9);
        // The two greys that texts on accessibility commonly cite.
        assert!((of("#767676", "#fff") - 4.54).abs() < 0.01 && of("#777777", "#fff") < 4.5);
    }

    proptest! {
        #[test]
        fn a_colour_survives_the_way_through_oklch(rgb in any::<[u8; 3]>()) {
            let hex = format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
            prop_assert_eq!(Color::from_hex(&hex).unwrap().oklch().color().to_hex(), hex);
        }
    }
}
