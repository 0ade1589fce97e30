//! A connection that lasts: made by the first call that needs it, given up when it hangs or leads to a server that does not serve, made anew by the next call.
//!
//! A connection whose reply is overdue is never used again, so that a late reply meets nobody.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use redis::{Pipeline, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::dial::Dialer;
use super::fault::{Fault, spoils};
use super::link::Link;

/// A connection, whenever one can be made.
#[derive(Default)]
pub(super) struct Wire {
    held: Mutex<Held>,
    /// Attempts that failed. Those who waited for one share its outcome instead of trying again one after the other.
    failures: AtomicU64,
}

#[derive(Default)]
struct Held {
    link: Option<Link>,
    /// Counts the connections made.
    serial: u64,
    last_fault: Option<Fault>,
}

impl Wire {
    /// Sends `commands` in one go and returns a reply for each, of which the first is no error.
    pub(super) async fn send(
        &self,
        dialer: &Dialer,
        commands: &Pipeline,
        slot_of: &str,
        limit: Duration,
    ) -> Result<Vec<Value>, Failure> {
        let (serial, mut link) = self.link(dialer).await?;
        let Ok(sent) = timeout(limit, link.send(commands, slot_of)).await else {
            self.forget(serial).await;
            let cause = format!("no reply within {} ms", limit.as_millis());
            return Err(Fault::Lost(cause).into());
        };
        let sent = sent.and_then(|values| match values.first().cloned().map(Value::extract_error) {
            Some(Err(error)) => Err(error),
            Some(Ok(_)) => Ok(values),
            None => Err((redis::ErrorKind::Parse, "no reply").into()),
        });
        match sent {
            Ok(values) => Ok(values),
            Err(error) => {
                if spoils(&error) {
                    self.forget(serial).await;
                }
                Err(Failure {
                    fault: Fault::of(&error),
                    no_script: error.code() == Some("NOSCRIPT"),
                    broken: error.is_connection_dropped(),
                })
            }
        }
    }

    async fn link(&self, dialer: &Dialer) -> Result<(u64, Link), Fault> {
        let seen = self.failures.load(Ordering::Acquire);
        let mut held = self.held.lock().await;
        if let Some(link) = &held.link {
            return Ok((held.serial, link.clone()));
        }
        if self.failures.load(Ordering::Acquire) != seen
            && let Some(fault) = &held.last_fault
        {
            return Err(fault.clone());
        }
        match dialer.dial().await {
            Ok(link) => {
                held.serial += 1;
                held.link = Some(link.clone());
                Ok((held.serial, link))
            }
            Err(fault) => {
                self.failures.fetch_add(1, Ordering::Release);
                held.last_fault = Some(fault.clone());
                Err(fault)
            }
        }
    }

    /// Unless somebody did already.
    async fn forget(&self, serial: u64) {
        let mut held = self.held.lock().await;
        if held.serial == serial {
            held.link = None;
        }
    }
}

/// Why there are no replies.
pub(super) struct Failure {
    pub(super) fault: Fault,
    /// The server has to be sent the script's text.
    pub(super) no_script: bool,
    /// The connection broke, as it does when the server was stopped since.
    pub(super) broken: bool,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self {
            fault,
            no_script: false,
            broken: false,
        }
    }
}
