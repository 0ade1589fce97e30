//! Static SVG charts without scripts. The page's style sets the colours; lines also differ in their
//! dashes, for readers who cannot distinguish the colours.

use super::table::escape;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 26.0;
/// Most points of a line.
const POINTS_MAX: usize = 380;

/// One line of a chart.
pub(super) struct ChartLine<'a> {
    pub(super) name: &'a str,
    /// Class of the page's style: `a`, `b` or `c`.
    pub(super) class: char,
    /// One value per second.
    pub(super) values: Vec<f64>,
}

/// The texts of a chart.
pub(super) struct Words<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// A description in one sentence, which screen readers read instead of the picture.
    pub(super) description: String,
    pub(super) unit: &'a str,
}

/// Draws lines over time, with marks at moments (seconds).
pub(super) fn lines(words: &Words<'_>, lines: &[ChartLine<'_>], moments: &[u64]) -> String {
    let seconds = lines.iter().map(|line| line.values.len()).max().unwrap_or(0).max(2);
    let highest = lines.iter().flat_map(|line| &line.values).copied().fold(0.0, f64::max);
    let top = round_up(highest);
    let mut svg = frame(words, top);
    for minute in marks((seconds - 1) as f64 / 60.0) {
        let x = LEFT + (WIDTH - LEFT - RIGHT) * minute * 60.0 / (seconds - 1) as f64;
        svg += &below(x, &format!("{minute} min"));
    }
    for second in moments.iter().filter(|second| **second < seconds as u64) {
        let x = LEFT + (WIDTH - LEFT - RIGHT) * *second as f64 / (seconds - 1) as f64;
        svg += &format!("<path class=\"moment\" d=\"M{x:.1} {TOP}V{:.1}\"/>", HEIGHT - BOTTOM);
    }
    for line in lines {
        svg += &format!(
            "<path class=\"line {}\" d=\"{}\"/>",
            line.class,
            path(&line.values, seconds, top)
        );
    }
    svg += "</svg><ul class=\"legend\">";
    for line in lines {
        svg += &format!(
            "<li><span class=\"key {}\"></span>{}</li>",
            line.class,
            escape(line.name)
        );
    }
    svg + "</ul>"
}

fn path(values: &[f64], seconds: usize, top: f64) -> String {
    let step = values.len().div_ceil(POINTS_MAX).max(1);
    let mut path = String::new();
    for (at, few) in values.chunks(step).enumerate() {
        // Takes the highest of the values that one point represents, so that a peak over the bound
        // stays visible.
        let value = few.iter().copied().fold(0.0, f64::max);
        let x = LEFT + (WIDTH - LEFT - RIGHT) * (at * step) as f64 / (seconds - 1) as f64;
        let letter = if at == 0 { 'M' } else { 'L' };
        path += &format!("{letter}{x:.1} {:.1}", height(value, top));
    }
    path
}

/// Draws named bars.
pub(super) fn bars(words: &Words<'_>, bars: &[(String, u64)]) -> String {
    let top = round_up(bars.iter().map(|(_, value)| *value).max().unwrap_or(0) as f64);
    let mut svg = frame(words, top);
    let each = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
    for (at, (name, value)) in bars.iter().enumerate() {
        let x = LEFT + each * at as f64;
        let y = height(*value as f64, top);
        let (width, tall) = (each * 0.8, HEIGHT - BOTTOM - y);
        svg += &format!(
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{tall:.1}\"/>",
            x + each * 0.1
        );
        svg += &below(x + each / 2.0, name);
    }
    svg + "</svg>"
}

/// Draws estimated ranges over the truth; the diagonal line marks exact estimates.
pub(super) fn ranges(words: &Words<'_>, points: &[[f64; 3]]) -> String {
    let minutes: Vec<[f64; 3]> = points.iter().map(|point| point.map(|seconds| seconds / 60.0)).collect();
    let longest = minutes.iter().flatten().copied().fold(0.0, f64::max);
    let top = round_up(longest);
    let across = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * value / top;
    let mut svg = frame(words, top);
    for minute in marks(top) {
        svg += &below(across(minute), &format!("{minute} min"));
    }
    for [low, high, truth] in minutes {
        let (x, from, to) = (across(truth), height(low, top), height(high, top));
        let class = if (low..=high).contains(&truth) { "a" } else { "c" };
        svg += &format!("<path class=\"range {class}\" d=\"M{x:.1} {from:.1}V{to:.1}\"/>");
    }
    let (x, y) = (across(top), height(top, top));
    svg += &format!(
        "<path class=\"line b\" d=\"M{LEFT} {:.1}L{x:.1} {y:.1}\"/>",
        HEIGHT - BOTTOM
    );
    svg + "</svg>"
}

fn frame(words: &Words<'_>, top: f64) -> String {
    let Words {
        id,
        title,
        description,
        unit,
    } = words;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\"><title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>",
        escape(title),
        escape(description)
    );
    for value in marks(top) {
        let y = height(value, top);
        svg += &format!("<path class=\"grid\" d=\"M{LEFT} {y:.1}H{}\"/>", WIDTH - RIGHT);
        svg += &format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    svg + &format!("<text x=\"4\" y=\"12\">{}</text>", escape(unit))
}

fn below(x: f64, text: &str) -> String {
    let anchor = if x > WIDTH - 3.0 * RIGHT { "end" } else { "middle" };
    format!(
        "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
        HEIGHT - BOTTOM + 16.0,
        escape(text)
    )
}

fn height(value: f64, top: f64) -> f64 {
    HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top
}

/// Returns a few round values from 0 up to `top`.
fn marks(top: f64) -> impl Iterator<Item = f64> {
    let step = step(top);
    (0_u32..=8)
        .map(move |at| f64::from(at) * step)
        .take_while(move |value| *value <= top * 1.0001)
}

/// Returns 1, 2 or 5 times a power of ten, at least an eighth of `top`.
fn step(top: f64) -> f64 {
    let rough = (top / 8.0).max(f64::MIN_POSITIVE);
    let power = 10_f64.powf(rough.log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|times| times * power >= rough)
        .unwrap_or(10.0);
    times * power
}

fn round_up(highest: f64) -> f64 {
    let highest = highest.max(1.0);
    let step = step(highest);
    ((highest * 1.02) / step).ceil() * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_reach_the_top() {
        assert_eq!(
            marks(round_up(120.0)).collect::<Vec<_>>(),
            [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0, 140.0]
        );
        assert_eq!(marks(1.2).count(), 7);
        assert!(round_up(0.0) >= 1.0);
    }

    #[test]
    fn a_peak_stays_a_peak_when_points_are_drawn_as_one() {
        let mut values = vec![0.0; 10_000];
        values[5_003] = 100.0;
        let drawn = path(&values, values.len(), 100.0);
        assert!(drawn.contains(&format!(" {TOP:.1}")), "{drawn}");
    }
}
