//! `anteroom check`, and the first thing that `serve` does: what a configuration refers to is there. The file's own rules are [`crate::config`]'s.

use crate::config::{Config, Problem};
use crate::looks::Looks;
use crate::theme::Themes;
use crate::tls::Certificates;

/// Every reference of the configuration that leads nowhere.
#[must_use]
pub fn references(config: &Config) -> Vec<Problem> {
    let mut problems = themes(config);
    problems.extend(Certificates::open(config).err().unwrap_or_default());
    problems
}

fn themes(config: &Config) -> Vec<Problem> {
    match Looks::open(config) {
        Ok(looks) => unknown_themes(config, &looks.themes),
        Err(problems) => problems,
    }
}

/// Rooms whose theme is none of these.
pub(crate) fn unknown_themes(config: &Config, themes: &Themes) -> Vec<Problem> {
    let known: Vec<&str> = themes.iter().map(|theme| theme.id.as_str()).collect();
    let lost = config
        .rooms
        .iter()
        .enumerate()
        .filter(|(_, room)| themes.get(&room.theme).is_none());
    lost.map(|(index, room)| Problem {
        field: format!("room[{index}].theme"),
        message: format!("there is no theme {:?}; there are: {}", room.theme, known.join(", ")),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_and_not_there_is_said_with_its_field() {
        let text = r#"
[server]
https = "127.0.0.1:0"
tls_cert = "/nowhere/cert.pem"
tls_key = "/nowhere/key.pem"
master_key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
[[customer]]
id = "demo"
secret_key = "secret"
[[room]]
customer = "demo"
id = "sale"
target_url = "https://shop.example/"
max_outflow = 1
theme = "nobody's"
"#;
        let problems = references(&Config::parse(text, []).expect("the file itself is right"));
        let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
        assert_eq!(fields, ["room[0].theme", "server.tls_cert"]);
        assert!(problems[0].message.contains("default"), "{}", problems[0].message);
    }
}
