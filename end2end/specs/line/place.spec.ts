/** A place belongs to the browser: a reload, a second tab and a restart find the same place. */

import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** The longest time until a page without scripts is expected to go on, in milliseconds. */
const LEFT_MS_MAX = 25_000;

test('reload, second tab and browser restart keep the place', async ({ open, page, context, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 5);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter({ cid: 'de' }));
  await waiting.shown();
  const { queueId } = waiting;
  const same = async (other: WaitingPage): Promise<void> => {
    await expect(other.slot('number')).toHaveText('6');
    expect(other.queueId).toBe(queueId);
  };
  await same(waiting);

  await page.reload();
  await same(waiting);

  const tab = new WaitingPage(await context.newPage());
  await tab.page.goto(anteroom.enter());
  await same(tab);

  await enterMany(anteroom, 1);
  const restarted = await browserOf({ storageState: await context.storageState() });
  await context.close();
  const again = new WaitingPage(await restarted.newPage());
  await again.page.goto(anteroom.enter());
  await same(again);
  expect((await anteroom.stats()).waiting).toBe(7);
});

test('the cookie is kept from scripts and from other sites, and beats the address', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 0 });
  const [other] = await enterMany(anteroom, 1);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.https + new URL(anteroom.enter()).search.replace('?', '/?'));
  await waiting.shown();
  const { queueId } = waiting;
  const cookie = (await context.cookies()).find(({ name }) => name === 'anteroom_place');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  const days = (cookie!.expires - Date.now() / 1_000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(other!.queueId).not.toBe(queueId);
});

test('two tabs that race to two places keep the lower', async ({ open, context }) => {
  const anteroom = await open({ max_outflow: 0 });
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto(anteroom.enter())));
  const [one, other] = tabs.map((tab) => new WaitingPage(tab));
  await Promise.all([one!.shown(), other!.shown()]);
  // The server knows both tabs once each has come again; after that both show the same place.
  for (const tab of [...tabs, ...tabs]) {
    await tab.reload();
  }
  expect(one!.queueId).toBe(other!.queueId);
  await expect(one!.slot('number')).toHaveText('1');
});

test('a visitor who leaves is out of line, and comes back at its end', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.shown();
  const { queueId } = waiting;
  await enterMany(anteroom, 3);

  await page.getByRole('link', { name: 'Leave the line' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-page', 'leave');
  await expect(page.locator('.lead')).toContainText('lose your place. If you come back later');
  expect((await anteroom.stats()).waiting, 'a question is no answer').toBe(4);
  await page.getByRole('link', { name: 'Keep my place' }).click();
  await waiting.shown();
  expect(waiting.queueId).toBe(queueId);
  await page.getByRole('link', { name: 'Leave the line' }).click();
  await page.locator('[data-action="leave"]').getByRole('button', { name: 'Leave the line' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'pending');
  await expect(page.locator('html')).toHaveAttribute('data-page', 'left', { timeout: LEFT_MS_MAX });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve left the line');
  expect((await anteroom.stats()).waiting).toBe(3);

  await page.getByRole('link', { name: 'Back to the line' }).click();
  await waiting.shown();
  await expect(waiting.slot('number')).toHaveText('5');
  expect(waiting.queueId).not.toBe(queueId);
});
