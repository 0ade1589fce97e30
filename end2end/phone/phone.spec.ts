/**
 * Measures how long browsers work for a ticket at the standard level, on a machine that is made as
 * slow as a cheap phone. The page's own script does the work; nothing is asserted about times. The
 * result is written to the file that `ANTEROOM_PHONE` names.
 */

import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { test } from '../support/test.ts';
import { processor, stopMostly, throttlePage, throttleWorkers } from './slowdown.ts';

/** Tickets for each way. */
const TICKETS = Number(process.env.ANTEROOM_PHONE_TICKETS ?? 40);
/** The time for which an empty loop runs, in milliseconds. */
const LOOP_MS = 400;

/** The work for one ticket. */
interface Work {
  /** From the start of the worker to the solution. */
  workMs: number;
  /** From the start of the navigation to the solution. */
  pageMs: number;
  derivations: number;
}

interface Way {
  name: string;
  works: Work[];
  /** Rounds of an empty loop in a millisecond, on the page and in a worker. */
  loops: { page: number; worker: number };
  /** The answers of the workers to the request to be slow. */
  answers: string[];
}

test('how long a cheap phone works for a ticket', async ({ open, browserOf }) => {
  const start = new Date(Date.now() + 1_800_000);
  const price = { limit_networks: false, prequeue_work: true };
  const anteroom = await open({ start, prequeue_minutes: 60, price });
  const ways: Way[] = [];
  const play = async (name: string, slow: (page: Page, answers: Set<string>) => Promise<() => Promise<void> | void>) => {
    const page = await (await browserOf({ bypassCSP: true })).newPage();
    const works: Work[] = [];
    await page.exposeFunction('solved', (work: Work) => works.push(work));
    await page.addInitScript(watchWorkers);
    const answers = new Set<string>();
    const end = await slow(page, answers);
    for (let ticket = 0; ticket < TICKETS; ticket += 1) {
      await page.context().clearCookies();
      await page.goto(anteroom.enter());
      await page.waitForURL(/[?&]q=/);
    }
    const loops = { page: await page.evaluate(loop, LOOP_MS), worker: await page.evaluate(loopInWorker, LOOP_MS) };
    await end();
    ways.push({ name, works, loops, answers: [...answers] });
  };
  await play('as it is', async () => () => {});
  await play('page', async (page) => {
    const session = await throttlePage(page);
    return () => session.detach();
  });
  await play('page and workers', async (page, answers) => {
    const session = await throttlePage(page);
    await throttleWorkers(session, answers);
    return () => session.detach();
  });
  await play('browser', async () => stopMostly());
  const result = JSON.stringify({ processor: processor(), ways });
  const file = process.env.ANTEROOM_PHONE;
  if (file) {
    writeFileSync(file, result);
  } else {
    console.log(result);
  }
});

/** Makes each worker of the page report how long its challenge took. Runs in the page. */
function watchWorkers(): void {
  const Native = window.Worker;
  const told = window as unknown as { solved(work: { workMs: number; pageMs: number; derivations: number }): void };
  window.Worker = class extends Native {
    private began = 0;

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.began = performance.now();
      this.addEventListener('message', ({ data }: MessageEvent<{ solved?: string }>) => {
        if (data.solved !== undefined) {
          const now = performance.now();
          const { solution } = JSON.parse(atob(data.solved)) as { solution: { counter: number } };
          told.solved({ workMs: now - this.began, pageMs: now, derivations: solution.counter + 1 });
        }
      });
    }
  };
}

/** Returns the rounds of an empty loop in a millisecond. Runs in the page. */
function loop(ms: number): number {
  const end = performance.now() + ms;
  let rounds = 0;
  while (performance.now() < end) {
    rounds += 1;
  }
  return rounds / ms;
}

/** Like `loop`, in a worker. Runs in the page. */
function loopInWorker(ms: number): Promise<number> {
  const text = `const end = performance.now() + ${ms}; let rounds = 0;
    while (performance.now() < end) { rounds += 1; } postMessage(rounds / ${ms});`;
  const worker = new Worker(URL.createObjectURL(new Blob([text])));
  return new Promise((done) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      worker.terminate();
      done(data);
    };
  });
}
