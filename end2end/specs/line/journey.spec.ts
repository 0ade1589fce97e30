/**
 * The demo as a newcomer sees it: from the shop through the line to "thank you", and once more from
 * the end of the line.
 */

import { queueIdOf, tokenOf } from '../../support/token.ts';
import { purchase } from '../../support/site/site.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd } from '../../support/visitor.ts';
import { NEAR, WaitingPage } from '../../support/waiting-page.ts';

test('a visit: buy, wait, be let in, pay, and buy again at the end of the line', async ({ openWithSite, page, context }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 120 });
  using _crowd = await Crowd.gather(anteroom, 24);
  const navigations = new NavigationLog(context);
  const waiting = new WaitingPage(page);
  const seen = await waiting.record();
  const html = page.locator('html');

  await page.goto(site.url);
  await expect(html).toHaveAttribute('data-shop', 'landing');
  await page.locator('#buy').click();

  await waiting.hydrated();
  await waiting.is('in-line');
  await expect(page).toHaveTitle(/ ahead of you · Summer sale$/);
  await expect(waiting.slot('number')).toHaveText('25');
  await waiting.isNear();
  await expect(html).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });

  expect(seen.ahead[0]).toBe(24);
  expect(new Set(seen.ahead).size, `counted down live: ${seen.ahead}`).toBeGreaterThan(3);
  expect(seen.ahead, 'never rises').toEqual(seen.ahead.toSorted((one, other) => other - one));
  expect(seen.states.filter((state) => !NEAR.test(state))).toEqual(['in-line', 'redirecting']);
  expect(navigations.waiting, 'the page was loaded once').toHaveLength(1);

  await purchase(page);
  const first = await page.locator('#queue-id').textContent();
  expect(queueIdOf(tokenOf(navigations.withToken[0]!)!)).toBe(first);

  await page.locator('#again').click();
  await waiting.shown();
  await expect(waiting.slot('number')).toHaveText('26');
  expect(waiting.queueId).not.toBe(first);
  await expect(html).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  await expect(page.locator('#queue-id')).not.toHaveText(first!);
});

test('the shop sends nobody in line who does not buy', async ({ openWithSite, page, context }) => {
  const { anteroom, site } = await openWithSite(startShop);
  const navigations = new NavigationLog(context);
  await page.goto(site.url);
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'landing');
  expect(navigations.entries).toHaveLength(0);
  expect((await anteroom.stats()).waiting).toBe(0);
});
