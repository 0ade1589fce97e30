//! A push service behind a proxy, on one port: accepts `CONNECT`, speaks TLS as the requested host,
//! stores the messages, and returns the configured answers.
//!
//! A [`PushBrowser`] has the keys of a subscription and decrypts the messages of the service, step
//! by step as RFC 8291 describes for the receiver.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;
use serde_json::Value;
use sha2::Sha256;
use tempfile::TempDir;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// The host in whose place the service answers.
pub(crate) const PUSH_HOST: &str = "updates.push.services.mozilla.com";

/// A message as the service received it.
#[derive(Debug, Clone)]
pub(crate) struct PushedMessage {
    /// The host and port in the request to the proxy.
    pub(crate) target: String,
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// A running service.
pub(crate) struct PushService {
    port: u16,
    folder: TempDir,
    state: Arc<Mutex<ServiceState>>,
}

#[derive(Debug)]
struct ServiceState {
    status: u16,
    seen: Vec<PushedMessage>,
}

impl PushService {
    pub(crate) async fn start() -> Self {
        let made = rcgen::generate_simple_self_signed(vec![PUSH_HOST.to_owned()]).expect("a certificate");
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("ca.pem"), made.cert.pem()).expect("written");
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key.into())
            .expect("a certificate and its key");
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(ServiceState {
            status: 201,
            seen: Vec::new(),
        }));
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, acceptor.clone(), shared.clone()));
            }
        });
        Self { port, folder, state }
    }

    /// `[push]` for this service.
    pub(crate) fn section(&self) -> String {
        let ca: PathBuf = self.folder.path().join("ca.pem");
        format!(
            "[push]\ncontact = \"mailto:ops@example.com\"\nproxy = \"http://127.0.0.1:{}\"\nca_file = \"{}\"\n\n",
            self.port,
            ca.display()
        )
    }

    /// Answers with this status from now on.
    pub(crate) fn answer(&self, status: u16) {
        self.state.lock().expect("not poisoned").status = status;
    }

    /// Returns the messages so far: the service records a message before it answers.
    pub(crate) fn seen(&self) -> Vec<PushedMessage> {
        self.state.lock().expect("not poisoned").seen.clone()
    }
}

async fn serve(stream: TcpStream, acceptor: TlsAcceptor, state: Arc<Mutex<ServiceState>>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (start, _) = head(&mut stream).await?;
    let target = start.strip_prefix("CONNECT ")?.split(' ').next()?.to_owned();
    stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.ok()?;
    // Nothing is sent before the answer to CONNECT, so the buffer is empty.
    let tls = acceptor.accept(stream.into_inner()).await.ok()?;
    let mut tls = BufReader::new(tls);
    while let Some((start, headers)) = head(&mut tls).await {
        let path = start.strip_prefix("POST ")?.split(' ').next()?.to_owned();
        let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
        tls.read_exact(&mut body).await.ok()?;
        let status = {
            let mut state = state.lock().expect("not poisoned");
            state.seen.push(PushedMessage {
                target: target.clone(),
                path,
                headers,
                body,
            });
            state.status
        };
        answer(&mut tls, status).await?;
    }
    Some(())
}

async fn answer(stream: &mut (impl AsyncWrite + Unpin), status: u16) -> Option<()> {
    let head = format!("HTTP/1.1 {status} Told\r\ncontent-length: 6\r\n\r\nsecret");
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.flush().await.ok()
}

/// Reads the first line of a request, and its headers.
async fn head(stream: &mut (impl AsyncBufRead + Unpin)) -> Option<(String, BTreeMap<String, String>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok().filter(|bytes| *bytes > 0)?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let headers = lines.get(1..)?.iter().filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    Some((lines.first()?.clone(), headers.collect()))
}

/// A browser's subscription.
pub(crate) struct PushBrowser {
    secret: SecretKey,
    auth: [u8; 16],
    endpoint: String,
}

impl PushBrowser {
    /// Returns a browser with keys of this number.
    pub(crate) fn new(number: u8) -> Self {
        Self {
            secret: SecretKey::from_slice(&[number; 32]).expect("a scalar"),
            auth: [number; 16],
            endpoint: format!("https://{PUSH_HOST}/wpush/v2/browser{number}"),
        }
    }

    /// Returns the same browser with another endpoint.
    pub(crate) fn at(self, endpoint: &str) -> Self {
        Self {
            endpoint: endpoint.to_owned(),
            ..self
        }
    }

    /// Returns the fields of the subscription, as the page's script sends them.
    pub(crate) fn form(&self) -> String {
        let endpoint: String = url::form_urlencoded::byte_serialize(self.endpoint.as_bytes()).collect();
        let public = URL_SAFE_NO_PAD.encode(self.public());
        let auth = URL_SAFE_NO_PAD.encode(self.auth);
        format!("endpoint={endpoint}&p256dh={public}&auth={auth}")
    }

    fn public(&self) -> Box<[u8]> {
        self.secret.public_key().to_sec1_bytes()
    }

    /// Decrypts a message for this browser.
    pub(crate) fn read(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (record_bytes, rest) = rest.split_at(4);
        let (length, rest) = rest.split_at(1);
        let (sender, record) = rest.split_at(usize::from(length[0]));
        let record_max = u32::from_be_bytes(record_bytes.try_into().expect("four bytes"));
        assert!(
            record.len() <= usize::try_from(record_max).expect("small"),
            "one record"
        );
        let public = PublicKey::from_sec1_bytes(sender).expect("the sender's key");
        let shared = self.secret.diffie_hellman(&public);
        let info = [b"WebPush: info\0".as_slice(), &self.public(), sender].concat();
        let mut input = [0; 32];
        let secret = Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes());
        secret.expand(&info, &mut input).expect("32 bytes");
        let keys = Hkdf::<Sha256>::new(Some(salt), &input);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        keys.expand(b"Content-Encoding: aes128gcm\0", &mut key)
            .expect("16 bytes");
        keys.expand(b"Content-Encoding: nonce\0", &mut nonce).expect("12 bytes");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("16 bytes"));
        let mut record = record.to_vec();
        let plain = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record);
        let plain = plain.expect("a message for this browser");
        let end = plain.iter().rposition(|byte| *byte != 0).expect("a delimiter");
        assert_eq!(plain[end], 2, "the last record");
        serde_json::from_slice(&plain[..end]).expect("JSON")
    }
}
