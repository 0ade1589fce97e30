/**
 * Every language on a narrow phone: nothing scrolls sideways, and no text is cut off. The suite
 * covers only the languages with the longest texts, both writing directions, scripts without spaces
 * and lengthened English (`en-XA`); LANGUAGES=all selects all of them, and a list of tags selects
 * some.
 */

import { readdirSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { fitsItsWidth } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import { LOCALES } from '../../support/server/paths.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';

const SAMPLE = ['en-XA', 'fr', 'ta', 'de', 'ar', 'ja', 'th'];
const LANGUAGES = process.env.LANGUAGES === 'all' ? ['en-XA', ...readdirSync(LOCALES)] : process.env.LANGUAGES?.split(' ') ?? SAMPLE;

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

/** The address of each page, and the state in its root element. */
const PAGES: Record<string, { url(anteroom: Anteroom, cid: string): string; state: string }> = {
  line: { url: (anteroom, cid) => anteroom.enter({ cid }), state: 'in-line' },
  paused: { url: (anteroom, cid) => anteroom.enter({ cid }, 'paused'), state: 'paused' },
  prequeue: { url: (anteroom, cid) => anteroom.enter({ cid }, 'before'), state: 'prequeue' },
  ended: { url: (anteroom, cid) => anteroom.enter({ cid }, 'ended'), state: 'ended' },
  error: { url: ({ http }, cid) => `${http}/error/hash/?c=${CUSTOMER}&e=${ROOM}&cid=${cid}`, state: 'token-hash' },
};

test('every language fits a narrow phone', async ({ open, browserOf }) => {
  test.setTimeout(60_000 + LANGUAGES.length * 10_000);
  const anteroom = await open(
    { max_outflow: 0 },
    { id: 'paused' },
    startingIn(80_000, { id: 'before', prequeue_minutes: 1_440 }),
    { id: 'ended' },
  );
  await anteroom.act('pause', 'paused');
  await anteroom.act('end', 'ended');
  await enterMany(anteroom, 12);
  const context = await browserOf({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  for (const cid of LANGUAGES) {
    for (const [name, { url, state }] of Object.entries(PAGES)) {
      await test.step(`${name}, ${cid}`, async () => {
        await page.goto(url(anteroom, cid));
        const html = page.locator('html');
        await expect(html).toHaveAttribute('lang', cid);
        await expect(html).toHaveAttribute('dir', RIGHT_TO_LEFT.includes(cid) ? 'rtl' : 'ltr');
        await expect(html).toHaveAttribute('data-state', state);
        await fitsItsWidth(page);
        expect(await cut(page), `${name}, ${cid}`).toEqual([]);
      });
    }
  }
});

/** Returns the elements whose text does not fit, or that extend beyond the page. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) &&
        element.checkVisibility() &&
        element.closest('.visually-hidden, .skip, noscript') === null,
    );
    const width = document.documentElement.clientWidth;
    const outside = (element: HTMLElement): boolean => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      const inline = getComputedStyle(element).display === 'inline';
      return left < -0.5 || right > width + 0.5 || (!inline && element.scrollWidth > element.clientWidth + 1);
    };
    return texts.filter(outside).map((element) => element.outerHTML);
  });
}
