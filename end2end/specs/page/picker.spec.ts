/** Languages and times on a page, with script and without. */

import type { Page } from '@playwright/test';

import { startingIn } from '../../support/draw.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

for (const javaScriptEnabled of [true, false]) {
  test(`the language picker keeps the place and the rest of the link, script: ${javaScriptEnabled}`, async ({ open, browserOf }) => {
    const anteroom = await open({ max_outflow: 0 });
    await enterMany(anteroom, 4);
    const page = await (await browserOf({ javaScriptEnabled })).newPage();
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter({ t_show: 'a b', cid: 'en-US' }));
    await waiting.shown();
    const before = waiting.queueId;
    await page.getByLabel('Language').selectOption('Deutsch');
    const button = page.getByRole('button', { name: 'Change language' });
    if (javaScriptEnabled) {
      await expect(button, 'the choice is enough').toBeHidden();
    } else {
      await button.click();
    }
    await expect(waiting.html).toHaveAttribute('lang', 'de');
    await expect(waiting.slot('number')).toHaveText('5');
    const { searchParams } = new URL(page.url());
    expect([waiting.queueId, searchParams.get('t_show'), searchParams.getAll('cid')]).toEqual([before, 'a b', ['de']]);
  });
}

test('a room may do without the picker', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0, display: { language_picker: false } });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).shown();
  await expect(page.locator('select')).toHaveCount(0);
});

test('before the pre-queue the page counts to it and to the start, and says when that is', async ({ open, browserOf }) => {
  // Ten seconds less than whole minutes, so that fast and slow machines show the same minutes.
  const anteroom = await open(startingIn(2_990, { prequeue_minutes: 30 }));
  const page = await (await browserOf({ timezoneId: 'Asia/Tokyo' })).newPage();
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated('before');
  await expect(page.locator('[data-slot="prequeue-countdown"]')).toHaveText(/^19:\d\d$/);
  await expect(page.locator('[data-slot="countdown"]')).toHaveText(/^49:\d\d$/);
  await expect(page.locator('.segments'), 'the earlier time alone is large').toBeHidden();
  const sizes = (of: Page) =>
    of.locator('[data-figure="prequeue-countdown"] dd, [data-figure="countdown"] dd').evaluateAll((all) =>
      all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  const [opening, beginning] = await sizes(page);
  expect(opening).toBeGreaterThan(beginning! * 1.5);
  const start = page.locator('[data-slot="starts-at"]');
  const utc = await start.getAttribute('datetime');
  const timeStyle = new Date(utc!).getSeconds() ? 'medium' : 'short';
  const inTokyo = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle, timeZone: 'Asia/Tokyo' });
  await expect(start).toHaveText(inTokyo.format(new Date(utc!)));

  const bare = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await bare.goto(anteroom.enter());
  // The minutes that are left when the page reloads, after up to 41 seconds.
  await expect(bare.locator('[data-slot="prequeue-countdown"]')).toHaveText(/^1[89]\sminutes\s*$/);
  expect(await bare.locator('[data-slot="prequeue-countdown"]').textContent(), 'on one line').toMatch(/1[89]\u00a0minutes/);
  expect(await sizes(bare), 'as with scripts').toEqual([opening, beginning]);
  await expect(bare.locator('[data-slot="starts-at"]')).toHaveText(/UTC|Z$/);
});

for (const seconds of [0, 30]) {
  test(`the start is written alike with scripts and without, ${seconds} s into a minute`, async ({ open, browserOf }) => {
    const start = new Date(Date.now() + 3_000_000);
    start.setUTCSeconds(seconds, 0);
    const anteroom = await open({ ...startingIn(3_000), start });
    const written = await Promise.all([true, false].map(async (javaScriptEnabled) => {
      const page = await (await browserOf({ javaScriptEnabled, timezoneId: 'UTC' })).newPage();
      await page.goto(anteroom.enter());
      const shown = page.locator('[data-slot="starts-at"]');
      if (javaScriptEnabled) {
        await expect(shown, 'in the own time of the visitor').not.toHaveText(/UTC/);
      }
      return (await shown.textContent())!.replace('UTC', '').replace(/\s+/g, ' ').trim();
    }));
    expect(written[0]).toBe(written[1]);
    expect(/:\d\d:30/.test(written[0]!)).toBe(seconds === 30);
  });
}

test('a visitor who picks a language just as the turn comes gets to the site', async ({ openWithSite, browserOf }) => {
  const { anteroom } = await openWithSite(startShop, { max_outflow: 600 });
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('form-action') && refused.push(message.text()));
  await page.goto(anteroom.enter({ cid: 'en-US' }));
  await new WaitingPage(page).isNear();
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Change language' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product');
  // The page's own refresh would also lead there, but later.
  expect(refused).toEqual([]);
});
