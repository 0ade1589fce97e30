//! Judges whether one declaration hides its element, moves it away or makes it unusable.
//!
//! The judgement depends on property and value alone. Lengths are compared roughly, in pixels of a
//! usual page; the inaccuracy is too small to hide anything. In a value with a variable or
//! arithmetic only the plain parts are judged; the rest is left to the browser
//! (`crate::cli::theme`).

use cssparser::{Parser, ParserInput, Token};

/// The minimum opacity at which a thing counts as visible.
const OPACITY_MIN: f64 = 0.3;
/// The minimum readable size of text, pixels.
const FONT_PX_MIN: f64 = 6.0;
/// The minimum useful size of a box, pixels.
const BOX_PX_MIN: f64 = 4.0;
/// The distance at which a thing is outside the page, pixels.
const AWAY_PX: f64 = 900.0;
/// The minimum scale at which a thing counts as visible.
const SCALE_MIN: f64 = 0.1;
/// The largest readable blur, pixels.
const BLUR_PX_MAX: f64 = 3.0;
/// The smallest readable letter spacing, pixels.
const LETTERS_PX_MIN: f64 = -5.0;

/// Returns the harm as a verb for "would … `element`"; `None` if there is none.
pub(super) fn harm(name: &str, value: &str) -> Option<&'static str> {
    let quantities = quantities(value);
    let single = match &quantities[..] {
        [only] if !value.contains('(') => Some(only),
        _ => None,
    };
    let compact = value.replace(' ', "");
    let by_variable = value.contains("var(");
    let hides = match name {
        "display" => value == "none",
        "visibility" => value == "hidden" || value == "collapse",
        "content-visibility" => value == "hidden",
        "opacity" => single.is_some_and(|it| it.share() < OPACITY_MIN),
        "font-size" => single.is_some_and(|it| it.font_px() < FONT_PX_MIN),
        "font" => quantities.iter().any(|it| it.is_small_size()),
        "line-height" => single.is_some_and(|it| it.px() < FONT_PX_MIN && it.share() < OPACITY_MIN),
        "letter-spacing" => single.is_some_and(|it| it.px() < LETTERS_PX_MIN),
        "max-width" | "max-height" | "max-inline-size" | "max-block-size" | "width" | "height" | "inline-size"
        | "block-size" => single.is_some_and(|it| it.px() < BOX_PX_MIN),
        "zoom" | "scale" => quantities.iter().any(|it| it.share().abs() < SCALE_MIN),
        "color" | "-webkit-text-fill-color" => is_transparent(&compact),
        "clip-path" | "clip" => ["50%", "100%", "(0", "rect("].iter().any(|cut| value.contains(cut)),
        "transform" => vanishes(&compact),
        "rotate" => value.contains(['x', 'y']),
        "filter" => fades(&compact),
        "mask" | "mask-image" | "-webkit-mask" | "-webkit-mask-image" => is_empty_mask(&compact),
        "text-indent" => single.is_some_and(|it| it.px().abs() > 200.0),
        "-webkit-text-security" | "text-security" => value != "none",
        "z-index" => single.is_some_and(|it| it.value < 0.0),
        "content" => !matches!(value, "normal" | "none"),
        _ => false,
    };
    if hides {
        return Some("hide");
    }
    if moves(name) && is_away(value) {
        return Some("move away");
    }
    match name {
        "pointer-events" if value == "none" => Some("make unusable"),
        "display" | "visibility" | "content-visibility" | "opacity" if by_variable => Some("perhaps hide"),
        _ => None,
    }
}

fn moves(name: &str) -> bool {
    matches!(name, "left" | "right" | "top" | "bottom" | "transform" | "translate")
        || name.starts_with("inset")
        || name.starts_with("margin")
}

/// A number with its unit in lower case; `%` is a unit.
#[derive(Debug, Clone, PartialEq)]
struct Quantity {
    value: f64,
    unit: String,
    /// The number occurs inside `calc()` or a similar function, as a part of an expression.
    in_arithmetic: bool,
}

impl Quantity {
    /// Returns the value as a fraction of one.
    fn share(&self) -> f64 {
        match self.unit.as_str() {
            "%" => self.value / 100.0,
            _ => self.value,
        }
    }

    /// Returns the rough length in pixels on a page 1,000 to 1,200 pixels wide.
    fn px(&self) -> f64 {
        let unit = match self.unit.as_str() {
            "" | "px" => 1.0,
            "pt" => 4.0 / 3.0,
            "cm" => 38.0,
            "mm" => 3.8,
            "in" => 96.0,
            "%" => 10.0,
            _ if self.is_of_the_window() => 12.0,
            _ => 16.0,
        };
        self.value * unit
    }

    /// Like [`Self::px`], but a percentage refers to the surrounding font size.
    fn font_px(&self) -> f64 {
        match self.unit.as_str() {
            "%" => self.share() * 16.0,
            _ => self.px(),
        }
    }

    fn is_of_the_window(&self) -> bool {
        let unit = self.unit.trim_start_matches(['s', 'l', 'd']);
        [
            "vw", "vh", "vi", "vb", "vmin", "vmax", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax",
        ]
        .contains(&unit)
    }

    /// Returns whether this is a small size in `font`, where numbers without unit are weights and
    /// line heights.
    fn is_small_size(&self) -> bool {
        match self.unit.as_str() {
            "" => self.value == 0.0,
            _ => self.font_px() < FONT_PX_MIN,
        }
    }
}

fn quantities(value: &str) -> Vec<Quantity> {
    let mut input = ParserInput::new(value);
    let mut found = Vec::new();
    gather(&mut Parser::new(&mut input), false, &mut found);
    found
}

fn gather(input: &mut Parser<'_, '_>, in_arithmetic: bool, found: &mut Vec<Quantity>) {
    while let Ok(token) = input.next().cloned() {
        let (value, unit) = match token {
            Token::Number { value, .. } => (value, String::new()),
            Token::Percentage { unit_value, .. } => (unit_value * 100.0, "%".to_owned()),
            Token::Dimension { value, unit, .. } => (value, unit.to_ascii_lowercase()),
            Token::Function(ref name) => {
                let inner = in_arithmetic || ["calc", "min", "max", "clamp"].contains(&&**name);
                nested(input, inner, found);
                continue;
            }
            Token::ParenthesisBlock => {
                nested(input, in_arithmetic, found);
                continue;
            }
            _ => continue,
        };
        found.push(Quantity {
            value: f64::from(value),
            unit,
            in_arithmetic,
        });
    }
}

fn nested(input: &mut Parser<'_, '_>, in_arithmetic: bool, found: &mut Vec<Quantity>) {
    let _: Result<(), cssparser::ParseError<'_, ()>> = input.parse_nested_block(|block| {
        gather(block, in_arithmetic, found);
        Ok(())
    });
}

/// Returns whether a value moves a thing out of the page, by a distance that no part of a page
/// needs. In arithmetic a share of the page is ignored: `calc(100% - 3rem)` is inside.
fn is_away(value: &str) -> bool {
    quantities(value).iter().any(|it| {
        let tells = !it.in_arithmetic || !(it.unit == "%" || it.is_of_the_window());
        tells && it.px().abs() >= AWAY_PX
    })
}

/// Returns whether a colour, written without spaces, is practically invisible.
fn is_transparent(color: &str) -> bool {
    let Some(digits) = color.strip_prefix('#') else {
        let last = color
            .strip_suffix(')')
            .map(|inside| inside.rsplit([',', '/']).next().unwrap_or_default());
        let parts = color.matches([',', '/']).count();
        let has_alpha = color.contains('/') || parts == 3;
        let alpha = last.and_then(|last| quantities(last).first().map(Quantity::share));
        return color == "transparent" || (has_alpha && alpha.is_some_and(|alpha| alpha < OPACITY_MIN));
    };
    let alpha = match digits.len() {
        4 => digits.get(3..).map(|last| last.repeat(2)),
        8 => digits.get(6..).map(str::to_owned),
        _ => None,
    };
    let alpha = alpha.and_then(|alpha| u8::from_str_radix(&alpha, 16).ok());
    alpha.is_some_and(|alpha| f64::from(alpha) / 255.0 < OPACITY_MIN)
}

/// Returns the arguments of every call of a function whose name begins with `name`.
fn calls<'v>(compact: &'v str, name: &str) -> Vec<&'v str> {
    let behind = compact.match_indices(name).map(|(at, _)| &compact[at..]);
    let arguments = behind.filter_map(|call| call.split_once('('));
    arguments
        .map(|(_, rest)| rest.split_once(')').map_or(rest, |(inside, _)| inside))
        .collect()
}

/// Returns whether a transform shrinks or turns a thing until nothing is visible.
fn vanishes(transform: &str) -> bool {
    let shrinks = |arguments: &&str| quantities(arguments).iter().any(|it| it.share().abs() < SCALE_MIN);
    let turns = ["rotatex(", "rotatey(", "rotate3d(", "matrix"];
    let (plain, deep) = (calls(transform, "scale"), transform.contains("scalez("));
    (!deep && plain.iter().any(shrinks)) || turns.iter().any(|turn| transform.contains(turn))
}

fn fades(filter: &str) -> bool {
    let below = |name: &str, least: f64| {
        let calls = calls(filter, name);
        calls
            .into_iter()
            .any(|it| quantities(it).first().is_some_and(|it| it.share() < least))
    };
    let blurs = |arguments: &&str| quantities(arguments).first().is_some_and(|it| it.px() > BLUR_PX_MAX);
    below("opacity(", OPACITY_MIN)
        || below("brightness(", 0.2)
        || below("contrast(", 0.2)
        || calls(filter, "blur(").iter().any(blurs)
}

/// Returns whether a mask contains no colour that lets anything through.
fn is_empty_mask(mask: &str) -> bool {
    let rest = mask.replace("transparent", "").replace("rgba(0,0,0,0)", "");
    let shows = ["#", "rgb", "hsl", "okl", "black", "white", "var(", "url(", "color"];
    mask.contains("transparent") && !shows.iter().any(|color| rest.contains(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_hide_is_known() {
        for (name, value) in [
            ("opacity", "1%"),
            ("opacity", "0.05"),
            ("opacity", ".2"),
            ("font-size", "0"),
            ("font-size", ".1em"),
            ("font-size", "1%"),
            ("font", "0/0 a"),
            ("font", "bold 1px/1 sans-serif"),
            ("line-height", "0"),
            ("letter-spacing", "-1em"),
            ("max-height", "0"),
            ("block-size", "1px"),
            ("scale", "0"),
            ("scale", "1 0.01"),
            ("color", "transparent"),
            ("color", "#0000"),
            ("color", "#12345600"),
            ("color", "rgb(0 0 0 / 0)"),
            ("color", "rgba(0, 0, 0, 0.01)"),
            ("color", "rgb(0 0 0 / 2%)"),
            ("clip-path", "polygon(0 0, 0 0)"),
            ("transform", "scale( 0 )"),
            ("transform", "rotate(3deg) scaleY(0.001)"),
            ("transform", "rotateX(90deg)"),
            ("rotate", "x 90deg"),
            ("filter", "opacity(0)"),
            ("filter", "grayscale(1) blur(20px)"),
            ("filter", "brightness(0%)"),
            ("mask", "linear-gradient(transparent, transparent)"),
            ("text-indent", "-9999px"),
            ("-webkit-text-security", "disc"),
            ("z-index", "-1"),
        ] {
            assert_eq!(harm(name, &value.to_ascii_lowercase()), Some("hide"), "{name}: {value}");
        }
        for (name, value) in [
            ("left", "-9999px"),
            ("inset-inline-start", "-100vw"),
            ("inset", "0 auto auto calc(0px - 9999px)"),
            ("margin-left", "-300em"),
            ("transform", "translatex(-200%)"),
            ("translate", "0 -2000px"),
        ] {
            assert_eq!(harm(name, value), Some("move away"), "{name}: {value}");
        }
        assert_eq!(harm("display", "var(--shown)"), Some("perhaps hide"));
    }

    #[test]
    fn taste_is_no_harm() {
        for (name, value) in [
            ("opacity", "90%"),
            ("opacity", ".85"),
            ("font-size", "clamp(0.8rem, 2vw, 1rem)"),
            ("font", "700 1rem/1.2 system-ui"),
            ("line-height", "1"),
            ("letter-spacing", "-.045em"),
            ("scale", "1.02"),
            ("max-inline-size", "46rem"),
            ("inline-size", "0.5rem"),
            ("color", "rgb(0 0 0 / .8)"),
            ("color", "rgb(10, 20, 0)"),
            ("color", "#123"),
            ("transform", "translate(-50%, -50%) scale(.98)"),
            ("filter", "brightness(1.12)"),
            ("mask", "linear-gradient(90deg, transparent, #000 30% 70%, transparent)"),
            ("inset-block-start", "calc(100% - 3rem)"),
            ("margin-block-start", "clamp(-5rem, -8vh, -3.5rem)"),
            ("margin", "0 auto"),
            ("left", "50%"),
            ("z-index", "1"),
            ("rotate", "3deg"),
        ] {
            assert_eq!(harm(name, value), None, "{name}: {value}");
        }
    }
}
