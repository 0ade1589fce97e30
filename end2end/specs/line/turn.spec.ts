/**
 * "It’s your turn" is true: the page shows this only if the redirect follows within seconds. Before
 * that, the page shows visitors among the next that they are almost there, with the figures.
 */

import { setHidden, wakesOnceAMinute } from '../../support/played.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** One permit in five seconds. */
const SLOW = { max_outflow: 12 };
/** Two poll intervals, and a second for a loaded machine. */
const AT_HAND_MS_MAX = 5_000;
/** A hidden tab wakes this long after it was hidden, and then once a minute. */
const WAKE_MS = 3_000;
/** The time between two polls in front, less a moment for the clocks of browser and test. */
const INTERVAL_MS_MIN = 1_800;

test('a page says that it is the turn two polls before the redirect, and not sooner', async ({ openWithSite, page }) => {
  const { anteroom } = await openWithSite(startShop, SLOW);
  using crowd = await Crowd.gather(anteroom, 4);
  const waiting = new WaitingPage(page);
  const seen = await waiting.record();

  await page.goto(anteroom.enter());
  await waiting.is('almost');
  await expect(page).toHaveTitle(/ ahead of you · |^You’re next · /);
  await expect(waiting.slot('wait')).toBeVisible();
  await expect(waiting.html).not.toHaveAttribute('data-state', 'almost', { timeout: 30_000 });
  // The poll after this state is held until the permit is due, and answered with the redirect.
  const told = seen.states.at(-1) === 'first-in-line' ? seen.stateAt : Date.now();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  expect(Date.now() - told).toBeLessThanOrEqual(AT_HAND_MS_MAX);
  const states = seen.states.slice(seen.states.indexOf('almost'));
  expect(states.filter((state) => state !== 'first-in-line'), 'no way back').toEqual(['almost', 'redirecting']);
  await crowd.allIn;
});

test('a hidden tab, whose timers fire once a minute, is let in by one wake', async ({ openWithSite, page }) => {
  const { anteroom } = await openWithSite(startShop, SLOW);
  using crowd = await Crowd.gather(anteroom, 4);
  const waiting = new WaitingPage(page);
  await wakesOnceAMinute(page, WAKE_MS);
  const polls: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/getStatus')) {
      polls.push(Date.now());
    }
  });
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await waiting.is('almost');
  await setHidden(page, true);
  const hiddenAt = Date.now();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 40_000 });
  const tookMs = Date.now() - hiddenAt;
  expect(tookMs, 'before a second wake').toBeLessThan(WAKE_MS + 60_000);
  const asked = polls.filter((at) => at > hiddenAt).length;
  expect(asked, 'the server held the polls').toBeLessThanOrEqual(tookMs / INTERVAL_MS_MIN + 2);
  await crowd.allIn;
});

test('a hidden tab whose held poll breaks off asks again at once', async ({ openWithSite, page }) => {
  const { anteroom } = await openWithSite(startShop, SLOW);
  using crowd = await Crowd.gather(anteroom, 4);
  const waiting = new WaitingPage(page);
  await wakesOnceAMinute(page, WAKE_MS);
  const polls: number[] = [];
  let brokenAt = Infinity;
  await page.route('**/api/getStatus?*', async (route) => {
    polls.push(Date.now());
    const brief = new URL(route.request().url()).searchParams.get('brief') ?? '';
    if (brokenAt < Infinity || !brief.endsWith(',1')) {
      return route.continue();
    }
    // The node is killed while it holds the answer.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    brokenAt = Date.now();
    return route.abort('connectionreset');
  });
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await waiting.is('almost');
  await setHidden(page, true);
  await expect.poll(() => polls.filter((at) => at >= brokenAt).length, { timeout: 15_000 }).toBeGreaterThan(0);
  const retriedAt = polls.find((at) => at >= brokenAt) ?? Infinity;
  expect(retriedAt - brokenAt, 'not at the next wake').toBeLessThan(2_000);
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 40_000 });
  await crowd.allIn;
});

test('while nobody can be let in, no page says that it is the turn', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const waiting = new WaitingPage(page);
  const seen = await waiting.record();
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  // Longer than the pages of visitors in front wait between two polls.
  await page.waitForTimeout(AT_HAND_MS_MAX);
  expect(seen.states).not.toContain('first-in-line');
});
