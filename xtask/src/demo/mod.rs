//! `cargo xtask run`: a protected shop behind its waiting room, both real, with a simulated crowd
//! in line.
//!
//! There are two rooms: a sale, where a crowd makes a newcomer wait, and a premiere with a
//! pre-queue, whose numbers are drawn again every few minutes.
//!
//! All files of the demo are in `target/demo/` (in another folder for another port, so that two
//! demos can run): keys (created once), configuration (written at every start, and for each showing
//! of the premiere), the store, logs, and the places of the crowd, which are reused at the next
//! start. Delete the folder to start afresh.
//!
//! The demo is not meant for production: the keys are in a build folder, and the certificate is
//! self-signed.

mod children;
mod client;
mod crowd;
mod ports;
mod premiere;
mod settings;
mod visitor;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Result, bail};
use clap::Args;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::build;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{Stopwatch, note, seconds};
use children::Child;
use client::DemoClient;
use crowd::DemoCrowd;
use premiere::{Premiere, Showing};
use settings::{Secrets, Settings};

/// The profile of the demo's programs, lightly optimised, so that the demo starts minutes earlier.
const PROFILE: Profile = Profile::Demonstrated;
/// The longest time for the server to become ready.
const READY_LIMIT: Duration = Duration::from_secs(20);
const READY_LOOK_EVERY: Duration = Duration::from_millis(50);

/// Options of the demo.
#[derive(Debug, Args)]
pub(crate) struct DemoOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Start the existing build.
    #[arg(long)]
    no_build: bool,
    /// HTTP port of the waiting room.
    #[arg(long, default_value_t = settings::DEFAULT_HTTP_PORT)]
    http_port: u16,
    /// HTTPS port of the waiting room.
    #[arg(long, default_value_t = 8443)]
    https_port: u16,
    /// Port of the shop.
    #[arg(long, default_value_t = 8081)]
    shop_port: u16,
    /// Visitors let in a minute.
    #[arg(long, default_value_t = 60)]
    max_outflow: u32,
    /// Approximate wait of a newcomer in seconds.
    #[arg(long, default_value_t = 20)]
    wait: u32,
}

impl DemoOptions {
    fn settings(&self) -> Settings {
        Settings {
            http_port: self.http_port,
            https_port: self.https_port,
            shop_port: self.shop_port,
            max_outflow: self.max_outflow,
            wait_seconds: self.wait,
        }
    }
}

/// Runs the command until Ctrl-C.
pub(crate) fn run(options: &DemoOptions) -> Result<()> {
    let project = Project::find();
    let settings = options.settings();
    ports::check(&settings)?;
    if !options.no_build {
        build::demo(&project, &options.build)?;
        // A port that was free may have been taken during compilation.
        ports::check(&settings)?;
    } else if !program(&project, "anteroom").exists() || !program(&project, "examples/shop").exists() {
        bail!("nothing is built yet: leave --no-build out");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(demo(&project, &settings))
}

fn program(project: &Project, name: &str) -> PathBuf {
    PROFILE.folder(project).join(name)
}

async fn demo(project: &Project, settings: &Settings) -> Result<()> {
    let folder = project.target(&settings.folder());
    fs::create_dir_all(&folder)?;
    begin_anew_after_a_build(&folder, &program(project, "anteroom"))?;
    let secrets = Secrets::load_or_make(&folder.join("secrets.json"))?;
    let shown_before = folder.join("data").exists();
    let client = DemoClient::new();
    let showing = Showing::set();
    let premiere = Premiere {
        client: &client,
        settings,
        secrets: &secrets,
        folder: &folder,
        board: watch::Sender::new(showing),
    };
    premiere.write_config(showing)?;

    let watch = Stopwatch::start();
    let mut server = Child::start(
        "server",
        &folder,
        &program(project, "anteroom"),
        &["serve".into(), "--config".into(), "anteroom.toml".into()],
    )?;
    let mut shop = Child::start(
        "shop",
        &folder,
        &program(project, "examples/shop"),
        &settings.shop_arguments(&secrets),
    )?;
    let ready = async {
        premiere.open(shown_before, &mut server).await?;
        wait_until_ready(&client, &format!("{}/", settings.shop_url())).await?;
        note(format_args!("both are ready after {}", seconds(watch.elapsed())));
        play(&premiere, &mut server).await
    };
    let outcome = tokio::select! {
        outcome = ready => outcome,
        failure = shop.death() => Err(failure),
        () = asked_to_stop() => Ok(()),
    };
    note("stopping");
    let watch = Stopwatch::start();
    let stopped = tokio::try_join!(shop.stop(), server.stop()).map(drop);
    note(format_args!("stopped after {}", seconds(watch.elapsed())));
    outcome.and(stopped)
}

/// Removes the line of the last demo if another build of the server created it: between releases
/// the format of the stored state may change at any time.
fn begin_anew_after_a_build(folder: &Path, server: &Path) -> Result<()> {
    let built = fs::metadata(server)?.modified()?.duration_since(UNIX_EPOCH)?;
    let (stamp, built) = (folder.join("built"), format!("{}", built.as_nanos()));
    if fs::read_to_string(&stamp).is_ok_and(|last| last == built) {
        return Ok(());
    }
    let data = folder.join("data");
    if data.exists() {
        note("the server was built anew since the last demo: its line begins from nothing");
        fs::remove_dir_all(data)?;
        _ = fs::remove_file(folder.join("crowd.json"));
    }
    Ok(fs::write(stamp, built)?)
}

/// Prints the addresses, and keeps the crowd and the premiere running until the end.
async fn play(premiere: &Premiere<'_>, server: &mut Child) -> Result<()> {
    let (settings, folder) = (premiere.settings, premiere.folder);
    settings.say_where_to_click(folder);
    let (client, board) = (premiere.client.clone(), premiere.board.subscribe());
    let crowd = DemoCrowd::new(client, settings, folder.join("crowd.json"), board);
    tokio::select! {
        outcome = crowd.run() => outcome,
        outcome = premiere.run(server) => outcome,
    }
}

async fn wait_until_ready(client: &DemoClient, url: &str) -> Result<()> {
    let watch = Stopwatch::start();
    loop {
        let last = match client.get(url, None).await {
            Ok(answer) if answer.status.is_success() || answer.status.is_redirection() => return Ok(()),
            Ok(answer) => format!("it answers {}", answer.status),
            Err(error) => format!("{error:#}"),
        };
        if watch.elapsed() > READY_LIMIT {
            bail!("{url} is not ready after {} s: {last}", READY_LIMIT.as_secs());
        }
        tokio::time::sleep(READY_LOOK_EVERY).await;
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn asked_to_stop() {
    let mut terminate = signal(SignalKind::terminate()).expect("a process can listen for SIGTERM");
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
