/** All measurements on one page sample, in the order in which the page is resized and changed. */

import type { Page } from '@playwright/test';

import type { Tally } from '../report/tally.ts';
import { rules } from './axe.ts';
import { controlsStandOut, focusShows, progressShows } from './contrast.ts';
import type { Scheme } from './sample.ts';

const DESKTOP = { width: 1_280, height: 800 };
/** 1,280 × 1,024 at 400 %, in portrait and landscape. */
const NARROW = [{ width: 320, height: 640 }, { width: 320, height: 256 }];
const ACROSS = { width: 640, height: 320 };

/** The spacing that WCAG 1.4.12 lets a reader set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
  p, li, dd, section, h1, h2 { margin-block-end: 2em !important; }`;
const TWICE = ':root { font-size: 200% !important; }';

/** The limit is three flashes a second; an animation of this length flashes less often. */
const BREATH_MS_MIN = 334;
/**
 * Pages on which visitors wait, and where only a moving indicator shows that the page still works.
 */
const WAITING = ['idle', 'prequeue', 'drawing', 'drawn', 'in-line', 'almost', 'first-in-line', 'redirecting', 'holding', 'overload', 'room-full'];

interface MeasuredSample {
  /** Theme, language and scene, for messages. */
  where: string;
  /** The colour schemes for measurements that depend on colours. */
  schemes: readonly Scheme[];
  /**
   * Whether to measure controls and focus, which look the same in every language and are measured
   * in one.
   */
  withControls: boolean;
}

export async function measureSample(page: Page, tally: Tally, { where, schemes, withControls }: MeasuredSample): Promise<void> {
  const check = async (name: string, faults: Promise<string[]>): Promise<void> => tally.add(name, where, await faults);
  const lost = (): Promise<string[]> => page.evaluate(() => window.measure.lost());

  await page.setViewportSize(DESKTOP);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', forcedColors: 'none' });
    await rules(page, tally, `${where}, ${colorScheme}`);
    await check('non-text', progressShows(page));
    if (withControls) {
      await check('controls', controlsStandOut(page));
      await check('focus', focusShows(page));
    }
  }
  await check('still', still(page));
  await check('cut', lost());
  const all = await page.evaluate(() => window.measure.texts());

  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', forcedColors: 'none' });
  await check('motion', motion(page));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'active' });
  await check('forced', page.evaluate(() => window.measure.unmarked()));
  await check('forced', progressShows(page));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });

  for (const size of NARROW) {
    await page.setViewportSize(size);
    await check('reflow', lost());
    await check('reflow', missing(page, all));
  }
  await check('target', page.evaluate(() => window.measure.smallTargets()));
  await under(page, SPACING, () => check('spacing', lost()));
  await page.setViewportSize(ACROSS);
  await check('across', lost());
  await check('across', missing(page, all));

  await page.setViewportSize(DESKTOP);
  await under(page, SPACING, async () => {
    await check('spacing', lost());
    await check('spacing', missing(page, all));
  });
  await under(page, TWICE, async () => {
    await check('twice', lost());
    await check('twice', missing(page, all));
  });
}

/** Returns the texts of the wide page that are missing here. */
async function missing(page: Page, all: string[]): Promise<string[]> {
  const here = await page.evaluate(() => window.measure.texts());
  return all.filter((text) => !here.includes(text)).map((text) => `“${text.slice(0, 60)}” is gone`);
}

async function under(page: Page, css: string, work: () => Promise<void>): Promise<void> {
  // A style sheet of the reader, which no policy of the page forbids.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
  await work();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}

async function still(page: Page): Promise<string[]> {
  const moving = await page.evaluate(() => window.measure.moving());
  return moving.map(({ name, element }) => `${name} moves ${element} though motion is reduced`);
}

async function motion(page: Page): Promise<string[]> {
  const [moving, state] = await page.evaluate(() => [window.measure.moving(), document.documentElement.dataset.state ?? ''] as const);
  return moving.flatMap(({ name, element, milliseconds, forever }) => [
    ...(forever && !WAITING.includes(state) ? [`${name} moves ${element} for ever where nobody waits`] : []),
    ...(forever && milliseconds < BREATH_MS_MIN ? [`${name} flashes ${element} every ${milliseconds} ms`] : []),
  ]);
}
