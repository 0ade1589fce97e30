/**
 * The remaining stock, in the browser: the page shows it, and all visitors learn of the sell-out
 * with the next poll.
 */

import type { BrowserContextOptions } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { reload } from '../../support/reload.ts';
import type { Anteroom } from '../../support/server/anteroom.ts';
import { expect, type Started, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const DESKTOP = { width: 1_280, height: 800 };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const MESSAGE = 'The second batch comes on Friday at ten.';

/** Longer than any wait between two attempts. */
const RETRY_MS_MAX = 61_000;
/** Pages that stay open in a test of many people. */
const PAGES = 6;

/** The looks that people check. */
const LOOKS: Record<string, { cid?: string; options: BrowserContextOptions }> = {
  'desktop': { options: { viewport: DESKTOP } },
  'dark': { options: { viewport: DESKTOP, colorScheme: 'dark' } },
  'phone': { options: PHONE },
  'ar-phone': { cid: 'ar', options: PHONE },
};

/** A server with a room of a pool that counts its stock. */
async function selling(started: Started, stock: number, rate = 0, capacity?: number): Promise<Anteroom> {
  const room = { max_outflow: 60, pool: 'shop', ...(capacity === undefined ? {} : { capacity }) };
  const pools = [{ id: 'shop', rate, max_sessions: 500, stock }];
  return started.anteroom([room], 'http://127.0.0.1:9/', { pools });
}

test('thirty people wait, and all of them learn with one poll that it is sold out', async ({ started, browserOf }) => {
  const anteroom = await selling(started, 304);
  await anteroom.change({ message: MESSAGE });
  const visitors = await enterMany(anteroom, 30 - PAGES);
  const waiting: WaitingPage[] = [];
  for (let opened = 0; opened < PAGES; opened += 1) {
    const page = new WaitingPage(await (await browserOf({})).newPage());
    await page.page.goto(anteroom.enter());
    await page.hydrated();
    waiting.push(page);
  }
  for (const [index, page] of waiting.entries()) {
    await expect(page.slot('stock')).toHaveText(`About 300 left. ${24 + index} people are ahead of you.`);
  }

  await anteroom.changePool('shop', { stock: 0 });
  for (const visitor of visitors) {
    const { texts, ticket } = await visitor.waiting();
    expect(texts).toMatchObject({ state: 'sold-out', headline: 'Sold out at the moment', stock: '' });
    expect(ticket).toMatchObject({ stock: 0, waitSecondsHigh: null, waitReason: null });
  }
  for (const page of waiting) {
    const told = page.page.waitForResponse((response) => response.url().includes('/api/getStatus'));
    await page.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await told;
    await page.is('sold-out');
    await expect(page.slot('headline')).toHaveText('Sold out at the moment');
    await expect(page.slot('wait')).toHaveText('not known at the moment');
    await expect(page.slot('stock')).toBeHidden();
    await expect(page.slot('message')).toHaveText(MESSAGE);
    await expect(page.page).toHaveTitle('Sold out · Summer sale');
    await expect(page.page.getByRole('status')).toContainText('You’ll keep your place');
  }

  await anteroom.changePool('shop', { stock: 47 });
  for (const [index, page] of waiting.entries()) {
    await page.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.is('in-line');
    await expect(page.slot('stock')).toHaveText(`About 40 left. ${24 + index} people are ahead of you.`);
  }
  expect((await anteroom.grants()).length).toBe(0);
});

test('without script the refresh shows the stock, and the line continues by itself', async ({ started, browserOf }) => {
  const anteroom = await selling(started, 0, 60);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.is('sold-out');
  await expect(waiting.slot('headline')).toHaveText('Sold out at the moment');
  await anteroom.changePool('shop', { stock: 20 });
  await reload(page);
  await expect(waiting.slot('stock')).toHaveText('About 20 left.');
});

test('a full room says so, and lets the browser in when there is room', async ({ started, browserOf, picture }) => {
  const anteroom = await selling(started, 500, 0, 1);
  await enterMany(anteroom, 1);
  for (const [name, { cid, options }] of Object.entries(LOOKS)) {
    const page = await (await browserOf(options)).newPage();
    await page.goto(anteroom.enter(cid === undefined ? {} : { cid }));
    await expect(page.locator('html')).toHaveAttribute('data-page', 'room-full');
    await withoutViolations(page);
    await fitsItsWidth(page);
    await picture(page, `room-full-${name}`);
  }

  const page = await (await browserOf({})).newPage();
  await page.clock.install();
  const full = await page.goto(anteroom.enter());
  expect(full?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The waiting room is full right now');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const [region, updated, connection] = [page.getByRole('status'), page.locator('.updated'), page.locator('[data-slot="connection"]')];
  await expect(updated).toBeHidden();
  const tries = async (): Promise<void> => {
    const tried = page.waitForRequest((request) => new URL(request.url()).pathname === '/');
    await page.clock.fastForward(RETRY_MS_MAX);
    await tried;
  };
  await tries();
  await expect(updated, 'somebody who looks sees that it goes on').toHaveText(/^Last updated \d/);
  await tries();
  await expect(region, 'and somebody who listens hears it once a minute').toHaveText('The waiting room is full right now');

  await page.context().setOffline(true);
  await expect(connection, 'at once').toBeVisible();
  await page.clock.fastForward(RETRY_MS_MAX);
  await expect(region).toHaveText((await connection.textContent())!);
  const back = page.waitForRequest((request) => new URL(request.url()).pathname === '/');
  await page.context().setOffline(false);
  await back;
  await expect(connection).toBeHidden();
  expect(await page.evaluate(() => 'isSame' in window), 'the page was never loaded again').toBe(true);

  await anteroom.change({ capacity: 100 });
  await expect(async () => {
    await page.clock.fastForward(RETRY_MS_MAX);
    await expect(page.locator('html')).toHaveAttribute('data-page', 'queue', { timeout: 2_000 });
  }).toPass();
  await new WaitingPage(page).is('in-line');
});

test('without scripts a full room tries again by itself, and by a link', async ({ started, browserOf }) => {
  const anteroom = await selling(started, 500, 0, 1);
  await enterMany(anteroom, 1);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await page.goto(anteroom.enter());
  await expect(page.locator('html')).toHaveAttribute('data-page', 'room-full');
  await anteroom.change({ capacity: 2 });
  await new WaitingPage(page).shown();

  const other = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await other.goto(anteroom.enter());
  await expect(other.locator('html')).toHaveAttribute('data-page', 'room-full');
  await anteroom.change({ capacity: 3 });
  await other.getByRole('link', { name: 'Try again' }).click();
  await new WaitingPage(other).shown();
});

for (const [name, { cid, options }] of Object.entries(LOOKS)) {
  test(`stock and sell-out look as they should: ${name}`, async ({ started, browserOf, picture }) => {
    const anteroom = await selling(started, 304);
    await enterMany(anteroom, 12);
    const page = await (await browserOf(options)).newPage();
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter(cid === undefined ? {} : { cid }));
    await waiting.hydrated();
    await expect(waiting.slot('stock')).toBeVisible();
    await withoutViolations(page);
    await picture(page, `stock-${name}`);
    await anteroom.change({ message: MESSAGE });
    await anteroom.changePool('shop', { stock: 0 });
    await reload(page);
    await waiting.is('sold-out');
    await withoutViolations(page);
    await picture(page, `sold-out-${name}`);
  });
}
