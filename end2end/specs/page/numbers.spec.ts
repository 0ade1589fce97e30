/**
 * Numbers never wrap: in every theme, width, font and number format each number is on one line
 * inside its figure, and the page fits its width.
 */

import type { Page } from '@playwright/test';

import { test as gallery } from '../../support/gallery.ts';
import { type Told } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/**
 * One culture of each kind: commas, points, thin spaces, apostrophes, groups of two, other digits,
 * right to left.
 */
const LANGUAGES = ['en', 'de', 'fr', 'de-CH', 'hi', 'bn', 'ar', 'ar-EG', 'fa', 'he', 'ta'];
const WIDTHS = [320, 390, 640, 704, 960, 1280, 1920];
/** Fonts whose bold digits are as wide as digits get, and the theme's own font. */
const FONTS = ['', 'DejaVu Sans', 'Inter', 'Noto Sans'];
const DIGITS_MAX = 9;

interface Measured {
  figure: string;
  text: string;
  lines: number;
  /** The overhang of the number beyond its figure or the page, in pixels. */
  outside: number;
}

/**
 * Writes numbers of one to nine digits into both figures, as the server and the island do, and
 * measures each.
 */
async function measure(page: Page, font: string, digitsMax: number): Promise<Measured[]> {
  const wanted = { font, digitsMax };
  return page.evaluate(({ font: family, digitsMax: most }) => {
    const root = document.documentElement;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(family === '' ? '' : `* { font-family: "${family}", sans-serif !important; }`);
    document.adoptedStyleSheets = [sheet];
    const format = new Intl.NumberFormat(root.lang);
    const found: Measured[] = [];
    for (let digits = 1; digits <= most; digits += 1) {
      const text = format.format(Number('998877665'.slice(0, digits)));
      for (const figure of ['ahead', 'number']) {
        const slot = document.querySelector(`[data-slot="${figure}"]`)!;
        slot.textContent = text;
        root.setAttribute(`data-${figure}-length`, String([...text].length));
        const range = document.createRange();
        range.selectNodeContents(slot);
        const rects = [...range.getClientRects()];
        const tops = new Set(rects.map(({ top }) => Math.round(top)));
        const [box, own] = [slot.closest('.figure')!.getBoundingClientRect(), range.getBoundingClientRect()];
        const outside = Math.max(box.left - own.left, own.right - box.right, root.scrollWidth - root.clientWidth);
        found.push({ figure, text, lines: tops.size, outside });
      }
    }
    return found;
  }, wanted);
}

for (const theme of ['default', 'neutral', 'retail', 'ticketing']) {
  gallery(`each on one line in its figure, ${theme}`, async ({ preview, page }) => {
    gallery.setTimeout(240_000);
    const scene = preview.scenes.find(({ name }) => name === 'queue.in-line')!;
    const faults: unknown[] = [];
    for (const language of LANGUAGES) {
      await page.goto(preview.address(scene, theme, language));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (const font of FONTS) {
          const measured = await measure(page, font, DIGITS_MAX);
          expect(measured).toHaveLength(2 * DIGITS_MAX);
          const bad = measured.filter(({ lines, outside }) => lines !== 1 || outside > 1);
          faults.push(...bad.map((fault) => ({ language, width, font, ...fault })));
        }
      }
    }
    expect(faults).toEqual([]);
  });

  gallery(`ten digits and everything else at once, ${theme}`, async ({ preview, page }) => {
    const scene = preview.scenes.find(({ name }) => name === 'queue.in-line.worst')!;
    for (const language of LANGUAGES) {
      await page.goto(preview.address(scene, theme, language));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const found = await page.locator('[data-slot="ahead"], [data-slot="number"]').evaluateAll((slots) =>
          slots.map((slot) => {
            const range = document.createRange();
            range.selectNodeContents(slot);
            const [box, own] = [slot.closest('.figure')!.getBoundingClientRect(), range.getBoundingClientRect()];
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            return tops.size === 1 && own.left >= box.left - 1 && own.right <= box.right + 1;
          }),
        );
        expect(found, `${language}, ${width}`).toEqual([true, true]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${language}, ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

/** Returns the answer with this number of people ahead. */
function withAhead(told: Told, ahead: number): object {
  return {
    ...told,
    texts: { ...told.texts, ahead: new Intl.NumberFormat('en-US').format(ahead), state: 'in-line' },
    ticket: { ...told.ticket, usersInLineAheadOfYou: ahead },
  };
}

test('a number that falls keeps to its line, and nothing under it moves', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const waiting = new WaitingPage(page);
  await page.setViewportSize({ width: 320, height: 800 });
  // Playwright cannot change an answer behind a redirect, so the page first gets its own address.
  await page.goto(anteroom.enter());
  let ahead = 987_654_321;
  // Simulates many people ahead, in the page and in each full answer to a poll.
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/data-ahead="\d*"/, `data-ahead="${ahead}"`);
    await route.fulfill({ response, body: html.replace(/data-poll-ms="\d+"/, 'data-poll-ms="500"') });
  });
  await page.route('**/api/getStatus?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('brief');
    const told = (await (await route.fetch({ url: url.href })).json()) as Told;
    await route.fulfill({ json: { ...withAhead(told, ahead), updateInterval: 500 } });
  });
  await page.reload();
  await waiting.hydrated();
  const top = async (): Promise<number> => (await waiting.slot('wait').boundingBox())!.y;
  const tops: number[] = [];
  for (const next of [987_654_321, 87_654_321, 654_321, 4_321, 21]) {
    ahead = next;
    const text = new Intl.NumberFormat('en-US').format(ahead);
    await expect(waiting.slot('ahead')).toHaveText(text);
    await expect(waiting.html).toHaveAttribute('data-ahead-length', String(text.length));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), text).toBe(true);
    tops.push(await top());
  }
  expect(new Set(tops).size, String(tops)).toBe(1);
});
