/**
 * "It’s your turn" is true: the page shows this only if the redirect follows within seconds. Before
 * that, the page shows visitors among the next that they are almost there, with the figures.
 */

import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** One permit in five seconds. */
const SLOW = { max_outflow: 12 };
/** Two poll intervals, and a second for a loaded machine. */
const AT_HAND_MS_MAX = 5_000;

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

test('while nobody can be let in, nobody is told that it is their turn', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const waiting = new WaitingPage(page);
  const seen = await waiting.record();
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  // Longer than the pages of visitors in front wait between two polls.
  await page.waitForTimeout(AT_HAND_MS_MAX);
  expect(seen.states).not.toContain('first-in-line');
});
