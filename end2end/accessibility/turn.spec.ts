/**
 * The page of the turn has no half-empty column: what it shows stands in the middle of its place,
 * or all of it begins at the start, in every theme.
 */

import { expect, type Page } from '@playwright/test';

import { test } from '../support/preview.ts';
import { THEMES } from './measures/sample.ts';

const LANGUAGES = ['en', 'ar'];
const WIDTHS = [320, 390, 704, 1280];
const STATES = ['queue.first-in-line', 'queue.redirecting'];
/** A mark at the start is inset by less than its own size, in pixels. */
const INSET_PX_MAX = 48;

interface Placed {
  name: string;
  /** Distances to the start and to the middle of the figures, in pixels. */
  fromStart: number;
  fromMiddle: number;
}

/** Returns where the mark and the number stand in the block of figures. */
async function placed(page: Page): Promise<Placed[]> {
  return page.evaluate(() => {
    const figures = document.querySelector('#status .figures')!;
    const block = figures.getBoundingClientRect();
    const isRtl = getComputedStyle(figures).direction === 'rtl';
    const at = (name: string, left: number, right: number): { name: string; fromStart: number; fromMiddle: number } => ({
      name,
      fromStart: isRtl ? block.right - right : left - block.left,
      fromMiddle: Math.abs((left + right) / 2 - (block.left + block.right) / 2),
    });
    const ahead = figures.querySelector('[data-figure="ahead"]')!;
    const holder = ahead.getBoundingClientRect();
    const mark = getComputedStyle(ahead, '::after');
    const [left, width] = [Number.parseFloat(mark.left), Number.parseFloat(mark.width)];
    const found = [at('mark', holder.left + left, holder.left + left + width)];
    const number = figures.querySelector('[data-slot="number"]');
    if (number !== null) {
      const range = document.createRange();
      range.selectNodeContents(number);
      const text = range.getBoundingClientRect();
      found.push(at('number', text.left, text.right));
    }
    return found;
  });
}

for (const theme of THEMES) {
  test(`the turn uses its room, ${theme}`, async ({ preview, page }) => {
    test.setTimeout(120_000);
    const faults: unknown[] = [];
    for (const scene of preview.scenes.filter(({ name }) => STATES.includes(name))) {
      for (const language of LANGUAGES) {
        await page.goto(preview.address(scene, theme, language));
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          const found = await placed(page);
          expect(found.every(({ fromStart }) => Number.isFinite(fromStart))).toBe(true);
          const isCentred = found.every(({ fromMiddle }) => fromMiddle <= 2);
          const isAtStart = found.every(({ fromStart }) => fromStart >= -1 && fromStart <= INSET_PX_MAX);
          faults.push(...(isCentred || isAtStart ? [] : [{ scene: scene.name, language, width, found }]));
        }
      }
    }
    expect(faults).toEqual([]);
  });
}
