//! Finds weak secrets: too short, repetitive, copied from a document, or used for two purposes.
//! Plainly weak secrets are refused; doubtful ones cause warnings.
//!
//! The checks run in `anteroom check`, at the start of `anteroom serve`, and on the entries sent to
//! the admin API. Keys that customers share with their sites are chosen by the customers, and often
//! come from another vendor's settings: of these, only short ones, placeholders, and secrets of the
//! server itself are refused.

use std::collections::BTreeSet;

use crate::config::{Config, ConfigProblem, EntryId, Section, Tables, breadth};

/// The shortest admin token, characters.
const ADMIN_TOKEN_CHARS_MIN: usize = 8;
/// The minimum number of different characters in an admin token.
const ADMIN_TOKEN_KINDS_MIN: usize = 6;
/// An admin token with fewer characters was probably chosen by a person, and causes a warning.
const ADMIN_TOKEN_CHARS_FEW: usize = 24;
/// The minimum number of different bytes in a master key without a warning: 32 random bytes have
/// fewer about once in 10^18 cases.
const MASTER_KEY_KINDS_FEW: usize = 16;
/// A customer's secret with fewer characters is refused: a program can try all of them quickly.
const SECRET_CHARS_MIN: usize = 4;
/// A customer's secret with fewer characters causes a warning.
const SECRET_CHARS_FEW: usize = 16;
/// A text that repeats at most this many characters counts as no longer than those.
const REPEATED_CHARS_MAX: usize = 8;
/// A command that makes a good secret.
const COMMAND: &str = "make one with: openssl rand -hex 32";

/// The beginnings of placeholder texts that documents use for secrets, reduced to letters and
/// digits.
const PLACEHOLDERS: [&str; 12] = [
    "changeme",
    "changethis",
    "changeit",
    "replaceme",
    "replacethis",
    "alongrandomtext",
    "64hexdigits",
    "thesecretthatyourconnectorshold",
    "yoursecret",
    "insertsecret",
    "secretkeyhere",
    "xxxxxx",
];

/// A secret of a customer or a room.
struct ConfiguredSecret<'a> {
    section: Section,
    index: usize,
    id: EntryId,
    key: &'static str,
    text: &'a str,
}

impl ConfiguredSecret<'_> {
    fn problem(&self, message: String) -> ConfigProblem {
        ConfigProblem {
            field: format!("{}[{}].{}", self.section.name(), self.index, self.key),
            message,
        }
    }
}

/// The problems for which `[server]` or an entry is refused.
#[must_use]
pub(crate) fn problems(tables: &Tables) -> Vec<ConfigProblem> {
    let mut found = of_server(tables);
    found.extend(of_entries(tables, |_| true));
    let own = ["admin_token", "master_key"].map(|key| (key, server(tables, key)));
    for secret in configured_secrets(tables) {
        let is_own = |own: &&str| own.eq_ignore_ascii_case(secret.text);
        if let Some((name, _)) = own.iter().find(|(_, own)| own.as_ref().is_some_and(is_own)) {
            let message = format!("is server.{name} as well, which opens everything; {COMMAND}");
            found.push(secret.problem(message));
        }
    }
    found
}

/// The problems for which the entries chosen by `asked` are refused. Does not reveal that a secret
/// is the server's own, since a user who can change an entry could otherwise guess the server's
/// secrets.
#[must_use]
pub(crate) fn of_entries(tables: &Tables, asked: impl Fn(&EntryId) -> bool) -> Vec<ConfigProblem> {
    let secrets = configured_secrets(tables).into_iter();
    let fault = |secret: &ConfiguredSecret<'_>| {
        let chars = secret.text.chars().count();
        if is_placeholder(secret.text) {
            return Some("this stands in documents, so everybody knows it".to_owned());
        }
        (chars < SECRET_CHARS_MIN).then(|| format!("{chars} characters are guessed"))
    };
    let faults = secrets
        .filter(|secret| asked(&secret.id))
        .filter_map(|secret| Some((fault(&secret)?, secret)));
    faults
        .map(|(fault, secret)| secret.problem(format!("{fault}; {COMMAND}")))
        .collect()
}

fn of_server(tables: &Tables) -> Vec<ConfigProblem> {
    let (token, master) = (server(tables, "admin_token"), server(tables, "master_key"));
    let problem = |key: &str, message: &str| ConfigProblem {
        field: format!("server.{key}"),
        message: format!("{message}; {COMMAND}"),
    };
    let mut found = Vec::new();
    if let Some(fault) = token.and_then(fault_of_token) {
        found.push(problem("admin_token", &fault));
    }
    if master.and_then(bytes_of_hex).is_some_and(|bytes| is_repeated(&bytes)) {
        found.push(problem("master_key", "anybody guesses it: it repeats a few bytes"));
    }
    if let (Some(token), Some(master)) = (token, master)
        && token.eq_ignore_ascii_case(master)
    {
        let message = "is server.master_key as well, and one secret is for one purpose";
        found.push(problem("admin_token", message));
    }
    found
}

/// Doubtful secrets and addresses, which cause warnings.
#[must_use]
pub(crate) fn warnings(config: &Config) -> Vec<ConfigProblem> {
    let tables = &config.tables;
    let mut found = Vec::new();
    let mut warn = |key: &str, message: String| {
        found.push(ConfigProblem {
            field: format!("server.{key}"),
            message,
        });
    };
    if server(tables, "admin_token").is_some_and(|token| token.chars().count() < ADMIN_TOKEN_CHARS_FEW) {
        warn("admin_token", format!("short enough to be guessed; {COMMAND}"));
    }
    let kinds = |bytes: Vec<u8>| BTreeSet::from_iter(bytes).len();
    if server(tables, "master_key")
        .and_then(bytes_of_hex)
        .is_some_and(|bytes| is_progression(&bytes) || kinds(bytes) < MASTER_KEY_KINDS_FEW)
    {
        warn("master_key", format!("does not look random; {COMMAND}"));
    }
    if let Some(address) = config.server.admin_listen.filter(|own| !breadth::is_local(own.ip())) {
        let message = format!(
            "{address} may be reached from outside, without TLS; take an address of this machine or of a private network"
        );
        warn("admin_listen", message);
    }
    found.extend(warnings_of_entries(tables));
    found
}

fn warnings_of_entries(tables: &Tables) -> Vec<ConfigProblem> {
    let secrets = configured_secrets(tables);
    let mut found = Vec::new();
    for (number, secret) in secrets.iter().enumerate() {
        if secret.text.chars().count() < SECRET_CHARS_FEW {
            found.push(secret.problem(format!("short enough to be guessed; {COMMAND}")));
        }
        if let Some(other) = secrets[..number].iter().find(|other| other.text == secret.text) {
            let message = format!(
                "is {}[{}].{} as well; one secret is for one purpose, {COMMAND}",
                other.section.name(),
                other.index,
                other.key
            );
            found.push(secret.problem(message));
        }
    }
    found
}

/// The secrets of customers and rooms.
fn configured_secrets(tables: &Tables) -> Vec<ConfiguredSecret<'_>> {
    let sections = [
        (Section::Customer, &["secret_key", "api_key", "private_key"][..]),
        (Section::Room, &["secret_key"][..]),
    ];
    let mut secrets = Vec::new();
    for (section, keys) in sections {
        for (index, (id, table)) in tables.entries(section).enumerate() {
            secrets.extend(keys.iter().copied().filter_map(|key| {
                let text = table.get(key)?.as_str().filter(|text| !text.is_empty())?;
                Some(ConfiguredSecret {
                    section,
                    index,
                    id: id.clone(),
                    key,
                    text,
                })
            }));
        }
    }
    secrets
}

/// The value of a text key of `[server]`.
pub(crate) fn server<'a>(tables: &'a Tables, key: &str) -> Option<&'a str> {
    tables.0.get("server")?.as_table()?.get(key)?.as_str()
}

fn fault_of_token(token: &str) -> Option<String> {
    let chars: Vec<char> = token.chars().collect();
    let kinds = chars.iter().collect::<BTreeSet<_>>().len();
    if is_placeholder(token) {
        return Some("this stands in documents, so everybody knows it".to_owned());
    }
    if chars.len() < ADMIN_TOKEN_CHARS_MIN {
        let (has, least) = (chars.len(), ADMIN_TOKEN_CHARS_MIN);
        return Some(format!("{has} characters are guessed, {least} are needed"));
    }
    let is_weak = kinds < ADMIN_TOKEN_KINDS_MIN || is_repetition(&chars) || is_run(&chars);
    is_weak.then(|| "anybody guesses it: it repeats itself, or counts up or down".to_owned())
}

/// Whether documents use this text as a placeholder for a secret. A text without letters and
/// digits, such as `…`, also counts.
fn is_placeholder(text: &str) -> bool {
    let plain: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    plain.is_empty() || PLACEHOLDERS.iter().any(|known| plain.starts_with(known))
}

/// Whether a text consists of repetitions of a few characters.
fn is_repetition(chars: &[char]) -> bool {
    (1..=REPEATED_CHARS_MAX.min(chars.len() / 2)).any(|period| chars.iter().zip(&chars[period..]).all(|(a, b)| a == b))
}

/// Whether nearly every character is adjacent to the one before: `0123456789012345`,
/// `qponmlkjihgfedcb`.
fn is_run(chars: &[char]) -> bool {
    let is_next = |pair: &&[char]| u32::from(pair[0]).abs_diff(u32::from(pair[1])) == 1;
    let steps = chars.windows(2).filter(is_next).count();
    steps * 10 >= chars.len().saturating_sub(1) * 8
}

/// Whether each byte differs from the one before by the same amount, as in all zeros and in
/// `00 01 02 …`.
fn is_progression(bytes: &[u8]) -> bool {
    let mut steps = bytes.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
    let first = steps.next();
    steps.all(|step| Some(step) == first)
}

/// Whether bytes consist of repetitions of a few of them.
fn is_repeated(bytes: &[u8]) -> bool {
    (1..=REPEATED_CHARS_MAX.min(bytes.len() / 2)).any(|period| bytes.iter().zip(&bytes[period..]).all(|(a, b)| a == b))
}

fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.as_bytes().chunks(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD_KEY: &str = "8f1d0c6a5b7e9342d1c0ffb2a39e48577a61c5d2e0934bb81f6e2d7c9a50f3e4";
    const GOOD_TOKEN: &str = "f3c2a9d47e105b86c1d9e2";

    fn config(token: &str, key: &str, rest: &str) -> Config {
        let text = format!("[server]\nhttp = \"127.0.0.1:1\"\nadmin_token = {token:?}\nmaster_key = {key:?}\n{rest}");
        Config::parse(&text, []).expect("its form is right")
    }

    fn fields(problems: &[ConfigProblem]) -> Vec<&str> {
        problems.iter().map(|problem| problem.field.as_str()).collect()
    }

    #[test]
    fn weak_admin_tokens_are_refused_with_the_command_that_makes_a_good_one() {
        for weak in [
            "a",
            "admin",
            "seven-7",
            "aaaaaaaaaaaaaaaaaaaaaaaa",
            "adminadminadminadmin",
            "passwordpassword",
            "0123456789012345",
            "a long random text",
            "changeme-changeme",
            "Change this, please",
            "…",
        ] {
            let found = problems(&config(weak, GOOD_KEY, "").tables);
            assert_eq!(fields(&found), ["server.admin_token"], "{weak}");
            assert!(found[0].message.contains("openssl rand -hex 32"), "{}", found[0]);
            assert!(weak.len() < 5 || !found[0].message.contains(weak), "{}", found[0]);
        }
        for good in [
            "admin-secret-token",
            "operators-only-7d1f",
            "bench-admin-token",
            GOOD_TOKEN,
        ] {
            assert_eq!(problems(&config(good, GOOD_KEY, "").tables), [], "{good}");
        }
    }

    #[test]
    fn a_master_key_that_repeats_itself_is_refused_and_others_that_are_no_chance_warned_of() {
        let counting: String = (0..32).map(|n| format!("{n:02x}")).collect();
        let down: String = (0..32).rev().map(|n| format!("{n:02X}")).collect();
        for repeated in ["00".repeat(32), "ff".repeat(32), "0123456789abcdef".repeat(4)] {
            let repeated = config(GOOD_TOKEN, &repeated, "");
            assert_eq!(fields(&problems(&repeated.tables)), ["server.master_key"]);
        }
        for poor in [counting, down] {
            let config = config(GOOD_TOKEN, &poor, "");
            assert_eq!(problems(&config.tables), [], "{poor}");
            assert_eq!(
                fields(&warnings(&config)),
                ["server.admin_token", "server.master_key"],
                "{poor}"
            );
        }
    }

    #[test]
    fn one_secret_is_for_one_purpose() {
        let upper = GOOD_KEY.to_uppercase();
        let found = problems(&config(&upper, GOOD_KEY, "").tables);
        assert_eq!(fields(&found), ["server.admin_token"]);
        let customers = format!(
            "[[customer]]\nid = \"a\"\nsecret_key = {GOOD_TOKEN:?}\napi_key = \"shared-by-two-customers\"\n\
             [[customer]]\nid = \"b\"\nsecret_key = \"shared-by-two-customers\"\napi_key = {GOOD_KEY:?}\n\
             [[customer]]\nid = \"c\"\nsecret_key = \"short\"\n"
        );
        let config = config(GOOD_TOKEN, GOOD_KEY, &customers);
        assert_eq!(
            fields(&problems(&config.tables)),
            ["customer[0].secret_key", "customer[1].api_key"]
        );
        assert_eq!(
            fields(&warnings(&config)),
            ["server.admin_token", "customer[1].secret_key", "customer[2].secret_key"]
        );
    }

    #[test]
    fn placeholders_of_the_documents_are_refused_of_customers_too() {
        for copied in [
            "change this: the secret that the connectors of your site hold",
            "the secret that your connectors hold",
            "CHANGE_ME",
            "…",
        ] {
            let customer = format!("[[customer]]\nid = \"a\"\nsecret_key = {copied:?}\n");
            let config = config(GOOD_TOKEN, GOOD_KEY, &customer);
            assert_eq!(
                fields(&problems(&config.tables)),
                ["customer[0].secret_key"],
                "{copied}"
            );
        }
    }
}
