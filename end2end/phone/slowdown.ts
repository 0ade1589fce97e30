/**
 * Ways to make a browser as slow as a cheap phone.
 *
 * The browser's own imitation, `Emulation.setCPUThrottlingRate`, slows only the page's thread. A
 * Web Worker is another thread, and keys are derived on threads that belong to neither. So the
 * measurement also stops the whole browser for three quarters of the time, which slows all threads.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import type { CDPSession, Page } from '@playwright/test';

/** How many times slower a cheap phone is. */
export const RATE = 4;
/** The time for which the browser runs before each stop, in milliseconds. */
const RUNS_MS = 5;

/** Makes the browser imitate a slow processor on the page's thread. */
export async function throttlePage(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
  return session;
}

/** Asks each worker of that session's page to do the same, and adds their answers to `answers`. */
export async function throttleWorkers(session: CDPSession, answers: Set<string>): Promise<void> {
  const id = 1;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') {
      const message = { id, method: 'Emulation.setCPUThrottlingRate', params: { rate: RATE } };
      const sent = session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(message) });
      // The worker may have ended already.
      sent.catch(() => undefined);
    }
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as { id?: number; error?: { message: string } };
    if (answer.id === id) {
      answers.add(answer.error?.message ?? 'accepted');
    }
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
}

/**
 * Stops this test's whole browser for three quarters of the time; the returned function ends that.
 */
export function stopMostly(): () => void {
  const all = descendants(process.pid).filter(isBrowser);
  if (all.length === 0) {
    throw new Error('there is no browser to stop');
  }
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of all) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended.
      }
    }
  };
  let isOver = false;
  let timer: NodeJS.Timeout;
  const run = () => {
    signal('SIGCONT');
    if (!isOver) {
      timer = setTimeout(stop, RUNS_MS);
    }
  };
  const stop = () => {
    signal('SIGSTOP');
    timer = setTimeout(run, RUNS_MS * (RATE - 1));
  };
  stop();
  return () => {
    isOver = true;
    clearTimeout(timer);
    signal('SIGCONT');
  };
}

function isBrowser(pid: number): boolean {
  try {
    return /chrom/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '');
  } catch {
    return false;
  }
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)) {
    const parent = parentOf(pid);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** The kernel's words for the processor. */
export function processor(): string {
  const model = /model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
  return model ?? execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim();
}
