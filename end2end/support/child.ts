import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** SIGTERM must be enough within the time that the server promises. */
const STOP_MS_MAX = 10_000;

/** A real process, its output in a log file. */
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

  /** Exit code, or null while it runs or where a signal ended it. */
  get exitCode(): number | null {
    return this.process.exitCode;
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), STOP_MS_MAX);
    await this.end('SIGTERM');
    clearTimeout(impatience);
  }

  /** Ends it as a power cut would. */
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

/** Waits until a URL answers well, or says why it does not. */
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
