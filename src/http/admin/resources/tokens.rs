//! `tokens`: the tokens for this API. A token's secret is shown once, when it is created.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::{ApiToken, AuditNote, Role, Stamp, TOKEN, TOKENS_MAX, TokenSpec};
use crate::clock::rfc3339;
use crate::http::admin::caller::{Caller, PRIVATE_KEY, ROOT, name_of};
use crate::http::admin::extract::{JsonBody, PathParams};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use admission::WallMs;

/// The maximum length of a token's name, characters.
const NAME_CHARS_MAX: usize = 100;

/// A token without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct TokenView {
    /// Id by which the token is deleted.
    id: String,
    /// Its name in the audit log.
    name: String,
    role: Role,
    /// The only customer that the token reaches; `null` for all.
    customer: Option<String>,
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    /// Name of the token that created this one.
    created_by: String,
}

/// A token with its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct NewToken {
    /// The value to send after `Authorization: Bearer`. It is not shown again.
    token: String,
    /// The token's other properties.
    made: TokenView,
}

/// A token to create.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct TokenInput {
    /// Name for people and for the audit log; must be unique.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    role: Role,
    /// The only customer that the token reaches; default: all.
    customer: Option<String>,
    /// Time at which the token expires; default: never.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

/// `tokens/{id}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct TokenPath {
    /// The token's id.
    id: String,
}

impl TokenView {
    fn of(token: ApiToken) -> Self {
        Self {
            id: token.id,
            name: token.name,
            role: token.role,
            customer: token.customer,
            expires_at: token.expires_at.map(|until| rfc3339(WallMs(until))),
            created_at: rfc3339(WallMs(token.made.at)),
            created_by: token.made.by,
        }
    }
}

/// Lists all tokens, without their secrets. Expired tokens are listed until they are deleted.
#[utoipa::path(get, path = paths::ADMIN_TOKENS, tag = "tokens", responses((status = 200, body = Vec<TokenView>)))]
pub(in crate::http) async fn list(State(app): State<SharedAppState>) -> Json<Vec<TokenView>> {
    let documents = app.running.admin_store().documents();
    let mut tokens: Vec<ApiToken> = documents.of_kind(TOKEN).map(|(_, token)| token).collect();
    tokens.sort_by(|one, other| one.name.cmp(&other.name));
    Json(tokens.into_iter().map(TokenView::of).collect())
}

/// Creates a token.
#[utoipa::path(
    post, path = paths::ADMIN_TOKENS, tag = "tokens", request_body = TokenInput,
    responses((status = 201, body = NewToken), (status = 409, description = "Another token has this name, or there are too many tokens")),
)]
pub(in crate::http) async fn make(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(input): JsonBody<TokenInput>,
) -> Result<(StatusCode, Json<NewToken>), ProblemDetails> {
    let now = app.clock.wall();
    let wanted = wanted(&input, now)?;
    if let Some(customer) = &wanted.customer
        && !app.rooms.has_customer(customer)
    {
        return Err(ProblemDetails::field(
            "/customer",
            format!("there is no customer {customer:?}"),
        ));
    }
    let stamp = Stamp::new(caller.name(), now);
    let (token, secret) = ApiToken::new(wanted, stamp, app.entropy.nonce(), app.entropy.seed());
    app.change(&caller, |draft| {
        let (mut same, mut count) = (false, 0);
        for (_, other) in draft.documents().of_kind::<ApiToken>(TOKEN) {
            same |= other.name == token.name;
            count += 1;
        }
        if same {
            return Err(ProblemDetails::conflict(format!(
                "another token has the name {:?}",
                token.name
            )));
        }
        if count >= TOKENS_MAX {
            return Err(ProblemDetails::conflict(format!(
                "there are {TOKENS_MAX} tokens; delete some"
            )));
        }
        let key = ApiToken::key(&token.id).expect("hex digits make a key");
        let note = AuditNote::new("create", key.as_str())
            .field("name", None, Some(&json!(token.name)))
            .field("role", None, Some(&json!(name_of(token.role))))
            .field("customer", Some(&json!(null)), Some(&json!(token.customer)))
            .field("expiresAt", Some(&json!(null)), Some(&json!(input.expires_at)));
        draft.put(&key, &token);
        draft.note(note);
        Ok(())
    })
    .await?;
    let new = NewToken {
        token: secret.as_str().to_owned(),
        made: TokenView::of(token),
    };
    Ok((StatusCode::CREATED, Json(new)))
}

/// Deletes a token.
///
/// This node refuses requests with it at once, all other nodes within a second.
#[utoipa::path(delete, path = paths::ADMIN_TOKEN, tag = "tokens", params(TokenPath), responses((status = 204)))]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<TokenPath>,
) -> Result<StatusCode, ProblemDetails> {
    let lost = || ProblemDetails::not_found(format!("there is no token {:?}; GET tokens lists them all", path.id));
    let key = ApiToken::key(&path.id).ok_or_else(lost)?;
    app.change(&caller, |draft| {
        let token: ApiToken = draft.documents().get(&key).ok_or_else(lost)?;
        draft.remove(&key);
        draft.note(AuditNote::new("delete", key.as_str()).field("name", Some(&json!(token.name)), None));
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn wanted(input: &TokenInput, now: WallMs) -> Result<TokenSpec, ProblemDetails> {
    let name = input.name.trim();
    if !(1..=NAME_CHARS_MAX).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        let detail = format!("1 to {NAME_CHARS_MAX} characters are wanted");
        return Err(ProblemDetails::field("/name", detail));
    }
    let reserved = [
        (ROOT, "this name is reserved for server.admin_token"),
        (
            PRIVATE_KEY,
            "this name is reserved for the private keys of CrowdHandler's API",
        ),
    ];
    if let Some((_, detail)) = reserved.iter().find(|(taken, _)| *taken == name) {
        return Err(ProblemDetails::field("/name", *detail));
    }
    let expires_at = input.expires_at.as_deref().map(|text| expiry(text, now)).transpose()?;
    Ok(TokenSpec {
        name: name.to_owned(),
        role: input.role,
        customer: input.customer.clone(),
        expires_at,
    })
}

fn expiry(text: &str, now: WallMs) -> Result<u64, ProblemDetails> {
    let wrong = |detail: &str| ProblemDetails::field("/expiresAt", detail);
    let moment: jiff::Timestamp = text
        .parse()
        .map_err(|_| wrong("a moment such as 2026-12-01T10:00:00Z is wanted"))?;
    let until = u64::try_from(moment.as_millisecond()).ok();
    until
        .filter(|until| *until > now.0)
        .ok_or_else(|| wrong("this time is in the past"))
}
