/** Contrast of everything except text: bars, fields and the focus indicator, measured by pixels. */

import type { Page } from '@playwright/test';

import type { Box } from './measure.ts';
import { contrast, Picture } from './picture.ts';

/** The minimum of WCAG 1.4.11. */
const CONTRAST_MIN = 3;
/** The least visible width of an indicator around the control, in CSS pixels. */
const MARK_PX_MIN = 1;
/** The largest distance of an indicator from its control. */
const AROUND_PX = 8;

/** Checks that each bar shows where its filled part ends. */
export async function progressShows(page: Page): Promise<string[]> {
  const bars = await page.evaluate(() =>
    [...document.querySelectorAll('progress')]
      .filter((bar) => bar.checkVisibility())
      .map((bar) => {
        const { x, y, width, height } = bar.getBoundingClientRect();
        return { value: bar.value / bar.max, rtl: getComputedStyle(bar).direction === 'rtl', x: x + scrollX, y: y + scrollY, width, height };
      }),
  );
  const faults: string[] = [];
  for (const { value, rtl, ...box } of bars) {
    // Empty and full bars have no end to show.
    if (value > 0.1 && value < 0.9) {
      const picture = await Picture.of(page, box);
      const at = (share: number): ReturnType<Picture['at']> => picture.at((rtl ? 1 - share : share) * picture.width, picture.height / 2);
      const found = contrast(at(value / 2), at((1 + value) / 2));
      if (found < CONTRAST_MIN) {
        faults.push(`the bar's filled part has a contrast of ${found.toFixed(2)} to the rest`);
      }
    }
  }
  return faults;
}

/** Checks fields that only their border marks: the border must differ from the background. */
export async function controlsStandOut(page: Page): Promise<string[]> {
  const fields = await page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
      .filter((field) => field.checkVisibility())
      .map((field) => {
        const { x, y, width, height } = field.getBoundingClientRect();
        return { name: field.outerHTML.slice(0, 60), x: x + scrollX, y: y + scrollY, width, height };
      }),
  );
  const faults: string[] = [];
  for (const { name, ...box } of fields) {
    const picture = await Picture.of(page, grown(box, 3));
    const ground = picture.at(1, picture.height / 2);
    let most = 1;
    for (let x = 2; x < Math.min(12, picture.width); x += 1) {
      most = Math.max(most, contrast(ground, picture.at(x, picture.height / 2)));
    }
    if (most < CONTRAST_MIN) {
      faults.push(`${name} has an edge of contrast ${most.toFixed(2)}`);
    }
  }
  return faults;
}

/**
 * Walks through the page with the Tab key: every control must get the focus once, in document
 * order, with a visible indicator, and not be hidden.
 */
export async function focusShows(page: Page): Promise<string[]> {
  const stops = await page.evaluate(() => window.measure.stops());
  await page.evaluate(() => {
    scrollTo(0, 0);
    // The next Tab starts where the focus was last, even if that element is gone.
    const start = document.body.insertBefore(document.createElement('span'), document.body.firstChild);
    start.tabIndex = -1;
    start.focus();
    start.remove();
  });
  const faults: string[] = [];
  const reached: number[] = [];
  const unfocused = new Unfocused(page);
  for (const _stop of stops) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => window.measure.focused());
    if (focused === null) {
      faults.push('the Tab key leads out of the page before its last control');
      break;
    }
    reached.push(focused.order);
    faults.push(...(focused.behind === null ? [] : [`${focused.name} is behind ${focused.behind}`]));
    faults.push(...(await unmarked(unfocused, focused.name, focused.box)));
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const inOrder = stops.map(({ order }) => order);
  return reached.join() === inOrder.join() ? faults : [...faults, `the Tab key goes to ${reached}, the document's order is ${inOrder}`];
}

/** The page without the focus. */
class Unfocused {
  /** Pictures by scroll position, because some parts stay in the window while the page scrolls. */
  private readonly pictures = new Map<string, Picture>();

  constructor(readonly page: Page) {}

  /** Returns that part of the page as it looks without the focus, which stays where it is. */
  async part(box: Box): Promise<Picture> {
    const position = await this.page.evaluate(() => `${scrollX}, ${scrollY}`);
    let whole = this.pictures.get(position);
    if (whole === undefined) {
      const control = await this.page.evaluateHandle(() => document.activeElement as HTMLElement);
      await control.evaluate((element) => element.blur());
      whole = await Picture.of(this.page);
      await control.evaluate((element) => element.focus());
      this.pictures.set(position, whole);
    }
    return whole.part(box);
  }
}

/**
 * Compares the pixels around a control with and without the focus. A skip link that appears with
 * the focus is its own indicator.
 */
async function unmarked(unfocused: Unfocused, name: string, box: Box): Promise<string[]> {
  const around = grown(box, AROUND_PX);
  const marked = await Picture.of(unfocused.page, around);
  const plain = await unfocused.part(around);
  let pixels = 0;
  for (let y = 0; y < marked.height; y += 1) {
    for (let x = 0; x < marked.width; x += 1) {
      pixels += contrast(marked.at(x, y), plain.at(x, y)) >= CONTRAST_MIN ? 1 : 0;
    }
  }
  const needed = 2 * (box.width + box.height) * MARK_PX_MIN;
  return pixels >= needed ? [] : [`the focus on ${name} changes ${pixels} pixels enough to be seen, needed ${needed.toFixed(0)}`];
}

/** Returns the box with a margin, in whole pixels. */
function grown({ x, y, width, height }: Box, by: number): Box {
  const [left, top] = [Math.max(0, Math.floor(x - by)), Math.max(0, Math.floor(y - by))];
  return { x: left, y: top, width: Math.ceil(x + width + by) - left, height: Math.ceil(y + height + by) - top };
}
