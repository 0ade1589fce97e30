//! A persistent connection: opened by the first call that needs it, closed when it hangs or leads
//! to a server that does not serve, and opened again by the next call.
//!
//! A connection whose reply is overdue is never used again, so that a late reply reaches no other
//! call.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::{Pipeline, Value};
use tokio::time::timeout;

use super::dial::Dialer;
use super::fault::{Fault, breaks_connection};
use super::link::Link;

/// A connection that is opened when it is needed.
#[derive(Default)]
pub(super) struct Wire {
    held: Mutex<HeldLink>,
    /// Held by the caller that opens a connection. Callers that wait for the lock share the outcome
    /// instead of trying again one after the other.
    dialing: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct HeldLink {
    link: Option<Link>,
    /// The number of connections opened.
    serial: u64,
    /// The number of attempts that failed.
    failures: u64,
    last_fault: Option<Fault>,
}

impl Wire {
    /// Sends `commands` in one batch and returns a reply for each. The first reply is never an
    /// error.
    pub(super) async fn send(
        &self,
        dialer: &Dialer,
        commands: &Pipeline,
        slot_of: &str,
        limit: Duration,
    ) -> Result<Vec<Value>, WireFailure> {
        let (serial, mut link) = self.link(dialer).await?;
        let Ok(sent) = timeout(limit, link.send(commands, slot_of)).await else {
            self.forget(serial);
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
                if breaks_connection(&error) {
                    self.forget(serial);
                }
                Err(WireFailure {
                    fault: Fault::of(&error),
                    no_script: error.code() == Some("NOSCRIPT"),
                    broken: error.is_connection_dropped(),
                })
            }
        }
    }

    async fn link(&self, dialer: &Dialer) -> Result<(u64, Link), Fault> {
        let before = match self.held().found() {
            Ok(link) => return Ok(link),
            Err(failures) => failures,
        };
        let _dialing = self.dialing.lock().await;
        {
            let held = self.held();
            match (held.found(), &held.last_fault) {
                (Ok(link), _) => return Ok(link),
                (Err(failures), Some(fault)) if failures != before => return Err(fault.clone()),
                _ => {}
            }
        }
        let dialed = dialer.dial().await;
        let mut held = self.held();
        match dialed {
            Ok(link) => {
                held.serial += 1;
                held.link = Some(link.clone());
                Ok((held.serial, link))
            }
            Err(fault) => {
                held.failures += 1;
                held.last_fault = Some(fault.clone());
                Err(fault)
            }
        }
    }

    /// Drops the connection with this serial, unless it was replaced already.
    fn forget(&self, serial: u64) {
        let mut held = self.held();
        if held.serial == serial {
            held.link = None;
        }
    }

    /// No code that runs under the lock can panic halfway, so a poisoned lock guards consistent
    /// data.
    fn held(&self) -> MutexGuard<'_, HeldLink> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldLink {
    /// Returns the connection, or how many attempts failed so far.
    fn found(&self) -> Result<(u64, Link), u64> {
        let link = self.link.clone().ok_or(self.failures)?;
        Ok((self.serial, link))
    }
}

/// The reason that there are no replies.
pub(super) struct WireFailure {
    pub(super) fault: Fault,
    /// The server needs the script's text.
    pub(super) no_script: bool,
    /// The connection broke, as it does when the server was stopped.
    pub(super) broken: bool,
}

impl From<Fault> for WireFailure {
    fn from(fault: Fault) -> Self {
        Self {
            fault,
            no_script: false,
            broken: false,
        }
    }
}
