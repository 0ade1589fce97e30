/**
 * A draw whose public random number comes by a visitor's browser, because the server cannot reach
 * the beacon's relays. The round is a recorded one, so the server's clock shows the time at which
 * it was published.
 */

import { createHash } from 'node:crypto';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { Relay } from '../../support/server/relay.ts';
import { clockAt } from '../../support/server/wrong-clock.ts';
import { expect, type Started, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** A round of drand's quicknet, and its time. */
const ROUND = 5_928_395;
const PUBLISHED_MS = 1_710_588_549_000;
const SIGNATURE = 'a5d07c0071b4e386b3ae09206522253c68fefe8490ad59ecc44a7dd0d0745be91da5779e2247a82403fbc0cb9a34cb61';
const PATH = `/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/${ROUND}`;
/** The signature of another round. */
const OF_ANOTHER = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
/** The start, for which the round is the one after T+20 s. */
const START_MS = PUBLISHED_MS - 21_000;
/** The time from the server's start to T. */
const BEFORE_MS = 12_000;

/** The part of the published document that this file reads. */
interface Draws {
  runs: {
    commitment: { statement: { beacon: { round: number } } };
    reveal: { statement: { beaconValue: string } } | null;
  }[];
}

async function open(started: Started, relays: Relay[], byBrowsers: boolean): Promise<Anteroom> {
  const room = { start: new Date(START_MS), prequeue_minutes: 1, opening: 'even', max_outflow: 6, draw_beacon: 'quicknet' };
  const server = { beacon_relays: relays.map(({ url }) => url), beacon_by_browsers: byBrowsers };
  const environment = clockAt(START_MS - BEFORE_MS);
  return started.anteroom([room], 'http://127.0.0.1:9/', { server, environment });
}

async function published(anteroom: Anteroom): Promise<Draws> {
  return (await fetch(`${anteroom.http}/draw/${CUSTOMER}/${ROOM}.json`)).json() as Promise<Draws>;
}

test('a browser brings the round that the server cannot fetch, and the draw is made by it', async ({ started, page }) => {
  test.setTimeout(120_000);
  const [honest, liar] = [started.keep(await Relay.start(ROUND, SIGNATURE)), started.keep(await Relay.start(ROUND, OF_ANOTHER))];
  const anteroom = await open(started, [liar, honest], true);
  const scripts: string[] = [];
  page.on('request', (request) => request.url().includes('/assets/beacon.') && scripts.push(request.url()));
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await waiting.is('prequeue');
  expect([scripts, honest.asked, liar.asked], 'nothing before the draw').toEqual([[], [], []]);

  await expect(waiting.html).toHaveAttribute('data-state', 'drawing', { timeout: 40_000 });
  await expect(waiting.html).toHaveAttribute('data-page', 'queue', { timeout: 45_000 });
  await expect(waiting.slot('number')).toHaveText(/^1\s*$/);

  expect(scripts).toHaveLength(1);
  expect(honest.refused, 'the server tried by itself').toBeGreaterThan(0);
  expect(honest.asked.length, 'one browser, once').toBe(1);
  for (const { url, headers } of [...honest.asked, ...liar.asked]) {
    expect(url).toBe(PATH);
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
  }
  const value = createHash('sha256').update(Buffer.from(SIGNATURE, 'hex')).digest('hex');
  await expect.poll(async () => (await published(anteroom)).runs.at(-1)?.reveal?.statement.beaconValue).toBe(value);
  expect((await published(anteroom)).runs.at(-1)?.commitment.statement.beacon.round).toBe(ROUND);
});

test('no browser asks a relay unless the operator says so', async ({ started, page }) => {
  test.setTimeout(90_000);
  const relay = started.keep(await Relay.start(ROUND, SIGNATURE));
  const anteroom = await open(started, [relay], false);
  const foreign: string[] = [];
  page.on('request', (request) => request.url().startsWith(anteroom.http) || foreign.push(request.url()));
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await expect(waiting.html).toHaveAttribute('data-state', 'drawing', { timeout: 40_000 });
  // The server looks once a second, from the round's publication on.
  await expect.poll(() => relay.refused, { timeout: 30_000 }).toBeGreaterThan(6);
  await waiting.is('drawing');
  expect([foreign, relay.asked]).toEqual([[], []]);
});
