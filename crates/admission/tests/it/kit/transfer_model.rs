//! A naive model of transfers: a list of places and a list of codes.

use admission::transfer::{CODE_VALID_MS, CODES_MAX, CODES_SPAN_MS, TRANSFERS_MAX, TransferRefused};

#[derive(Debug, Clone, Default)]
pub(crate) struct ModelPlace {
    pub(crate) holder: u8,
    pub(crate) cancelled: bool,
    pub(crate) through: bool,
    good: Option<(u64, u64)>,
    made: Vec<u64>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct TransferModel {
    pub(crate) places: Vec<ModelPlace>,
    /// The place of each code.
    pub(crate) codes: Vec<usize>,
}

impl TransferModel {
    /// A device requests a code; the new code is the next in the list.
    pub(crate) fn offer(&mut self, place: usize, holder: u8, now: u64) -> Result<u64, TransferRefused> {
        let code = self.codes.len() as u64;
        self.codes.push(place);
        let place = self.places.get_mut(place).ok_or(TransferRefused::NoPlace)?;
        if holder != place.holder {
            return Err(TransferRefused::Transferred);
        }
        place.check()?;
        if place.made.iter().filter(|at| now < **at + CODES_SPAN_MS).count() >= CODES_MAX {
            return Err(TransferRefused::TooManyCodes);
        }
        place.made.push(now);
        place.good = Some((code, now + CODE_VALID_MS));
        Ok(now + CODE_VALID_MS)
    }

    /// A device requests the place of a code. Returns the place and its new holder.
    pub(crate) fn take(&mut self, code: u64, now: u64) -> Result<(usize, u8), TransferRefused> {
        let found = self.codes.get(usize::try_from(code).expect("few")).copied();
        let place = found.ok_or(TransferRefused::WrongCode)?;
        let record = self.places.get_mut(place).ok_or(TransferRefused::WrongCode)?;
        let good = record.good.is_some_and(|(good, until)| good == code && now < until);
        if !good {
            return Err(TransferRefused::WrongCode);
        }
        record.check()?;
        record.good = None;
        record.holder += 1;
        Ok((place, record.holder))
    }

    pub(crate) fn cancel(&mut self, place: usize, holder: u8) {
        if let Some(place) = self.places.get_mut(place).filter(|place| place.holder == holder) {
            place.cancelled = true;
        }
    }
}

impl ModelPlace {
    fn check(&self) -> Result<(), TransferRefused> {
        match self {
            Self { cancelled: true, .. } => Err(TransferRefused::NoPlace),
            Self { through: true, .. } => Err(TransferRefused::LetThrough),
            Self {
                holder: TRANSFERS_MAX, ..
            } => Err(TransferRefused::TransferredTooOften),
            _ => Ok(()),
        }
    }
}
