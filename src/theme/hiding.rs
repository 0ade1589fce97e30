//! Judges whether one declaration hides its element, moves it away or makes it unusable.
//!
//! The judgement depends on property and value alone. Lengths are compared roughly, in pixels of a
//! usual page; the inaccuracy is too small to hide anything. A calculation is judged by its result
//! ([`quantity`]); with a variable in it, only its plain parts are judged, and the rest is left to
//! the browser (`crate::cli::theme`).

mod quantity;
#[cfg(test)]
mod tests;

use quantity::{Quantity, calculations, computed, quantities};

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
/// The largest useful indent, pixels.
const INDENT_PX_MAX: f64 = 200.0;
/// The result of a calculation above which a thing is outside the page, pixels: more than a page's
/// whole width, from which calculations often start.
const AWAY_CALCULATED_PX: f64 = 1_250.0;
/// The smallest inset that cuts off a part, pixels; 45 % are more.
const INSET_PX_MIN: f64 = 300.0;
/// The angle from which a skewed thing is a line, degrees.
const SKEW_DEGREES_MIN: f64 = 80.0;

/// Returns what a declaration does to its element, as a verb for "would … `element`"; `None` if
/// there is none.
pub(super) fn hiding_verb(name: &str, value: &str) -> Option<&'static str> {
    let prefixes = ["-webkit-", "-moz-", "-ms-", "-o-"];
    let name = prefixes
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    let compact = value.replace(' ', "");
    let by_variable = value.contains("var(");
    let px = || computed(value, Quantity::px);
    let share = || computed(value, Quantity::share);
    let hides = match name {
        "display" => matches!(value, "none" | "table-column" | "table-column-group"),
        "visibility" => value == "hidden" || value == "collapse",
        "content-visibility" => value == "hidden",
        "opacity" => share() < OPACITY_MIN,
        "font-size" => computed(value, Quantity::font_px) < FONT_PX_MIN,
        "text-size-adjust" => share() < OPACITY_MIN,
        "font" => quantities(value).iter().any(Quantity::is_small_size),
        "line-height" => px() < FONT_PX_MIN && share() < OPACITY_MIN,
        "letter-spacing" => px() < LETTERS_PX_MIN,
        "max-width" | "max-height" | "max-inline-size" | "max-block-size" | "width" | "height" | "inline-size"
        | "block-size" => px() < BOX_PX_MIN,
        "zoom" | "scale" => {
            share().abs() < SCALE_MIN || quantities(value).iter().any(|it| it.share().abs() < SCALE_MIN)
        }
        "color" | "text-fill-color" => is_transparent(&compact) || is_thin_mix(value),
        "clip-path" | "clip" => cuts_off(value),
        "transform" => vanishes(&compact),
        "rotate" => value.contains(['x', 'y']) || turns_in_depth(value),
        "filter" => fades(&compact),
        "mask" | "mask-image" => is_empty_mask(&compact),
        "mask-size" => quantities(value).iter().any(|it| it.value == 0.0),
        "contain" => value.split(' ').any(|word| word == "size" || word == "strict"),
        "text-indent" => px().abs() > INDENT_PX_MAX || quantities(value).iter().any(|it| it.px().abs() > INDENT_PX_MAX),
        "text-security" => value != "none",
        "z-index" => number(value) < 0.0,
        "content" => !matches!(value, "normal" | "none"),
        _ => false,
    };
    if hides {
        return Some("hide");
    }
    let follows_path = matches!(name, "offset" | "offset-path") && value != "none";
    if follows_path || (moves(name) && is_away(value)) {
        return Some("move away");
    }
    match name {
        "pointer-events" if value == "none" => Some("make unusable"),
        "interactivity" if value == "inert" => Some("make unusable"),
        "display" | "visibility" | "content-visibility" | "opacity" if by_variable => Some("perhaps hide"),
        _ => None,
    }
}

/// Returns the number that a value is or comes to; NaN if that is not known.
pub(super) fn number(value: &str) -> f64 {
    computed(value, |quantity| quantity.value)
}

fn moves(name: &str) -> bool {
    let beginnings = ["inset", "margin", "padding"];
    beginnings.iter().any(|beginning| name.starts_with(beginning))
        || matches!(
            name,
            "left"
                | "right"
                | "top"
                | "bottom"
                | "transform"
                | "translate"
                | "offset-distance"
                | "gap"
                | "row-gap"
                | "column-gap"
                | "word-spacing"
                | "vertical-align"
        )
}

/// Returns whether a value moves a thing out of the page, by a distance that no part of a page
/// needs. In arithmetic a share of the page counts by the result alone: `calc(100% - 3rem)` is
/// inside, `calc(-1 * 100vw)` is not.
fn is_away(value: &str) -> bool {
    quantities(value).iter().any(|it| {
        let tells = !it.in_arithmetic || !(it.unit == "%" || it.is_of_the_window());
        tells && it.px().abs() >= AWAY_PX
    }) || calculations(value)
        .into_iter()
        .any(|px| px <= -AWAY_PX || px > AWAY_CALCULATED_PX)
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

/// Returns whether a colour is mixed almost wholly of `transparent`.
fn is_thin_mix(color: &str) -> bool {
    let inside = color.strip_prefix("color-mix(").and_then(|rest| rest.strip_suffix(')'));
    let parts: Vec<&str> = inside.unwrap_or_default().split(',').skip(1).collect();
    let (clear, colored): (Vec<&str>, Vec<&str>) = parts.into_iter().partition(|part| part.contains("transparent"));
    let percents = |parts: &[&str]| {
        let mut all = parts.iter().flat_map(|part| quantities(part));
        all.find(|it| it.unit == "%").map(|it| it.share())
    };
    let left = percents(&colored).or_else(|| percents(&clear).map(|share| 1.0 - share));
    !clear.is_empty() && left.is_some_and(|left| left < OPACITY_MIN)
}

/// Returns whether a clip can leave nothing visible; shapes are not computed.
fn cuts_off(clip: &str) -> bool {
    let shapes = [
        "50%", "100%", "(0", "rect(", "path(", "shape(", "polygon(", "xywh(", "url(",
    ];
    let is_small = |it: &Quantity| it.px() < BOX_PX_MIN;
    let round = clip.contains("circle(") || clip.contains("ellipse(");
    shapes.iter().any(|shape| clip.contains(shape))
        || (round && quantities(clip).iter().any(is_small))
        || (clip.contains("inset(") && quantities(clip).iter().any(|it| it.px() >= INSET_PX_MIN))
}

/// Returns whether `rotate` has an axis of three numbers that is not the one out of the page.
fn turns_in_depth(rotate: &str) -> bool {
    match &quantities(rotate)[..] {
        [x, y, _, _] => x.value != 0.0 || y.value != 0.0,
        _ => false,
    }
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
    let skews = |arguments: &&str| {
        quantities(arguments)
            .iter()
            .any(|it| it.degrees().abs() >= SKEW_DEGREES_MIN)
    };
    let skewed = calls(transform, "skew");
    skewed.iter().any(skews)
        || (!deep && plain.iter().any(shrinks))
        || turns.iter().any(|turn| transform.contains(turn))
}

fn fades(filter: &str) -> bool {
    let below = |name: &str, least: f64| {
        let calls = calls(filter, name);
        calls
            .into_iter()
            .any(|it| quantities(it).first().is_some_and(|it| it.share() < least))
    };
    let blurs = |arguments: &&str| quantities(arguments).first().is_some_and(|it| it.px() > BLUR_PX_MAX);
    filter.contains("url(")
        || below("opacity(", OPACITY_MIN)
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
