//! The report of how long a protected page took, which integrations send after a visit.
//!
//! Every integration writes the report differently, and nothing depends on a single one. Values out
//! of bounds therefore count as absent, and only an unreadable body is refused.

use crate::call::CallFields;

/// The status code of a page whose report names none.
const HTTP_CODE_DEFAULT: u16 = 200;
/// The longest time that is accepted, in milliseconds: an hour.
pub const TIME_MS_MAX: u32 = 3_600_000;
/// The largest sample rate believed.
pub const SAMPLE_RATE_MAX: u32 = 10_000;

/// The report of an integration about one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerformanceReport {
    /// The page's status code, 100 to 599; 200 when the report names none.
    pub http_code: u16,
    /// How long the page took, in milliseconds up to [`TIME_MS_MAX`]. If it is absent, the time
    /// since the call is used instead.
    pub time_ms: Option<u32>,
    /// How many pages this report stands for, 1 to [`SAMPLE_RATE_MAX`]. Absent from integrations
    /// that report every page.
    pub sample_rate: Option<u32>,
}

impl PerformanceReport {
    /// Reads the body of `PUT /v1/responses/{id}` as JSON or form; `None` if it is neither.
    pub fn from_body(content_type: Option<&str>, body: &[u8]) -> Option<Self> {
        let fields = CallFields::from_body(content_type, body).ok()?;
        let within = |name, least, most| whole(fields.get(name)?, least, most);
        let http_code = within("httpCode", 100, 599).or_else(|| within("code", 100, 599));
        Some(Self {
            http_code: http_code
                .and_then(|code| u16::try_from(code).ok())
                .unwrap_or(HTTP_CODE_DEFAULT),
            time_ms: within("time", 0, TIME_MS_MAX),
            sample_rate: within("sampleRate", 1, SAMPLE_RATE_MAX),
        })
    }
}

/// Returns a number rounded to an integer, if the integer is within bounds.
fn whole(text: &str, least: u32, most: u32) -> Option<u32> {
    let number: f64 = text.trim().parse().ok()?;
    let number = number.round();
    let is_within = (f64::from(least)..=f64::from(most)).contains(&number);
    is_within.then_some(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Option<(u16, Option<u32>, Option<u32>)> {
        PerformanceReport::from_body(None, body.as_bytes())
            .map(|report| (report.http_code, report.time_ms, report.sample_rate))
    }

    #[test]
    fn every_integration_s_report_is_read() {
        for (body, there) in [
            (r#"{"httpCode":200,"sampleRate":5,"time":6}"#, (200, Some(6), Some(5))),
            (r#"{"httpCode":503,"time":2}"#, (503, Some(2), None)),
            (r#"{"code":200,"time":12.34}"#, (200, Some(12), None)),
            (r#"{"code":"404","time":"12.5"}"#, (404, Some(13), None)),
            (r#"{"httpCode":201,"agent":"x","lang":"en"}"#, (201, None, None)),
            ("httpCode=500&time=3&sampleRate=10", (500, Some(3), Some(10))),
            ("{}", (200, None, None)),
            ("", (200, None, None)),
        ] {
            assert_eq!(read(body), Some(there), "{body}");
        }
    }

    #[test]
    fn absurd_values_count_as_absent() {
        let at_the_bounds = r#"{"httpCode":599,"time":3600000,"sampleRate":10000}"#;
        assert_eq!(
            read(at_the_bounds),
            Some((599, Some(TIME_MS_MAX), Some(SAMPLE_RATE_MAX)))
        );
        for body in [
            r#"{"httpCode":600,"time":3600001,"sampleRate":10001}"#,
            r#"{"httpCode":99,"time":-1,"sampleRate":0}"#,
            r#"{"httpCode":1e300,"time":"NaN","sampleRate":"inf"}"#,
            r#"{"httpCode":"ok","time":null,"sampleRate":[1]}"#,
            r#"{"httpCode":"","time":"fast","sampleRate":-5}"#,
        ] {
            assert_eq!(read(body), Some((200, None, None)), "{body}");
        }
        assert_eq!(read(r#"{"httpCode":1,"code":404}"#), Some((404, None, None)));
    }

    #[test]
    fn a_body_in_neither_encoding_is_no_report() {
        assert_eq!(read("{\"time\":"), None);
        assert_eq!(PerformanceReport::from_body(Some("application/json"), b"time=1"), None);
    }
}
