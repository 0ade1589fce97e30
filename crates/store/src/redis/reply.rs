//! Parses the replies of the scripts.

use redis::Value;

use super::fault::Fault;
use crate::{Generation, Newest, Page, RecordKey};

/// Identifies one run of one server: 40 hexadecimal digits, new with every start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RunId(pub(super) String);

impl RunId {
    /// Returns the salt that separates the generations of recoveries on different servers.
    pub(super) fn salt(&self) -> u32 {
        let digits = self.0.get(..8).unwrap_or_default();
        u32::from_str_radix(digits, 16).unwrap_or_default()
    }
}

/// The parts of a reply, in order.
pub(super) struct Parts(std::vec::IntoIter<Value>);

impl Parts {
    pub(super) fn of(value: Value) -> Result<Self, Fault> {
        match value {
            Value::Array(parts) => Ok(Self(parts.into_iter())),
            _ => Err(Fault::malformed("parts")),
        }
    }

    fn next(&mut self) -> Value {
        self.0.next().unwrap_or(Value::Nil)
    }

    pub(super) fn number(&mut self) -> Result<i64, Fault> {
        match self.next() {
            Value::Int(number) => Ok(number),
            _ => Err(Fault::malformed("number")),
        }
    }

    /// A script's `false` arrives as nil in its array.
    fn bytes_or_nil(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        match self.next() {
            Value::BulkString(bytes) => Ok(Some(bytes)),
            Value::Nil => Ok(None),
            _ => Err(Fault::malformed("bytes")),
        }
    }

    fn text(&mut self) -> Result<String, Fault> {
        let bytes = self.bytes_or_nil()?.ok_or_else(|| Fault::malformed("text"))?;
        String::from_utf8(bytes).map_err(|_| Fault::malformed("text"))
    }

    pub(super) fn run(&mut self) -> Result<RunId, Fault> {
        self.text().map(RunId)
    }

    pub(super) fn generation(&mut self) -> Result<Generation, Fault> {
        let number = self.text()?.parse();
        number.map(Generation).map_err(|_| Fault::malformed("generation"))
    }

    pub(super) fn flag(&mut self) -> Result<bool, Fault> {
        Ok(self.number()? != 0)
    }

    /// Reads the generation, the ledger, and whether the pool is recovering.
    pub(super) fn newest(&mut self) -> Result<Newest, Fault> {
        Ok(Newest {
            generation: self.generation()?,
            ledger: self.bytes_or_nil()?,
            recovering: self.flag()?,
        })
    }

    pub(super) fn values(&mut self) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let mut values = Self::of(self.next())?;
        let count = values.0.len();
        (0..count).map(|_| values.bytes_or_nil()).collect()
    }

    /// Reads the generation, whether more follows, and alternating keys and values.
    pub(super) fn page(&mut self) -> Result<Page, Fault> {
        let (generation, more) = (self.generation()?, self.flag()?);
        let mut values = self.values()?.into_iter().flatten();
        let mut records = Vec::new();
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            let key = RecordKey::new(key).map_err(|_| Fault::malformed("key"))?;
            records.push((key, value));
        }
        Ok(Page {
            generation,
            records,
            more,
        })
    }

    /// Reads seconds and microseconds, as `TIME` returns them.
    pub(super) fn time_ms(&mut self) -> Result<u64, Fault> {
        let mut part = || self.text()?.parse::<u64>().map_err(|_| Fault::malformed("time"));
        Ok(part()? * 1000 + part()? / 1000)
    }
}

/// Reads the members of a set.
pub(super) fn strings(value: Value) -> Result<Vec<Vec<u8>>, Fault> {
    let mut members = Parts::of(value)?;
    let count = members.0.len();
    let members = (0..count).map(|_| members.bytes_or_nil());
    Ok(members.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}
