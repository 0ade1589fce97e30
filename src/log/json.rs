//! Log lines as JSON objects: `timestamp`, `level`, `fields` with `message`, `target`.

use std::fmt::{self, Debug, Write};

use serde_json::{Map, Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::registry::LookupSpan;

use super::text::{EscapingWriter, FIELD_BYTES_MAX};

/// Formats each event as one line of JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines;

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'lookup> LookupSpan<'lookup>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut timestamp = String::new();
        SystemTime.format_time(&mut Writer::new(&mut timestamp))?;
        let mut fields = EventFields::default();
        event.record(&mut fields);
        let target = fields.target.unwrap_or_else(|| event.metadata().target().to_owned());
        let line = json!({
            "timestamp": timestamp,
            "level": event.metadata().level().as_str(),
            "fields": fields.values,
            "target": target,
        });
        writeln!(writer, "{line}")
    }
}

/// The fields of an event, each limited in length.
#[derive(Debug, Default)]
struct EventFields {
    values: Map<String, Value>,
    /// The target that lines of the `log` crate carry as a field.
    target: Option<String>,
}

impl EventFields {
    fn put(&mut self, field: &Field, value: Value) {
        self.values.insert(field.name().to_owned(), value);
    }

    fn text(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = String::new();
        let mut clean = EscapingWriter::new(&mut text, FIELD_BYTES_MAX);
        let written = write!(clean, "{value:?}").and_then(|()| clean.end());
        if written.is_ok() {
            self.named(field, text);
        }
    }

    fn named(&mut self, field: &Field, text: String) {
        match field.name() {
            "log.target" => self.target = Some(text),
            name if name.starts_with("log.") => {}
            _ => self.put(field, text.into()),
        }
    }
}

impl Visit for EventFields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let mut text = String::new();
        let mut clean = EscapingWriter::new(&mut text, FIELD_BYTES_MAX);
        if clean.write_str(value).and_then(|()| clean.end()).is_ok() {
            self.named(field, text);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.text(field, value);
    }
}
