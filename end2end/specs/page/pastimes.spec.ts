/**
 * The pastimes of a room: pictures, a schedule, pages of other hosts, a game. No part of a pastime
 * loads before a visitor sees it or asks for it, the layout does not jump, and the line continues.
 */

import type { Page } from '@playwright/test';

import type { Anteroom } from '../../support/server/anteroom.ts';
import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { expect, type Started, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path d="M0 0h3v2H0z" fill="#084"/></svg>';
const GALA = {
  'theme.toml': 'name = "Gala"\nversion = 1\n[options]\ncolor_scheme = "light dark"\n',
  'one.svg': PICTURE,
  'two.svg': PICTURE.replace('#084', '#804'),
  'pastimes.toml': `
[lineup]
kind = "schedule"
title = "Tonight"
items = [{ when = "19:00", what = "Doors" }, { when = "20:00", what = "The Lanterns" }]
[backstage]
kind = "pictures"
title = "Last summer"
pictures = [
  { file = "one.svg", width = 1200, height = 800, alt = "The stage", caption = "Aarhus" },
  { file = "two.svg", width = 1200, height = 800, alt = "The crowd", caption = "Odense" },
]
[song]
kind = "embed"
title = "The new song"
url = "https://player.example/embed/1"
`,
};
const ROOM = { max_outflow: 0, theme: 'gala', pastimes: ['lineup', 'backstage', 'song', 'game'], embed_hosts: ['player.example'] };

interface Offered {
  anteroom: Anteroom;
  /** The requests to the other host, and for the script. */
  requested: string[];
}

async function offered(started: Started, page: Page): Promise<Offered> {
  const anteroom = await started.anteroom([ROOM], 'http://127.0.0.1:9/', { gala: GALA });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/player\.example|\/pastimes\.[^/]*\.js/.test(request.url())) {
      requested.push(request.url());
    }
  });
  const song = { contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Song</title><main><h1>Song</h1></main>' };
  await page.route('https://player.example/**', (route) => route.fulfill(song));
  return { anteroom, requested };
}

test('no pastime loads unasked, nothing jumps, and the line continues', async ({ started, page, picture }) => {
  const { anteroom, requested } = await offered(started, page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)))
      .observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated();
  const region = page.getByRole('region', { name: 'While you wait' });
  await expect(region.getByRole('heading', { level: 3 })).toHaveText(['Tonight', 'Last summer', 'The new song', 'Find the pairs']);
  await page.getByRole('img', { name: 'The stage' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.getByRole('img', { name: 'The stage' }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // A picture of the whole page makes the window as large as the page, which moves its content.
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  await withoutViolations(page);
  await fitsItsWidth(page);
  await picture(page, 'pastimes');
  const asked = page.waitForResponse('**/api/getStatus?*');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  expect((await asked).status()).toBe(200);
  expect(requested).toEqual([]);
});

test('a page of another host comes when it is asked for, in a frame that can do little', async ({ started, page, picture }) => {
  const { anteroom, requested } = await offered(started, page);
  await page.goto(anteroom.enter());
  await page.getByRole('link', { name: /^Show this from .*player\.example/ }).click();
  const frame = page.locator('iframe[title="The new song"]');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation allow-popups');
  await expect(frame).toBeFocused();
  await expect(frame.contentFrame().getByRole('heading', { name: 'Song' })).toBeVisible();
  expect(requested.filter((url) => url.includes('player.example'))).toEqual(['https://player.example/embed/1']);
  const [box, place] = [await frame.boundingBox(), await page.locator('.embed').boundingBox()];
  expect(box?.width).toBe(place?.width);
  expect(box!.width / box!.height).toBeCloseTo(16 / 9, 1);
  // The link stays, for a page that forbids frames, and leads there from now on.
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Show this from/ }).click();
  await (await opened).close();
  await expect(frame).toHaveCount(1);
  await withoutViolations(page);
  await picture(page, 'pastimes-embed');
});

test('texts in another script than the page run their own way, and begin at the edge of the page', async ({ started, page }) => {
  const { anteroom } = await offered(started, page);
  for (const cid of ['en', 'ar']) {
    await page.goto(anteroom.enter({ cid }));
    const texts = page.locator('.pastimes :is(h2, [data-pastime="schedule"] h3, [data-pastime="pictures"] :is(h3, li:first-child figcaption))');
    const begins = await texts.evaluateAll((all) => all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      const { left, right } = text.getBoundingClientRect();
      return Math.round(document.documentElement.dir === 'rtl' ? document.documentElement.clientWidth - right : left);
    }));
    expect(begins, cid).toHaveLength(4);
    expect(new Set(begins).size, `${cid}: ${begins}`).toBe(1);
    const directions = await texts.evaluateAll((all) => all.slice(1).map((one) => getComputedStyle(one).direction));
    expect(directions, cid).toEqual(['ltr', 'ltr', 'ltr']);
  }
});

test('pictures side by side are moved by the keyboard', async ({ started, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { anteroom } = await offered(started, page);
  await page.goto(anteroom.enter());
  const carousel = page.getByRole('list', { name: 'Last summer' });
  await carousel.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => carousel.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
});

test('the game is played by keys, says what happens, and outlives a reload', async ({ started, page, picture }) => {
  const { anteroom } = await offered(started, page);
  await page.goto(anteroom.enter());
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const cards = page.locator('.cards button');
  await expect(cards).toHaveCount(12);
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards.first()).toHaveAccessibleName(/^Card .*1.* [★♥♣♦♠●]$/);
  await page.keyboard.press('ArrowDown');
  await expect(cards.nth(4)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cards.nth(3)).toBeFocused();
  await withoutViolations(page);
  await picture(page, 'pastimes-game');
  // From here on it needs no network.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(cards.first()).toBeFocused();
  const lying: number[] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('anteroom-pairs') ?? '').cards);
  const inPairs = lying.map((pair, position) => ({ pair, position })).toSorted((a, b) => a.pair - b.pair);
  for (const { position } of inPairs) {
    await cards.nth(position).press('Enter');
  }
  const told = page.locator('.game [role="status"]');
  await expect(told).toContainText(/Pairs found: .*6/);
  await page.context().setOffline(false);
  await withoutViolations(page);
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(told).toContainText(/Pairs found: .*6/);
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(told).toContainText(/Pairs found: .*0/);
});

test('without script there is no game, and a link in place of the frame', async ({ started, browserOf, picture }) => {
  const page = await (await browserOf({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })).newPage();
  const { anteroom, requested } = await offered(started, page);
  await page.goto(anteroom.enter());
  await expect(page.getByText('The Lanterns')).toBeVisible();
  await expect(page.getByText('Find the pairs', { exact: true })).toBeHidden();
  const link = page.getByRole('link', { name: /^Show this from/ });
  await expect(link).toHaveAttribute('href', 'https://player.example/embed/1');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await fitsItsWidth(page);
  await picture(page, 'pastimes-without-script');
  expect(requested).toEqual([]);
});
