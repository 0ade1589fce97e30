//! `cargo xtask abuse`: plays attackers against the release binary on loopback, beside honest
//! visitors, and writes what each defence is worth into `docs/abuse.md`.
//!
//! All rooms have a pre-queue with a draw. Honest visitors join first: most from a network each,
//! some behind one address, some without scripts. Then one attacker takes tickets for a few
//! seconds: from one address, through a trusted proxy from a thousand networks, with threads that
//! really solve challenges, with replayed and stolen solutions. After the draw every ticket is
//! asked for its number, and the first 500 are counted. Nothing is sent to any other machine, and
//! every attack ends after a number of seconds and of tickets.

mod aim;
mod arena;
mod attack;
mod honest;
mod report;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};
use arena::{Arena, Defence};
use attack::Attack;
use report::{AbuseReport, AbuseRow};

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct AbuseOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Honest visitors with a network each, in each room.
    #[arg(long, default_value_t = 500)]
    honest: usize,
    /// Honest visitors behind one address, in the rooms with all defences.
    #[arg(long, default_value_t = 40)]
    behind_one_address: usize,
    /// Seconds of each attack.
    #[arg(long, default_value_t = 4)]
    seconds: u64,
    /// Seconds for which the attackers who solve challenges compute, with two threads.
    #[arg(long, default_value_t = 10)]
    solving_seconds: u64,
    /// Honest visitors in the room for the aim.
    #[arg(long, default_value_t = 5_000)]
    aim_honest: usize,
    /// How many of them share an address.
    #[arg(long, default_value_t = 100)]
    aim_behind_one_address: usize,
    /// Seconds until the draw of that room.
    #[arg(long, default_value_t = 420)]
    aim_seconds: u64,
    /// Plays only the attack on the aim, and leaves the other tables.
    #[arg(long)]
    aim_only: bool,
    /// Attack this binary instead of building one.
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
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if !options.aim_only {
        let report = runtime.block_on(play(options, &binary))?;
        println!("\n{report}");
        report::write(&project, &report::TABLES, &report)?;
        report.judge()?;
    }
    let aim = runtime.block_on(play_aim(options, &binary))?;
    println!("\n{aim}");
    report::write(&project, &report::AIM_TABLES, &aim)?;
    note("docs/abuse.md has the tables");
    aim.judge()
}

async fn play_aim(options: &AbuseOptions, binary: &Path) -> Result<aim::AimFigures> {
    let rooms = [(aim::AIM.to_owned(), Defence::Scaled)];
    let arena = Arena::open(binary, &rooms, options.aim_seconds).await?;
    let tickets = aim::play(&arena, options.aim_honest, options.aim_behind_one_address).await?;
    step("wait for the draw", || Ok(()))?;
    arena.until_drawn().await;
    tickets.finish(&arena).await
}

async fn play(options: &AbuseOptions, binary: &Path) -> Result<AbuseReport> {
    let plan: Vec<(Attack, Defence)> = Attack::ALL
        .into_iter()
        .flat_map(|attack| attack.defences().iter().map(move |defence| (attack, *defence)))
        .collect();
    // The time of honest visitors' work with each attack, and the wait of those without scripts.
    let each_seconds = options.seconds.max(options.solving_seconds) + 2 + options.honest as u64 / 12;
    let all_seconds = each_seconds * plan.len() as u64 + 90;
    let rooms: Vec<(String, Defence)> = plan
        .iter()
        .map(|(attack, defence)| (attack.room(*defence), *defence))
        .collect();
    let arena = Arena::open(binary, &rooms, all_seconds).await?;
    let mut rows = Vec::new();
    for (attack, defence) in plan {
        let room = arena.room(attack.room(defence));
        let name = format!("{attack} against {defence}");
        let honest = room.honest(options.honest).await?;
        let taken = attack.play(&room, options.seconds, options.solving_seconds).await?;
        note(format_args!("{name}: {} tickets", taken.tickets.len()));
        rows.push((attack, defence, honest, taken));
    }
    let crowd = honest::crowd(&arena, options.behind_one_address).await?;
    let misused = attack::misuse(&arena).await?;
    step("wait for the draw", || Ok(()))?;
    arena.until_drawn().await;
    let mut finished = Vec::new();
    for (attack, defence, honest, taken) in rows {
        let (theirs, ours) = (
            arena.first_numbers(&taken.tickets).await?,
            arena.first_numbers(&honest).await?,
        );
        finished.push(AbuseRow {
            attack,
            defence,
            honest: honest.len(),
            first_honest: ours,
            first_attackers: theirs,
            taken: taken.figures(),
        });
    }
    Ok(AbuseReport {
        rows: finished,
        crowd,
        misused,
    })
}
