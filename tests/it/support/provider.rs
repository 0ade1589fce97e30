//! A small OpenID Connect provider that answers by HTTP, signs with a key of its own, and accepts
//! each code once. Tests choose the account that signs in, and the failures.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use url::{Url, form_urlencoded};

use super::START_MS;

/// Our id at the provider.
pub(crate) const CLIENT: &str = "anteroom";
/// Our secret, with characters that must be encoded.
const CLIENT_SECRET: &str = "shared with the provider: 31f7";
/// How long a token lasts, seconds.
const TOKEN_SECONDS: u64 = 300;

type SharedProvider = Arc<Mutex<ProviderState>>;
type QueryParameters = HashMap<String, String>;

/// A running provider.
pub(crate) struct SignInProvider {
    pub(crate) issuer: String,
    state: SharedProvider,
}

/// The state that tests can look at and change.
pub(crate) struct ProviderState {
    issuer: String,
    key: EcdsaKeyPair,
    key_id: String,
    codes: HashMap<String, SignedIn>,
    /// The number of codes that were given, all of them different.
    given: usize,
    /// How often its description was read.
    pub(crate) reads: usize,
    /// How often it was asked to exchange a code.
    pub(crate) exchanges: usize,
    /// The status of all its answers.
    pub(crate) status: StatusCode,
    /// The time by its clock.
    pub(crate) now_seconds: u64,
    /// Claims that replace the correct ones in its tokens.
    pub(crate) claims: Value,
}

/// An account that signed in.
struct SignedIn {
    account: String,
    asked: QueryParameters,
}

impl SignInProvider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(Mutex::new(ProviderState {
            issuer: issuer.clone(),
            key: new_key(),
            key_id: "first".to_owned(),
            codes: HashMap::new(),
            given: 0,
            reads: 0,
            exchanges: 0,
            status: StatusCode::OK,
            now_seconds: START_MS / 1_000,
            claims: json!({}),
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(description))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { issuer, state }
    }

    /// `[oidc]` for this provider.
    pub(crate) fn section(&self) -> String {
        format!(
            "[oidc]\nissuer = \"{}\"\nclient_id = \"{CLIENT}\"\nclient_secret = \"{CLIENT_SECRET}\"\n\n",
            self.issuer
        )
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, ProviderState> {
        self.state.lock().expect("not poisoned")
    }

    /// Returns how often the provider's description was read, and how often it was asked to
    /// exchange a code.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.state();
        (state.reads, state.exchanges)
    }

    /// Signs in under a name, at the address to which a browser was sent; returns the path to which
    /// the provider sends it back.
    pub(crate) fn signs_in(&self, address: &str, account: &str) -> String {
        let url = Url::parse(address).expect("an address");
        assert!(address.starts_with(&format!("{}/sign-in?", self.issuer)), "{address}");
        let asked: QueryParameters = url.query_pairs().into_owned().collect();
        let wanted = [
            ("response_type", "code"),
            ("scope", "openid"),
            ("client_id", CLIENT),
            ("code_challenge_method", "S256"),
            ("redirect_uri", "https://queue.example/identity/signed-in"),
        ];
        for (name, value) in wanted {
            assert_eq!(asked[name], value, "{name}");
        }
        let mut state = self.state();
        state.given += 1;
        let code = format!("code-{}-{account}", state.given);
        let back = self.back(&asked["state"], &[("code", &code), ("iss", &self.issuer)]);
        let account = account.to_owned();
        state.codes.insert(code, SignedIn { account, asked });
        back
    }

    /// Returns the path back for this state, with these parameters.
    pub(crate) fn back(&self, state: &str, parameters: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters).append_pair("state", state);
        format!("/identity/signed-in?{}", query.finish())
    }

    /// Signs with another key from now on.
    pub(crate) fn changes_its_key(&self) {
        let mut state = self.state();
        state.key = new_key();
        state.key_id.push_str(" and next");
    }

    /// Signs with another key from now on, under the same name.
    pub(crate) fn is_impersonated(&self) {
        let name = self.state().key_id.clone();
        self.changes_its_key();
        self.state().key_id = name;
    }
}

fn new_key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("a key");
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).expect("a key")
}

async fn description(State(state): State<SharedProvider>) -> (StatusCode, Json<Value>) {
    let mut state = state.lock().expect("not poisoned");
    state.reads += 1;
    let at = |path: &str| format!("{}{path}", state.issuer);
    let said = json!({
        "issuer": state.issuer,
        "authorization_endpoint": at("/sign-in"),
        "token_endpoint": at("/token"),
        "jwks_uri": at("/keys"),
        "response_types_supported": ["code"],
    });
    (state.status, Json(said))
}

async fn keys(State(state): State<SharedProvider>) -> (StatusCode, Json<Value>) {
    let state = state.lock().expect("not poisoned");
    let (x, y) = state.key.public_key().as_ref()[1..].split_at(32);
    let key = json!({
        "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": state.key_id,
        "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y),
    });
    (state.status, Json(json!({ "keys": [key] })))
}

async fn token(State(state): State<SharedProvider>, headers: HeaderMap, form: String) -> (StatusCode, Json<Value>) {
    let mut state = state.lock().expect("not poisoned");
    state.exchanges += 1;
    if state.status != StatusCode::OK {
        return (state.status, Json(json!({})));
    }
    let client = format!(
        "{CLIENT}:{}",
        form_urlencoded::byte_serialize(CLIENT_SECRET.as_bytes()).collect::<String>()
    );
    assert_eq!(
        headers["authorization"],
        format!("Basic {}", STANDARD.encode(client)).as_str()
    );
    let form: QueryParameters = form_urlencoded::parse(form.as_bytes()).into_owned().collect();
    assert_eq!(form["grant_type"], "authorization_code");
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
    let signed_in = state.codes.remove(&form["code"]);
    let is_meant = |signed_in: &SignedIn| {
        signed_in.asked["code_challenge"] == challenge && signed_in.asked["redirect_uri"] == form["redirect_uri"]
    };
    match signed_in.filter(is_meant) {
        Some(signed_in) => (StatusCode::OK, Json(state.answer(&signed_in))),
        None => (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))),
    }
}

impl ProviderState {
    fn answer(&self, signed_in: &SignedIn) -> Value {
        let mut claims = json!({
            "iss": self.issuer, "sub": signed_in.account, "aud": CLIENT, "nonce": signed_in.asked["nonce"],
            "iat": self.now_seconds, "exp": self.now_seconds + TOKEN_SECONDS, "email": "ada@example.com",
        });
        for (name, value) in self.claims.as_object().expect("an object") {
            claims[name] = value.clone();
        }
        let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.key_id });
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = self
            .key
            .sign(&SystemRandom::new(), signed.as_bytes())
            .expect("a signature");
        json!({
            "access_token": "not-used", "token_type": "Bearer",
            "id_token": format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)),
        })
    }
}
