/**
 * Numbers never wrap: in every theme, width, font and number format each number is on one line
 * inside its figure, and the page fits its width.
 *
 * In a sample run each language is measured in one theme.
 */

import { expect, type Page } from '@playwright/test';

import { test } from '../support/preview.ts';
import { isMeasured, THEMES } from './measures/sample.ts';

/**
 * One culture of each kind: commas, points, thin spaces, apostrophes, groups of two, other digits,
 * right to left.
 */
const LANGUAGES = ['en', 'de', 'fr', 'de-CH', 'hi', 'bn', 'ar', 'ar-EG', 'fa', 'he', 'ta'];
const WIDTHS = [320, 390, 640, 704, 960, 1280, 1920];
/** The fonts with the widest bold digits, and the theme's own font. */
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
    const figures = ['ahead', 'number'].map((figure) => ({ figure, slot: document.querySelector(`[data-slot="${figure}"]`)! }));
    for (let digits = 1; digits <= most; digits += 1) {
      const text = format.format(Number('998877665'.slice(0, digits)));
      // Both numbers are written before either is measured, because each measurement computes the
      // page's layout.
      for (const { figure, slot } of figures) {
        slot.textContent = text;
        root.setAttribute(`data-${figure}-length`, String([...text].length));
      }
      for (const { figure, slot } of figures) {
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

THEMES.forEach((theme, share) => {
  const languages = LANGUAGES.filter((_, index) => isMeasured(index, share, THEMES.length));

  test(`each on one line in its figure, ${theme}`, async ({ preview, page }) => {
    test.setTimeout(240_000);
    const scene = preview.scenes.find(({ name }) => name === 'queue.in-line')!;
    const faults: unknown[] = [];
    for (const language of languages) {
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

  test(`ten digits and everything else at once, ${theme}`, async ({ preview, page }) => {
    const scene = preview.scenes.find(({ name }) => name === 'queue.in-line.worst')!;
    for (const language of languages) {
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
});
