//! The shop's products, and the visitor's basket.
//!
//! The basket is text like `amber-2.sage-1` in a cookie. It needs no signature: it contains choices
//! but no prices, and parsing ignores invalid entries.

/// The price of one lantern, in euro cents.
const PRICE_CENTS: u32 = 8_900;
/// Maximum number of lanterns of one colour that a visitor can buy.
pub(crate) const COUNT_MAX: u8 = 4;

/// The colour of a lantern's glass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Glass {
    Amber,
    Sage,
    Dusk,
}

impl Glass {
    pub(crate) const ALL: [Self; 3] = [Self::Amber, Self::Sage, Self::Dusk];

    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Self::Amber => "amber",
            Self::Sage => "sage",
            Self::Dusk => "dusk",
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Amber => "Amber",
            Self::Sage => "Sage",
            Self::Dusk => "Dusk",
        }
    }

    pub(crate) fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|glass| glass.slug() == slug)
    }
}

/// One row of a basket or an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) glass: Glass,
    pub(crate) count: u8,
}

impl Line {
    pub(crate) fn price(&self) -> Euros {
        Euros(PRICE_CENTS * u32::from(self.count))
    }
}

/// The lines of a basket, at most one per colour, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Basket {
    lines: Vec<Line>,
}

impl Basket {
    /// Parses a basket and ignores invalid entries.
    pub(crate) fn parse(text: &str) -> Self {
        let mut basket = Self::default();
        for (slug, count) in text.split('.').filter_map(|line| line.split_once('-')) {
            if let (Some(glass), Ok(count)) = (Glass::from_slug(slug), count.parse()) {
                basket.add(glass, count);
            }
        }
        basket
    }

    /// Adds lanterns of a colour, up to [`COUNT_MAX`] of it.
    pub(crate) fn add(&mut self, glass: Glass, count: u8) {
        match self.lines.iter_mut().find(|line| line.glass == glass) {
            Some(line) => line.count = line.count.saturating_add(count).min(COUNT_MAX),
            None if count > 0 => self.lines.push(Line {
                glass,
                count: count.min(COUNT_MAX),
            }),
            None => {}
        }
    }

    pub(crate) fn remove(&mut self, glass: Glass) {
        self.lines.retain(|line| line.glass != glass);
    }

    pub(crate) fn to_text(&self) -> String {
        self.lines
            .iter()
            .map(|line| format!("{}-{}", line.glass.slug(), line.count))
            .collect::<Vec<_>>()
            .join(".")
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(crate) fn total(&self) -> Euros {
        Euros(self.lines.iter().map(|line| line.price().0).sum())
    }
}

/// An amount in cents, shown as `€89.00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Euros(u32);

impl Euros {
    pub(crate) const ONE_LANTERN: Self = Self(PRICE_CENTS);
}

impl std::fmt::Display for Euros {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "€{}.{:02}", self.0 / 100, self.0 % 100)
    }
}
