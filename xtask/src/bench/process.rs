//! A measured server process: starts it on its own core, waits until it is ready, reads its
//! processor time from the kernel, and stops it.

use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use super::http;
use crate::step::Stopwatch;

const READY_LIMIT: Duration = Duration::from_secs(20);
const READY_LOOK_EVERY: Duration = Duration::from_millis(1);
/// The server guarantees to stop within 10 s.
const STOP_LIMIT: Duration = Duration::from_secs(12);
const STOP_LOOK_EVERY: Duration = Duration::from_millis(20);
/// The unit of processor times in `/proc`, in microseconds: Linux reports 100 ticks a second to
/// every program.
const TICK_MICROS: u64 = 10_000;
/// Fields of `/proc/<pid>/stat` after the program's name: time in user and in kernel mode.
const USER_TIME_FIELD: usize = 11;
const KERNEL_TIME_FIELD: usize = 12;

/// The core that a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Core {
    /// The core of the servers, which are under load one at a time.
    Served,
    /// The core of the load.
    Load,
}

/// Returns whether servers and load can have a core each.
pub(super) fn can_pin() -> bool {
    std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1) && crate::exec::in_path("taskset")
}

/// Returns a command for the program, pinned to its core if both have one.
pub(super) fn pinned(core: Core, program: impl AsRef<std::ffi::OsStr>) -> Command {
    if !can_pin() {
        return Command::new(program);
    }
    let mut command = Command::new("taskset");
    command.args(["-c", if core == Core::Served { "0" } else { "1" }]);
    command.arg(program);
    command
}

/// A running server.
#[derive(Debug)]
pub(super) struct BenchServer {
    child: Child,
    /// The address on which the server listens.
    pub(super) address: SocketAddr,
    /// Time from the start to the first 200 of the readiness check.
    pub(super) start_up: Duration,
}

impl BenchServer {
    /// Starts a program that listens on `address`, with its output in the file `log`, and waits
    /// until `ready` returns 200.
    pub(super) fn start(mut command: Command, address: SocketAddr, ready: &str, log: &Path) -> Result<Self> {
        let out = File::create(log)?;
        let watch = Stopwatch::start();
        let child = command
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let mut process = Self {
            child,
            address,
            start_up: Duration::ZERO,
        };
        while !http::ask(address, "GET", ready, &[]).is_ok_and(|answer| answer.status == 200) {
            if process.child.try_wait()?.is_some() || watch.elapsed() > READY_LIMIT {
                let said = fs::read_to_string(log).unwrap_or_default();
                bail!("{command:?} is not ready after {:?}; it said:\n{said}", watch.elapsed());
            }
            std::thread::sleep(READY_LOOK_EVERY);
        }
        process.start_up = watch.elapsed();
        Ok(process)
    }

    /// Returns the processor time of all threads so far in microseconds, in steps of 10 ms.
    pub(super) fn cpu_micros(&self) -> Result<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        cpu_ticks(&stat)
            .map(|ticks| ticks * TICK_MICROS)
            .context("/proc/<pid>/stat is not as Linux writes it")
    }

    /// Returns the resident memory in bytes.
    pub(super) fn resident_bytes(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        resident_kib(&status)
            .map(|kib| kib * 1_024)
            .context("/proc/<pid>/status is not as Linux writes it")
    }

    /// Asks the server to stop, and kills it if it does not.
    pub(super) fn stop(mut self) -> Result<()> {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(pid.context("a process id")?, Signal::TERM)?;
        let watch = Stopwatch::start();
        while watch.elapsed() < STOP_LIMIT {
            if self.child.try_wait()?.is_some() {
                return Ok(());
            }
            std::thread::sleep(STOP_LOOK_EVERY);
        }
        bail!("the server at {} does not stop", self.address);
    }
}

impl Drop for BenchServer {
    fn drop(&mut self) {
        // No process remains after an error. Killing a process that has already ended is not an
        // error.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Returns a local address on which no process listens now.
pub(super) fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

fn resident_kib(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Parses processor times. The program's name is in parentheses and may contain any character.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let field = |index| fields.split(' ').nth(index)?.parse::<u64>().ok();
    Some(field(USER_TIME_FIELD)? + field(KERNEL_TIME_FIELD)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_user_and_kernel_time() {
        let stat = "17 (a ) b) S 1 17 17 0 -1 4194560 100 0 0 0 250 31 0 0 20 0 4 0 100 1 1";
        assert_eq!(cpu_ticks(stat), Some(281));
        assert_eq!(cpu_ticks("17 (a) S 1"), None);
        let ours = fs::read_to_string("/proc/self/stat").unwrap();
        assert!(cpu_ticks(&ours).is_some());
    }

    #[test]
    fn resident_memory_is_read() {
        assert_eq!(resident_kib("VmHWM:\t 900 kB\nVmRSS:\t  812 kB\n"), Some(812));
        assert_eq!(resident_kib("Name:\ta"), None);
    }

    #[test]
    fn a_server_that_does_not_become_ready_reports_the_reason() {
        let log = std::env::temp_dir().join(format!("anteroom-xtask-bench-{}.log", std::process::id()));
        let mut command = Command::new("sh");
        command.args(["-c", "echo the reason; exit 3"]);
        let error = BenchServer::start(command, free_address().unwrap(), "/", &log).unwrap_err();
        assert!(error.to_string().ends_with("the reason\n"), "{error}");
        fs::remove_file(log).unwrap();
    }
}
