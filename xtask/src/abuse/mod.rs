//! `cargo xtask abuse`: plays attackers and honest visitors against the release binary on loopback,
//! and writes the effect of each defence into `docs/abuse.md`.
//!
//! Rooms that are attacked have a pre-queue with a draw. Most of the honest visitors join first,
//! each from a separate network. Then an attacker takes tickets for a while: from one address, from
//! a thousand networks (loopback addresses), with threads that really solve challenges, or so
//! slowly that no limit is reached. The other honest visitors come during the attack: with networks
//! of their own, behind one address, and without scripts ([`honest`]). In other rooms, credentials
//! that are valid once are used many times: solutions, places, passes, and the credentials of a
//! site; and many codes by e-mail are asked for. After all attacks the sale begins; after the draw,
//! the number of every ticket is read, and the holders of the first 500 are counted. Nothing is
//! sent to any other machine, and every attack ends after a number of seconds and of tickets.
//!
//! `--aim-only` runs only the attack on the aim, and `--phone` measures in a browser how long a
//! cheap phone works.

mod aim;
mod attack;
mod attack_run;
mod attacked_server;
mod codes;
mod honest;
mod mail;
mod misuse;
mod phone;
mod report;
mod room;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};
use attack::{Attack, AttackSeconds};
use attack_run::{AttackRun, EndedAttack};
use attacked_server::{AttackedServer, Defence, RoomPlan};
use honest::CrowdOptions;
use report::AbuseReport;
use room::AttackedRoom;

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct AbuseOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    #[command(flatten)]
    crowd: CrowdOptions,
    /// Seconds of each flood.
    #[arg(long, default_value_t = 4)]
    seconds: u64,
    /// Seconds for which the attackers who solve challenges compute, with two threads.
    #[arg(long, default_value_t = 10)]
    solving_seconds: u64,
    /// Seconds of the slow drips, which are played beside everything else.
    #[arg(long, default_value_t = 180)]
    drip_seconds: u64,
    /// Honest visitors in the room for the aim.
    #[arg(long, default_value_t = 5_000)]
    aim_honest: usize,
    /// How many of them share an address.
    #[arg(long, default_value_t = 100)]
    aim_behind_one_address: usize,
    /// The most seconds until the draw of that room.
    #[arg(long, default_value_t = 1_800)]
    aim_seconds: u64,
    /// Plays only the attack on the aim, and leaves the other tables.
    #[arg(long)]
    aim_only: bool,
    /// Plays everything but the attack on the aim.
    #[arg(long, conflicts_with = "aim_only")]
    without_aim: bool,
    /// Measures only how long a cheap phone works, in a browser, and leaves the other tables.
    #[arg(long, conflicts_with_all = ["aim_only", "without_aim"])]
    phone: bool,
    /// Attack this binary instead of building the release binary; the tables name its profile.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(options: &AbuseOptions) -> Result<()> {
    let project = Project::find();
    let binary = match &options.binary {
        Some(binary) => std::path::absolute(binary)?,
        None => {
            build::browser_half(&project, &options.build)?;
            build::programs(&project, Profile::Release)?;
            Profile::Release.folder(&project).join("anteroom")
        }
    };
    if options.phone {
        let measured = phone::measure(&project, &binary)?;
        println!("\n{measured}");
        report::write(&project, &report::PHONE_TABLES, &measured)?;
        return measured.judge();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if !options.aim_only {
        let report = runtime.block_on(play(options, &binary))?;
        println!("\n{report}");
        report::write(&project, &report::TABLES, &report)?;
        report.judge()?;
    }
    if options.without_aim {
        return Ok(());
    }
    let aim = runtime.block_on(play_aim(options, &binary))?;
    println!("\n{aim}");
    report::write(&project, &report::AIM_TABLES, &aim)?;
    note("docs/abuse.md has the tables");
    aim.judge()
}

async fn play_aim(options: &AbuseOptions, binary: &Path) -> Result<aim::AimFigures> {
    let rooms = [RoomPlan::Draw(aim::AIM.to_owned(), Defence::Scaled)];
    let server = AttackedServer::open(binary, &rooms, options.aim_seconds).await?;
    let tickets = aim::play(&server, options.aim_honest, options.aim_behind_one_address).await?;
    server.begin().await?;
    step("wait for the draw", || Ok(()))?;
    server.until_drawn().await;
    tickets.finish(&server).await
}

async fn play(options: &AbuseOptions, binary: &Path) -> Result<AbuseReport> {
    let plan: Vec<(Attack, Defence)> = Attack::ALL
        .into_iter()
        .flat_map(|attack| attack.defences().iter().map(move |defence| (attack, *defence)))
        .collect();
    let attacked = plan
        .iter()
        .map(|(attack, defence)| RoomPlan::Draw(attack.room(*defence), *defence));
    let rooms: Vec<RoomPlan> = attacked.chain(misuse::rooms()).chain(codes::rooms()).collect();
    let seconds = AttackSeconds {
        floods: options.seconds,
        solvers: options.solving_seconds,
        drips: options.drip_seconds,
    };
    // This is longer than all attacks take: the sale is started once they are over.
    let server = AttackedServer::open(binary, &rooms, options.aim_seconds).await?;
    let (mut drips, mut ended) = (Vec::new(), Vec::new());
    for (attack, defence) in plan {
        let room = AttackedRoom::of(&server, attack.room(defence));
        let run = AttackRun::start(room, (attack, defence), options.crowd, seconds).await?;
        // Drips are slow, and run at the same time as the other attacks.
        match attack {
            Attack::Drip => drips.push(run),
            _ => ended.push(run.end().await?),
        }
        note(format_args!("{attack} against {defence}"));
    }
    let mut misused = misuse::play(&server).await?;
    misused.extend(codes::play(&server).await?);
    let mut dripped = Vec::new();
    for drip in drips {
        dripped.push(drip.end().await?);
    }
    step("wait for those who wait instead of working", || Ok(()))?;
    tokio::time::sleep(honest::PATIENCE).await;
    server.begin().await?;
    step("wait for the draw", || Ok(()))?;
    server.until_drawn().await;
    let drawn: Vec<_> = dripped.into_iter().chain(ended).map(EndedAttack::drawn).collect();
    let mut rows = Vec::new();
    for attack in drawn {
        rows.push(attack.count(&server).await?);
    }
    Ok(AbuseReport {
        rows,
        misused,
        build: report::name_of_build(binary),
    })
}
