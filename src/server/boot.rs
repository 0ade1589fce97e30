//! Builds the handlers' state from a configuration and a store.

use std::sync::Arc;

use anyhow::{Context, Result};
use store::AnyStore;

use crate::branding::BrandingSet;
use crate::clock::Clock;
use crate::config::{Config, ConfigProblem};
use crate::email::Emails;
use crate::entropy::Entropy;
use crate::http::{AppState, Assets, Pages, RunningConfig};
use crate::oidc::Oidc;
use crate::push::WebPushes;
use crate::rooms::Rooms;
use crate::server::store_monitor::StoreMonitor;
use crate::server::tls::Certificates;

/// Prepares everything except the listeners on the configured store, and starts the service.
///
/// # Errors
/// The errors of [`open_on`], and an error if the store cannot be opened.
pub async fn open(config: &Config, clock: &Clock, entropy: &Entropy) -> Result<AppState> {
    open_on(config, open_store(config, entropy)?, clock, entropy).await
}

/// Prepares everything except the listeners on an open store, and starts the service.
///
/// # Errors
/// The errors of [`prepare`], and an error if the stored state cannot be read.
pub async fn open_on(file: &Config, store: AnyStore, clock: &Clock, entropy: &Entropy) -> Result<AppState> {
    let app = prepare(file, store, clock, entropy)?;
    app.begin().await?;
    Ok(app)
}

/// Prepares everything except the listeners, without accessing the store; [`AppState::begin`]
/// starts the service.
///
/// # Errors
/// If languages, themes, certificates or the files of `[smtp]`, `[push]` and `[oidc]` cannot be
/// read.
pub fn prepare(file: &Config, store: AnyStore, clock: &Clock, entropy: &Entropy) -> Result<AppState> {
    let store_monitor = Arc::new(StoreMonitor::new(clock.clone()));
    let store = store.metered(store_monitor.clone());
    let looks = BrandingSet::open(file).map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let certificates = Certificates::open(file).map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let emails = Emails::open(file, store.clone(), clock, entropy);
    let emails = emails.map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let pushes = WebPushes::open(file, store.clone(), clock, entropy);
    let pushes = pushes.map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let oidc = Oidc::open(file, clock).map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let assets = Assets::collect(&looks.themes);
    let pages = Pages::new(looks.themes, looks.brands, &assets);
    Ok(AppState::new(
        RunningConfig::new(file.clone(), store.clone(), entropy.fork()),
        (store.clone(), store_monitor, clock.clone(), entropy.clone()),
        Arc::new(certificates),
        (Rooms::new(file, store, (clock, entropy)), emails, pushes, oidc),
        looks.languages,
        pages,
        assets,
    ))
}

/// The configured store.
pub(super) fn open_store(config: &Config, entropy: &Entropy) -> Result<AnyStore> {
    let url = &config.server.store;
    store::open(url.as_str(), || entropy.node()).with_context(|| format!("the store {:?} cannot be opened", url.kind()))
}

fn joined(problems: &[ConfigProblem]) -> String {
    let lines: Vec<String> = problems.iter().map(ConfigProblem::to_string).collect();
    lines.join("\n")
}
