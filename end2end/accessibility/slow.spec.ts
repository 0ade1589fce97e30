/**
 * No visitor loses a turn for being slow: the page takes the turn by itself, even if it was offline
 * when the turn came. (`tests/it` covers validity windows.)
 */

import { tokenOf } from '../support/token.ts';
import { expect, test } from '../support/test.ts';
import { NavigationLog } from '../support/navigation-log.ts';
import { WaitingPage } from '../support/waiting-page.ts';

const TARGET = 'http://127.0.0.1:9/**';

test('an untouched page redirects by itself', { tag: '@slow' }, async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 600 });
  const navigations = new NavigationLog(context);
  await page.route(TARGET, (route) => route.fulfill({ body: 'in' }));
  await page.goto(anteroom.enter());
  await expect.poll(() => navigations.withToken.length).toBe(1);
});

test('a redirect whose reply was lost is repeated', { tag: '@slow' }, async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 600 });
  const navigations = new NavigationLog(context);
  await page.route(TARGET, (route) => route.fulfill({ body: 'in' }));
  const lost: string[] = [];
  await page.route('**/api/getStatus*', async (route) => {
    const response = await route.fetch();
    const { redirectUrl } = (await response.json()) as { redirectUrl?: string };
    if (redirectUrl !== undefined && lost.length === 0) {
      lost.push(redirectUrl);
      await route.abort();
    } else {
      await route.fulfill({ response });
    }
  });
  await page.goto(anteroom.enter());
  await expect.poll(() => navigations.withToken.length, { timeout: 30_000 }).toBe(1);
  expect(lost).toHaveLength(1);
  expect(tokenOf(navigations.withToken[0]!), 'the very same token').toBe(tokenOf(lost[0]!));
  expect(await anteroom.grants()).toHaveLength(1);
});

test('a visitor who was offline at the turn is let in after coming back', { tag: '@slow' }, async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 1 });
  const navigations = new NavigationLog(context);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await waiting.isNear();
  await context.setOffline(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await anteroom.change({ maxOutflow: 600 });
  await context.setOffline(false);
  await page.route(TARGET, (route) => route.fulfill({ body: 'in' }));
  await expect.poll(() => navigations.withToken.length, { timeout: 30_000 }).toBe(1);
});
