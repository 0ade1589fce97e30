/**
 * The timeline of `anteroom theme preview`: it plays a visit, from before the start to the site, in
 * each language that is selected, as browsers with and without scripts show it.
 */

import type { Page } from '@playwright/test';

import { test } from '../../support/preview.ts';
import type { Preview } from '../../support/server/preview.ts';
import { expect } from '../../support/test.ts';

/** The moments of a visit with their headings: before, pre-queue, draw, line, turn. */
const VISIT: [moment: string, heading: RegExp][] = [
  ['before.idle', /^Not started yet$/],
  ['before.prequeue', /^You’re in the draw$/],
  ['before.drawing', /^Drawing the numbers$/],
  ['queue.drawn', /^You drew /],
  ['queue.in-line', /^You’re in line$/],
  ['queue.almost', /^You’re almost there$/],
  ['queue.first-in-line', /^It’s your turn$/],
  ['queue.redirecting', /^You’re going in$/],
];
const PSEUDO = 'en-XA';
/** Each message of the pseudo-locale is in such brackets. */
const IN_BRACKETS = /⟦.*⟧/s;
const MOMENT_MS = 2_500;

/** The content of a frame. */
interface Framed {
  scene: string;
  lang: string;
  heading: string;
  /** The page is shown as its script leaves it. */
  isLive: boolean;
  /** The browser runs no scripts in the frame. */
  isBare: boolean;
}

/** The window of the bench, whose timer the test moves. */
interface Bench {
  timer?: { tick: () => void; ms: number };
}

/**
 * Opens the bench with a timer that only the test moves: Playwright's clock is also moved in all
 * frames, and those without scripts have none.
 */
async function openBench(page: Page, preview: Preview, ...languages: string[]): Promise<void> {
  await page.addInitScript(() => {
    const bench = window as unknown as Bench;
    Object.assign(window, {
      setInterval: (tick: () => void, ms: number) => {
        bench.timer = { tick, ms };
        return 1;
      },
      clearInterval: () => {
        delete bench.timer;
      },
    });
  });
  const chosen = languages.map((tag): [string, string] => ['lang', tag]);
  await page.goto(preview.bench([['page', 'queue'], ['state', 'drawn'], ['width', '390'], ['script', 'on'], ['script', 'off'], ...chosen]));
  await expect(page.locator('#count')).toHaveText(/^\d+ views/);
}

/** Lets the time of a moment pass. Returns it; undefined if the timeline does not play. */
function passMoment(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const { timer } = window as unknown as Bench;
    timer?.tick();
    return timer?.ms;
  });
}

/** Reads the frames from the page around them, because some run no scripts. */
function framed(page: Page): Promise<Framed[]> {
  return page.locator('#frames iframe').evaluateAll((all) => (all as HTMLIFrameElement[]).map((frame) => {
    const root = frame.contentDocument?.documentElement;
    const { page, state, hydrated } = root?.dataset ?? {};
    // Where scripts run, the content of this element is text.
    const withoutScripts = root?.querySelector('noscript')?.childElementCount ?? 0;
    return {
      scene: `${page}.${state}`,
      lang: root?.lang ?? '',
      heading: root?.querySelector('h1')?.textContent?.trim() ?? '',
      isLive: hydrated === 'true',
      isBare: withoutScripts > 0,
    };
  }));
}

const shows = (scene: string, lang: string, heading: RegExp) => [true, false].map((isLive) => ({
  scene,
  lang,
  heading: expect.stringMatching(heading),
  isLive,
}));

test('the timeline plays a visit once, in each language, with and without scripts', async ({ preview, page }) => {
  await openBench(page, preview, 'en', PSEUDO);
  const [name, play] = [page.locator('#moment-name'), page.locator('#play')];
  await expect(name).toHaveText('');
  await play.click();
  for (const [moment, heading] of VISIT) {
    await expect(name).toHaveText(moment);
    await expect(play).toHaveText('Pause');
    const four = [...shows(moment, 'en', heading), ...shows(moment, PSEUDO, IN_BRACKETS)];
    await expect.poll(() => framed(page), moment).toMatchObject(four);
    expect(await passMoment(page)).toBe(MOMENT_MS);
  }
  await expect(play, 'the end').toHaveText('Play');
  await expect(name).toHaveText('queue.redirecting');
  expect(await passMoment(page)).toBeUndefined();
  await play.click();
  await expect(name, 'again, from the beginning').toHaveText('before.idle');
});

test('the timeline stops at a moment, goes to another one, and ends', async ({ preview, page }) => {
  await openBench(page, preview, 'en');
  const [name, play] = [page.locator('#moment-name'), page.locator('#play')];
  await play.click();
  await expect(name).toHaveText('before.idle');
  await passMoment(page);
  await expect(name).toHaveText('before.prequeue');
  await play.click();
  await expect(play).toHaveText('Play');
  expect(await passMoment(page)).toBeUndefined();

  await page.getByLabel('Moment of a visit').fill('4');
  await expect(name).toHaveText('queue.in-line');
  await page.getByLabel('Languages').selectOption(PSEUDO);
  await expect(name, 'at the same moment').toHaveText('queue.in-line');
  await expect.poll(() => framed(page)).toMatchObject(shows('queue.in-line', PSEUDO, IN_BRACKETS));
  expect((await framed(page)).map(({ isBare }) => isBare)).toEqual([false, true]);

  await page.getByRole('button', { name: 'End' }).click();
  await expect(name).toHaveText('');
  await expect.poll(async () => (await framed(page))[0]?.scene, 'the pages that are selected').toBe('queue.drawn');
});
