import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** The server guarantees to stop within this time after SIGTERM. */
const STOP_MS_MAX = 10_000;

/** A real process, with its output in a log file. */
export class Child {
  private constructor(
    private readonly process: ChildProcess,
    private readonly logFile: string,
  ) {}

  static start(program: string, args: string[], folder: string, logFile: string): Child {
    const log = openSync(logFile, 'a');
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] });
    closeSync(log);
    return new Child(child, logFile);
  }

  /** The exit code; null while the process runs or if a signal ended it. */
  get exitCode(): number | null {
    return this.process.exitCode;
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** Stops the process in order. */
  async stop(): Promise<void> {
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), STOP_MS_MAX);
    await this.end('SIGTERM');
    clearTimeout(impatience);
  }

  /** Kills the process, like a power cut. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.hasEnded) {
      const ended = once(this.process, 'exit');
      this.process.kill(signal);
      await ended;
    }
  }
}

/** Waits until a URL returns success, or fails with the reason. */
export async function untilReady(url: string, child: Child, withinMs = 20_000): Promise<void> {
  const until = Date.now() + withinMs;
  let last = '';
  while (Date.now() < until && !child.hasEnded) {
    try {
      const response = await fetch(url, { redirect: 'manual' });
      await response.arrayBuffer();
      if (response.status < 400) {
        return;
      }
      last = `it answers ${response.status}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} is not ready: ${last}\n${child.log}`);
}
