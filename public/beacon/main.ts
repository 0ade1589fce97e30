/**
 * Brings the round of a public beacon to a draw that waits for it: fetches the round from a relay
 * of the beacon's network, without cookies and without saying where from, and sends it to the
 * server, which verifies it. A few pages of a room load this file, once their numbers are being
 * drawn. It asks no relay while the server has the round, or can still get it by itself.
 */

import { inTurn, signatureOf, type Awaited } from './round.ts';

/** The time after the round's publication in which the server can get it by itself. */
const ALONE_MS = 2_000;
/** The time over which the requests of all pages are spread. */
const SPREAD_MS = 3_000;
/** The mean time between two attempts. */
const AGAIN_MS = 10_000;
/** The longest wait for a relay's answer. */
const ANSWER_MS_MAX = 5_000;

const address = (document.currentScript as HTMLScriptElement).dataset['beacon'] ?? '';

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

function isDrawing(): boolean {
  return document.documentElement.dataset['state'] === 'drawing';
}

async function awaited(): Promise<Awaited> {
  return (await fetch(address)).json() as Promise<Awaited>;
}

async function fetched(url: string, round: number): Promise<string | undefined> {
  const answer = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  return answer.ok ? signatureOf(await answer.text(), round) : undefined;
}

/** Sends a signature; returns whether the server took it. */
async function bring(round: number, signature: string): Promise<boolean> {
  const body = new URLSearchParams({ round: String(round), signature });
  return (await fetch(address, { method: 'POST', body })).ok;
}

async function attempt(): Promise<void> {
  const { round, dueInMs } = await awaited();
  if (round === null) {
    return;
  }
  await pause(dueInMs + ALONE_MS + Math.random() * SPREAD_MS);
  const now = isDrawing() ? await awaited() : undefined;
  if (now?.round !== round) {
    return;
  }
  for (const url of inTurn(now.urls, Math.random())) {
    const signature = await fetched(url, round).catch(() => undefined);
    if (signature && (await bring(round, signature))) {
      return;
    }
  }
}

async function run(): Promise<never> {
  for (;;) {
    if (isDrawing()) {
      await attempt().catch(() => undefined);
    }
    await pause(AGAIN_MS * (0.75 + Math.random() / 2));
  }
}

void run();
