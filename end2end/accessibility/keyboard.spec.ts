/** Visits without a mouse, through a real server. */

import type { Page } from '@playwright/test';

import { CUSTOMER, ROOM } from '../support/server/anteroom.ts';
import { fitsItsWidth } from '../support/axe.ts';
import { startShop } from '../support/site/shop.ts';
import { expect, test } from '../support/test.ts';
import { Crowd } from '../support/visitor.ts';
import { WaitingPage } from '../support/waiting-page.ts';
import { install, type Stop } from './measures/measure.ts';

/** More stops than any page has: a test that needs more is in a loop. */
const STOPS_MAX = 40;

/** Presses Tab until the link, button or field with that name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let pressed = 0; pressed < STOPS_MAX; pressed += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => {
      const element = document.activeElement;
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
    if (typeof name === 'string' ? text === name : name.test(text)) {
      return;
    }
  }
  throw new Error(`the Tab key does not come to ${name}`);
}

/** Returns the stops of the Tab key from the beginning of the page to its end. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const walked: Stop[] = [];
  for (let pressed = 0; pressed < STOPS_MAX; pressed += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => window.measure.focused());
    if (stop === null || walked.some(({ order }) => order === stop.order)) {
      return walked;
    }
    expect(stop.behind, stop.name).toBeNull();
    walked.push(stop);
  }
  throw new Error('the Tab key is caught');
}

test('from the shop into the line and on to the product', { tag: '@keyboard' }, async ({ openWithSite, page }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 120 });
  using _crowd = await Crowd.gather(anteroom, 12);
  await page.goto(site.url);
  await tabTo(page, /buy/i);
  await page.keyboard.press('Enter');
  await new WaitingPage(page).hydrated();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
});

test('all of the page and back again: no trap, nothing changes by the focus', { tag: '@keyboard' }, async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  using _crowd = await Crowd.gather(anteroom, 3);
  await page.addInitScript(install);
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated();
  const address = page.url();
  const stops = await page.evaluate(() => window.measure.stops());
  const there = await walk(page, 'Tab');
  expect(there.map(({ order }) => order)).toEqual(stops.map(({ order }) => order));
  const last = stops.at(-1)!;
  await page.evaluate((order) => ([...document.querySelectorAll('*')][order] as HTMLElement).focus(), last.order);
  const back = [last, ...(await walk(page, 'Shift+Tab'))].slice(0, stops.length);
  expect(back.map(({ order }) => order)).toEqual(stops.map(({ order }) => order).toReversed());
  expect(page.url()).toBe(address);
  await new WaitingPage(page).is('in-line');
});

test('the skip link leads to the place in line, and on from there', { tag: '@keyboard' }, async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to your place in line' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#status')).toBeFocused();
  await page.keyboard.press('Tab');
  const isBehind = await page.evaluate(() => {
    const status = document.getElementById('status')!;
    return Boolean(status.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  expect(isBehind, 'the next stop comes after the status').toBe(true);
});

test('out of the line and into it again', { tag: '@keyboard' }, async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await tabTo(page, 'Leave the line');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, 'Leave the line');
  await page.keyboard.press('Enter');
  await expect(waiting.html).toHaveAttribute('data-page', 'left');
  await tabTo(page, 'Back to the line');
  await page.keyboard.press('Enter');
  await waiting.shown();
  await page.goto(`${anteroom.http}/error/hash/?c=${CUSTOMER}&e=${ROOM}`);
  await tabTo(page, 'Back to the line');
  await page.keyboard.press('Enter');
  await waiting.shown();
});

test('without script: the same way, by links and by the page that refreshes itself', { tag: ['@keyboard', '@script', '@slow'] }, async ({
  openWithSite,
  browserOf,
}) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 120 });
  using _crowd = await Crowd.gather(anteroom, 12);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const waiting = new WaitingPage(page);
  await page.goto(site.url);
  await page.locator('#buy').press('Enter');
  await waiting.shown();
  await expect(page.getByText('It updates by itself.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
});

test('at 400 %: the same way, and nothing to scroll sideways at any moment', { tag: '@zoom' }, async ({ openWithSite, browserOf }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 6);
  const context = await browserOf({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });
  const page = await context.newPage();
  const waiting = new WaitingPage(page);
  await page.goto(`${site.url}/product`);
  await waiting.hydrated();
  await fitsItsWidth(page);
  await waiting.isNear();
  await fitsItsWidth(page);
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
});
