/**
 * Films of the two journeys, on a phone and on a desktop: the sale (arrive, line, almost there,
 * your turn, let in) and the premiere (countdown, pre-queue, draw, reveal, line, let in). People
 * look at the sheets. The test asserts the parts that a program can check: the states in order, a
 * number that never rises, and no unexpected movement.
 */

import type { BrowserContextOptions, TestInfo } from '@playwright/test';

import { startingIn } from '../support/draw.ts';
import type { RoomSettings } from '../support/server/anteroom.ts';
import { startShop } from '../support/site/shop.ts';
import { expect, test } from '../support/test.ts';
import { Crowd } from '../support/visitor.ts';
import { WaitingPage } from '../support/waiting-page.ts';
import { Camera } from './camera.ts';
import { type Format, sheets } from './sheets.ts';

/** The request of `cargo xtask screenshots --film`. */
const THEME = process.env.ANTEROOM_FILM_THEME || 'default';
const LANGUAGE = process.env.ANTEROOM_FILM_LANGUAGE || 'en';
const LOOK: BrowserContextOptions = {
  colorScheme: process.env.ANTEROOM_FILM_DARK === '1' ? 'dark' : 'light',
  locale: LANGUAGE,
  // A film shows what moves.
  reducedMotion: 'no-preference',
};
const ROOM: RoomSettings = { theme: THEME, detect_language: true };

interface Size {
  options: BrowserContextOptions;
  format: Format;
}

const SIZES: Record<string, Size> = {
  phone: {
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    format: { columns: 6, rows: 2, width: 260 },
  },
  desktop: { options: { viewport: { width: 1_280, height: 800 } }, format: { columns: 3, rows: 3, width: 520 } },
};

/** More people ahead than a page calls "almost there", at a permit in a second and a half. */
const SALE = { ...ROOM, max_outflow: 40 };
const SALE_CROWD = 26;
/** The pre-queue opens soon after the arrival, and T is a minute later. */
const PREMIERE_IN_SECONDS = 70;
const PREMIERE_CROWD = 9;
/**
 * The longest time from the arrival to the site, which no journey exceeds even on a busy machine.
 */
const JOURNEY_MS_MAX = 200_000;
/** The site, once it is reached, is filmed a little longer. */
const AFTER_MS = 2_500;
/** A smaller shift is a rounding error of the browser. */
const SHIFT_MAX = 0.001;

/** The states that a film must show, in this order. */
const SALE_STATES = ['site landing', 'queue in-line', 'queue almost', 'site product'];
/** Visitors whose poll comes some seconds after the draw see the draw. */
const PREMIERE_STATES = ['before idle', 'before prequeue', 'queue drawn', 'site product'];

for (const [size, { options, format }] of Object.entries(SIZES)) {
  test(`the sale on a ${size}`, { tag: '@sale' }, async ({ openWithSite, browserOf, browser }, info) => {
    const { anteroom, site } = await openWithSite(startShop, SALE);
    using crowd = await Crowd.gather(anteroom, SALE_CROWD);
    const page = await (await browserOf({ ...LOOK, ...options })).newPage();
    const seen = await new WaitingPage(page).record();
    const camera = await Camera.start(page, `sale-${size}`);
    try {
      await page.goto(site.url);
      await page.waitForTimeout(AFTER_MS);
      await page.locator('#buy').click();
      await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: JOURNEY_MS_MAX });
      await page.waitForTimeout(AFTER_MS);
    } finally {
      // The sheets of a failed journey are also useful.
      await developed(info, camera, async () => sheets(browser, camera.name, await camera.stop(), format));
    }
    await crowd.allIn;
    assertStates(camera, SALE_STATES);
    expect.soft(seen.ahead, 'nobody is sent back').toEqual(seen.ahead.toSorted((a, b) => b - a));
    expect.soft(camera.shifts.filter(({ value }) => value > SHIFT_MAX)).toEqual([]);
  });

  test(`the premiere on a ${size}`, { tag: '@premiere' }, async ({ openWithSite, browserOf, browser }, info) => {
    const { anteroom, site } = await openWithSite(startShop, { ...ROOM, ...startingIn(PREMIERE_IN_SECONDS, { max_outflow: 30 }) });
    const page = await (await browserOf({ ...LOOK, ...options })).newPage();
    const seen = await new WaitingPage(page).record();
    const camera = await Camera.start(page, `premiere-${size}`);
    try {
      await page.goto(site.url);
      await page.locator('#buy').click();
      await expect(page.locator('html')).toHaveAttribute('data-state', 'prequeue', { timeout: JOURNEY_MS_MAX });
      using _crowd = await Crowd.gather(anteroom, PREMIERE_CROWD);
      await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: JOURNEY_MS_MAX });
      await page.waitForTimeout(AFTER_MS);
    } finally {
      await developed(info, camera, async () => sheets(browser, camera.name, await camera.stop(), format));
    }
    assertStates(camera, PREMIERE_STATES);
    expect.soft(seen.ahead, 'nobody is sent back').toEqual(seen.ahead.toSorted((a, b) => b - a));
    expect.soft(camera.shifts.filter(({ value }) => value > SHIFT_MAX)).toEqual([]);
  });
}

/** Checks that the wanted states came in their order, and that no state came twice. */
function assertStates({ states }: Camera, wanted: string[]): void {
  expect.soft(states.filter((state) => wanted.includes(state)), states.join(', ')).toEqual(wanted);
  expect.soft(states, 'no state comes back').toEqual([...new Set(states)]);
}

/** Writes the sheets, and prints their paths and how long each state lasted. */
async function developed(info: TestInfo, camera: Camera, develop: () => Promise<string[]>): Promise<void> {
  const paths = await develop();
  const times = camera.frames.filter(({ state }, index, all) => state !== all[index - 1]?.state);
  console.log([
    `${info.title}: ${paths.length} sheets, ${camera.frames.length} frames`,
    ...times.map(({ state, fromMs }) => `  from ${(fromMs / 1_000).toFixed(1)} s  ${state}`),
    ...camera.shifts.map(({ state, value, moved }) => `  ${state}: a shift of ${value.toFixed(4)}, ${moved.join(' ')}`),
    ...paths.map((path) => `  ${path}`),
  ].join('\n'));
}
