//! The numbers in a CSS value, and the results of its calculations.

use cssparser::{Parser, ParserInput, Token};

use super::FONT_PX_MIN;
use crate::theme::stylesheet::blocks::nested;

/// A number with its unit in lower case; `%` is a unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    pub(super) value: f64,
    pub(super) unit: String,
    /// The number occurs inside `calc()` or a similar function, as a part of an expression.
    pub(super) in_arithmetic: bool,
}

impl Quantity {
    fn of(token: &Token<'_>, in_arithmetic: bool) -> Option<Self> {
        let (value, unit) = match token {
            Token::Number { value, .. } => (*value, String::new()),
            Token::Percentage { unit_value, .. } => (*unit_value * 100.0, "%".to_owned()),
            Token::Dimension { value, unit, .. } => (*value, unit.to_ascii_lowercase()),
            _ => return None,
        };
        Some(Self {
            value: f64::from(value),
            unit,
            in_arithmetic,
        })
    }

    /// Returns the value as a fraction of one.
    pub(super) fn share(&self) -> f64 {
        match self.unit.as_str() {
            "%" => self.value / 100.0,
            _ => self.value,
        }
    }

    /// Returns the rough length in pixels on a page 1,000 to 1,200 pixels wide.
    pub(super) fn px(&self) -> f64 {
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
    pub(super) fn font_px(&self) -> f64 {
        match self.unit.as_str() {
            "%" => self.share() * 16.0,
            _ => self.px(),
        }
    }

    /// Returns an angle in degrees; 0 for what is no angle.
    pub(super) fn degrees(&self) -> f64 {
        let unit = match self.unit.as_str() {
            "deg" => 1.0,
            "grad" => 0.9,
            "rad" => 180.0 / std::f64::consts::PI,
            "turn" => 360.0,
            _ => 0.0,
        };
        self.value * unit
    }

    pub(super) fn is_of_the_window(&self) -> bool {
        let unit = self.unit.trim_start_matches(['s', 'l', 'd']);
        [
            "vw", "vh", "vi", "vb", "vmin", "vmax", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax",
        ]
        .contains(&unit)
    }

    /// Returns whether this is a small size in `font`, where numbers without unit are weights and
    /// line heights.
    pub(super) fn is_small_size(&self) -> bool {
        match self.unit.as_str() {
            "" => self.value == 0.0,
            _ => self.font_px() < FONT_PX_MIN,
        }
    }
}

pub(super) fn quantities(value: &str) -> Vec<Quantity> {
    let mut input = ParserInput::new(value);
    let mut found = Vec::new();
    gather(&mut Parser::new(&mut input), false, &mut found);
    found
}

fn gather(input: &mut Parser<'_, '_>, in_arithmetic: bool, found: &mut Vec<Quantity>) {
    while let Ok(token) = input.next().cloned() {
        match &token {
            Token::Function(name) => {
                let inner = in_arithmetic || is_arithmetic(name);
                nested(input, &mut |block| gather(block, inner, found));
            }
            Token::ParenthesisBlock => nested(input, &mut |block| gather(block, in_arithmetic, found)),
            token => found.extend(Quantity::of(token, in_arithmetic)),
        }
    }
}

fn is_arithmetic(function: &str) -> bool {
    let function = function.to_ascii_lowercase();
    ["calc", "-webkit-calc", "min", "max", "clamp"].contains(&function.as_str())
}

/// Returns the one number of a value, or the result of its calculation, in the measure of `leaf`;
/// NaN if the value has several parts or something unknown in it. In `min()` something unknown is
/// left out: the result is then the greatest possible one.
pub(super) fn computed(value: &str, leaf: fn(&Quantity) -> f64) -> f64 {
    let mut input = ParserInput::new(value);
    result(&items(&mut Parser::new(&mut input), leaf))
}

/// Returns the results of the outermost calculations in a value, in pixels.
pub(super) fn calculations(value: &str) -> Vec<f64> {
    let mut input = ParserInput::new(value);
    let mut found = Vec::new();
    calculated(&mut Parser::new(&mut input), &mut found);
    found
}

fn calculated(input: &mut Parser<'_, '_>, found: &mut Vec<f64>) {
    while let Ok(token) = input.next().cloned() {
        match &token {
            Token::Function(name) if is_arithmetic(name) => found.push(call(name, input, Quantity::px)),
            Token::Function(_) | Token::ParenthesisBlock => nested(input, &mut |block| calculated(block, found)),
            _ => {}
        }
    }
}

/// A part of an expression.
#[derive(Debug, Clone, Copy, PartialEq)]
enum CalcItem {
    /// NaN if it is unknown.
    Value(f64),
    Operator(char),
    Comma,
}

fn items(input: &mut Parser<'_, '_>, leaf: fn(&Quantity) -> f64) -> Vec<CalcItem> {
    let mut items = Vec::new();
    while let Ok(token) = input.next().cloned() {
        items.push(match &token {
            Token::Delim(operator) => CalcItem::Operator(*operator),
            Token::Comma => CalcItem::Comma,
            Token::Function(name) => CalcItem::Value(call(name, input, leaf)),
            Token::ParenthesisBlock => CalcItem::Value(call("calc", input, leaf)),
            token => CalcItem::Value(Quantity::of(token, true).map_or(f64::NAN, |quantity| leaf(&quantity))),
        });
    }
    items
}

/// Computes a function whose name has just been read.
fn call(name: &str, input: &mut Parser<'_, '_>, leaf: fn(&Quantity) -> f64) -> f64 {
    let mut inside = Vec::new();
    nested(input, &mut |block| inside = items(block, leaf));
    let arguments = inside.split(|item| *item == CalcItem::Comma).map(result);
    let arguments: Vec<f64> = arguments.collect();
    match (name.to_ascii_lowercase().as_str(), &arguments[..]) {
        ("calc" | "-webkit-calc", [only]) => *only,
        // `f64::min` leaves out NaN.
        ("min", values) => values.iter().copied().fold(f64::NAN, f64::min),
        ("max", values) => values.iter().copied().reduce(known_max).unwrap_or(f64::NAN),
        ("clamp", [least, value, most]) => known_max(*least, value.min(*most)),
        _ => f64::NAN,
    }
}

fn known_max(one: f64, other: f64) -> f64 {
    if one.is_nan() || other.is_nan() {
        f64::NAN
    } else {
        one.max(other)
    }
}

/// Computes an expression without commas.
fn result(items: &[CalcItem]) -> f64 {
    let (mut sum, mut product) = (0.0, 0.0);
    let mut operator = '+';
    let mut expects_value = true;
    for item in items {
        match (item, expects_value) {
            (CalcItem::Operator(next), false) => operator = *next,
            (CalcItem::Value(value), true) => match operator {
                '*' => product *= value,
                '/' => product /= value,
                '+' | '-' => {
                    sum += product;
                    product = if operator == '-' { -value } else { *value };
                }
                _ => return f64::NAN,
            },
            _ => return f64::NAN,
        }
        expects_value = !expects_value;
    }
    if expects_value { f64::NAN } else { sum + product }
}
