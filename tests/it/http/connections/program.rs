//! The real program on free ports, with a readable log, and hand-written HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned, crypto};
use tempfile::TempDir;

use crate::support::{MASTER_KEY, SECRET, room};

/// Every expected event happens within this time on any machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Program {
    child: Child,
    folder: TempDir,
    pub(crate) http: SocketAddr,
    pub(crate) https: SocketAddr,
}

#[expect(clippy::disallowed_methods, reason = "the program's deadlines are real")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

impl Program {
    /// Starts the program with additional keys of `[server]` and a limit for `ulimit`, such as `-n
    /// 1024`.
    pub(crate) fn start(keys: &str, ulimit: &str) -> Self {
        Self::start_as("text", keys, ulimit)
    }

    /// Like [`start`](Self::start), with the given log format.
    pub(crate) fn start_as(log_format: &str, keys: &str, ulimit: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // Both are open at once, so that they are two.
        let listeners = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"));
        let [http, https] = listeners.map(|listener| listener.local_addr().expect("an address"));
        let file = folder.path().join("anteroom.toml");
        let public_url = match keys.contains("public_url") {
            true => String::new(),
            false => format!("public_url = \"http://{http}\"\n"),
        };
        let text = format!(
            "[server]\nhttp = \"{http}\"\nhttps = \"{https}\"\ntls = \"self-signed\"\n{public_url}\
             master_key = \"{MASTER_KEY}\"\nstore = \"memory:\"\n{keys}\n\n\
             [[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\n\n{}",
            room("sale", "max_outflow = 20")
        );
        std::fs::write(&file, text).expect("written");
        let log = std::fs::File::create(folder.path().join("log")).expect("a log");
        let limit = if ulimit.is_empty() {
            String::new()
        } else {
            format!("ulimit {ulimit}; ")
        };
        let child = Command::new("/bin/sh")
            .arg("-c")
            .arg(format!("{limit}exec \"$0\" serve --config \"$1\" --log {log_format}"))
            .arg(env!("CARGO_BIN_EXE_anteroom"))
            .arg(&file)
            .env("NO_COLOR", "1")
            .stderr(Stdio::from(log))
            .spawn()
            .expect("it runs");
        let program = Self {
            child,
            folder,
            http,
            https,
        };
        until("it serves", || program.log().contains("ready"));
        program
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the complete log so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Returns the size of the log in bytes.
    pub(crate) fn log_bytes(&self) -> u64 {
        std::fs::metadata(self.log_file()).map_or(0, |file| file.len())
    }

    /// Opens a connection without sending anything.
    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.http)
    }

    /// Sends a request on a new connection and returns the answer.
    pub(crate) fn get(&self, path: &str) -> String {
        ask(&mut self.connect(), path, "Connection: close\r\n")
    }

    /// Returns a figure of the metrics; 0 if it is missing.
    pub(crate) fn figure(&self, name: &str) -> u64 {
        let metrics = self.get("/metrics");
        let line = metrics
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |figure| figure.parse().expect("a number"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

pub(crate) fn connect(to: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(to).expect("connected");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Sends a `GET` and reads until the other side closes the connection.
pub(crate) fn ask(stream: &mut TcpStream, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: queue.example\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    read_to_end(stream)
}

/// Reads until the other side ends the connection, in any way.
pub(crate) fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer) {
        assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "it is kept open");
    }
    String::from_utf8_lossy(&answer).into_owned()
}

pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns a connection after its TLS handshake.
pub(crate) fn tls(to: SocketAddr) -> StreamOwned<ClientConnection, TcpStream> {
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("TLS 1.2 and 1.3")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anybody))
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let client = ClientConnection::new(Arc::new(config), name).expect("a client");
    let mut stream = StreamOwned::new(client, connect(to));
    while stream.conn.is_handshaking() {
        stream.conn.complete_io(&mut stream.sock).expect("shakes hands");
    }
    stream
}

/// Accepts any certificate, because the demo's certificate is self-signed.
#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        crypto::ring::default_provider()
            .signature_verification_algorithms
            .supported_schemes()
    }
}
