/**
 * Measures when a first waiting page shows its largest part (largest contentful paint) on slow
 * connections, on a phone. A visit begins at the entry, so it includes the redirect to the place.
 * The browser delays each answer by the round trip; it adds none for TCP and TLS. Nothing is
 * asserted about times, and the figures are printed.
 */

import type { BrowserContext } from '@playwright/test';

import { expect, test } from '../support/test.ts';
import { WaitingPage } from '../support/waiting-page.ts';

/** Visits under each condition. */
const VISITS = 5;
/** How many times slower the page's thread is than on this machine. */
const SLOWDOWNS = [1, 4];
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** A connection. */
interface Network {
  roundTripMs: number;
  downKbit: number;
  upKbit: number;
}

/** "Slow 4G" of Lighthouse, the same of the browser's developer tools, and a slower one. */
const NETWORKS: Network[] = [
  { roundTripMs: 150, downKbit: 1_600, upKbit: 750 },
  { roundTripMs: 562.5, downKbit: 1_440, upKbit: 675 },
  { roundTripMs: 400, downKbit: 400, upKbit: 400 },
];

test('when a first page shows itself', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const entry = anteroom.https + new URL(anteroom.enter()).search.replace('?', '/?');
  for (const network of NETWORKS) {
    for (const slowdown of SLOWDOWNS) {
      const paints: number[] = [];
      for (let visit = 0; visit < VISITS; visit += 1) {
        paints.push(await largestPaint(await browserOf(PHONE), entry, network, slowdown));
      }
      const [first, last] = [Math.min(...paints), Math.max(...paints)];
      const { roundTripMs, downKbit } = network;
      const conditions = `${roundTripMs} ms, ${downKbit} kbit/s, processor ${slowdown} times slower`;
      console.log(`${conditions}: median ${Math.round(median(paints))} ms, ${Math.round(first)} to ${Math.round(last)}`);
    }
  }
});

/** Returns the time from the start of the visit to the paint, in milliseconds. */
async function largestPaint(context: BrowserContext, url: string, network: Network, slowdown: number): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const [downloadThroughput, uploadThroughput] = [bytesPerSecond(network.downKbit), bytesPerSecond(network.upKbit)];
  await session.send('Network.enable');
  const conditions = { offline: false, latency: network.roundTripMs, downloadThroughput, uploadThroughput };
  await session.send('Network.emulateNetworkConditions', conditions);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    const note = (list: PerformanceObserverEntryList): void => {
      (window as unknown as { largest?: number }).largest = list.getEntries().at(-1)?.startTime;
    };
    new PerformanceObserver(note).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url);
  await new WaitingPage(page).hydrated();
  const largest = await page.evaluate(() => (window as unknown as { largest?: number }).largest);
  expect(largest, 'the browser reports a paint').toBeDefined();
  await page.close();
  return largest!;
}

function bytesPerSecond(kbit: number): number {
  return (kbit * 1_000) / 8;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
