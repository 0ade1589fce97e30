//! The connection to the SMTP server, built from `[smtp]`, and the outcome of an attempt.

use std::path::Path;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::config::{ConfigProblem, SmtpPassword, SmtpSettings, SmtpTls};

/// The maximum number of connections of one node; each delivers one e-mail at a time.
pub(super) const CONNECTIONS_MAX: usize = 4;

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MailOutcome {
    /// The server accepted the e-mail.
    Accepted,
    /// The server refuses this e-mail permanently.
    Refused(String),
    /// Another attempt can succeed.
    Failed(String),
}

/// The connection to the server.
#[derive(Debug)]
pub(super) struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    /// The longest duration of a whole attempt: the library limits only the connection phase.
    timeout: Duration,
    pub(super) from: Mailbox,
    pub(super) per_minute: u32,
}

impl Smtp {
    /// Prepares the connection, without contacting the server and without an asynchronous runtime:
    /// `anteroom check` has none.
    ///
    /// # Errors
    /// If a file cannot be read, with the field that names it.
    pub(super) fn open(settings: &SmtpSettings, folder: &Path) -> Result<Self, Vec<ConfigProblem>> {
        let tls = tls(settings, folder)?;
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&settings.host)
            .port(settings.port)
            .tls(tls)
            .timeout(Some(settings.timeout));
        if let Some(account) = &settings.account {
            let password = match &account.password {
                SmtpPassword::Value(value) => value.to_string(),
                SmtpPassword::File(path) => read(&folder.join(path), "password_file")?,
            };
            let password = password.trim_end_matches(['\r', '\n']);
            builder = builder.credentials(Credentials::new(account.user.clone(), password.to_owned()));
        }
        Ok(Self {
            transport: builder.build(),
            timeout: settings.timeout,
            from: settings.from.clone(),
            per_minute: settings.per_minute,
        })
    }

    /// Delivers an e-mail.
    pub(super) async fn send(&self, message: Message) -> MailOutcome {
        match tokio::time::timeout(self.timeout, self.transport.send(message)).await {
            Ok(Ok(_)) => MailOutcome::Accepted,
            Ok(Err(error)) => failure(&error),
            Err(_) => MailOutcome::Failed("the server is too slow".to_owned()),
        }
    }
}

/// Classifies an error. The text is this server's own: the mail server's answer can contain the
/// visitor's address, which must not reach the log.
fn failure(error: &Error) -> MailOutcome {
    let code = error.status().map(|code| u16::from(code).to_string());
    match code.as_deref() {
        // The mailbox does not exist, is full, or does not accept this e-mail.
        Some(code @ ("550" | "551" | "552" | "553" | "554" | "556")) => {
            MailOutcome::Refused(format!("the server answered {code}"))
        }
        Some(code) => MailOutcome::Failed(format!("the server answered {code}")),
        None if error.is_timeout() => MailOutcome::Failed("the server does not answer in time".to_owned()),
        None if error.is_tls() => {
            MailOutcome::Failed("TLS with the server failed; look at smtp.tls and smtp.ca_file".to_owned())
        }
        None if error.is_client() => {
            MailOutcome::Failed("the server does not offer what smtp.tls or smtp.user needs".to_owned())
        }
        None => MailOutcome::Failed("the server cannot be reached".to_owned()),
    }
}

fn tls(settings: &SmtpSettings, folder: &Path) -> Result<Tls, Vec<ConfigProblem>> {
    if settings.tls == SmtpTls::None {
        return Ok(Tls::None);
    }
    let mut parameters = TlsParameters::builder(settings.host.clone());
    if let Some(path) = &settings.ca_file {
        let pem = read(&folder.join(path), "ca_file")?;
        // The library also accepts a file without any certificate, and then trusts no server.
        let found = Some(pem.as_bytes()).filter(|_| pem.contains("BEGIN CERTIFICATE"));
        let found = found.and_then(|pem| Certificate::from_pem(pem).ok());
        let problem = || problem("ca_file", format!("{} has no certificate in PEM form", path.display()));
        parameters = parameters
            .certificate_store(CertificateStore::None)
            .add_root_certificate(found.ok_or_else(problem)?);
    }
    let parameters = parameters
        .build_rustls()
        .map_err(|error| problem("tls", format!("TLS cannot be set up: {error}")))?;
    Ok(match settings.tls {
        SmtpTls::Implicit => Tls::Wrapper(parameters),
        SmtpTls::StartTls | SmtpTls::None => Tls::Required(parameters),
    })
}

fn read(path: &Path, key: &str) -> Result<String, Vec<ConfigProblem>> {
    std::fs::read_to_string(path).map_err(|error| problem(key, format!("{} cannot be read: {error}", path.display())))
}

fn problem(key: &str, message: String) -> Vec<ConfigProblem> {
    vec![ConfigProblem {
        field: format!("smtp.{key}"),
        message,
    }]
}
