/**
 * The premiere: at T the page changes by itself, counts down to the draw, shows the draw, and
 * reveals the number once.
 */

import type { Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import { played } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** The number of other visitors in the pre-queue. */
const OTHERS = 7;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Checks that the page says when it was updated, and asks to be kept open without "the start". */
async function goesOn(page: Page): Promise<void> {
  await expect(page.locator('.updated')).toHaveText(/^Last updated \d/);
  const help = page.locator('.help').filter({ visible: true });
  await expect(help, 'nobody comes back before the start').toHaveText(/^Please keep this page open\..* come back a little later,/);
}

for (const [name, options] of [['desktop', {}], ['phone', PHONE]] as const) {
  test(`the page turns by its own clock, without a poll, ${name}`, async ({ open, browserOf, picture }) => {
    const anteroom = await open(startingIn(20 * 3_600 + 600, { prequeue_minutes: 1_440 }));
    const page = await (await browserOf(options)).newPage();
    const waiting = new WaitingPage(page);
    await page.clock.install();
    await page.goto(anteroom.enter());
    await waiting.hydrated('before');
    await waiting.is('prequeue');
    const segments = page.locator('.segments > span:not([hidden])');
    await expect(segments).toHaveText([/^20\s*hours$/, /^(10|09)\s*minutes$/, /^\d\d\s*seconds$/]);
    const tops = await segments.locator('b').evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    expect(tops, 'all on one line').toBe(1);
    await fitsItsWidth(page);
    await withoutViolations(page);
    await picture(page, `premiere-1-countdown-${name}`);

    await page.route('**/api/getStatus?*', (route) => route.abort());
    await page.clock.fastForward((20 * 3_600 + 590) * 1_000);
    await expect(segments).toHaveText([/^00\s*minutes$/, /^\d\d\s*seconds$/]);
    await page.clock.fastForward(12_000);
    await expect(waiting.slot('headline')).toHaveText('It has started');
    await expect(waiting.slot('draw-countdown')).toHaveText(/^00:(0|1)\d$/);
    await expect(waiting.slot('draw-countdown')).toBeVisible();
    await expect(page).toHaveTitle(/^It has started · ./);
    await waiting.is('prequeue');
    await goesOn(page);
    await picture(page, `premiere-2-started-${name}`);
    await page.clock.fastForward(16_000);
    await waiting.is('drawing');
    await expect(waiting.slot('headline')).toHaveText('Drawing the numbers');
    await expect(waiting.slot('draw-countdown')).toBeHidden();
    await goesOn(page);
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion });
      const [rolling, animation] = await waiting.slot('number').evaluate((number) => {
        const { content, animationName } = getComputedStyle(number, '::after');
        return [content, animationName] as const;
      });
      expect(rolling, 'nothing that looks like a number').not.toMatch(/\p{N}/u);
      expect([rolling, animation]).toEqual([expect.stringContaining('•'), reducedMotion === 'reduce' ? 'none' : 'roll']);
    }
    await withoutViolations(page);
    await picture(page, `premiere-3-drawing-${name}`);
  });
}

test('between start and draw, where no page polls, no time of the last update grows old', async ({ open, page }) => {
  const anteroom = await open(startingIn(20 * 3_600, { prequeue_minutes: 1_440 }));
  const waiting = new WaitingPage(page);
  const updated = page.locator('.updated');
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await expect(updated).toBeVisible();
  const startsSoon = { secondsToStart: 4, secondsToDraw: 34 };
  await played(page, (answer) => ({ ...answer, updateInterval: 60_000, ticket: { ...answer.ticket, ...startsSoon } }));
  await expect(waiting.slot('headline')).toHaveText('It has started');
  await expect(waiting.slot('draw-countdown')).toBeVisible();
  await expect(updated).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(updated, 'now the age of the page counts').toBeVisible();
});

test('a page that has turned speaks of the start again when the start is ahead again', async ({ open, page }) => {
  const anteroom = await open(startingIn(20 * 3_600 + 600, { prequeue_minutes: 1_440 }));
  const waiting = new WaitingPage(page);
  await page.clock.install();
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await waiting.is('prequeue');
  await page.route('**/api/getStatus?*', (route) => route.abort());
  await page.clock.fastForward((20 * 3_600 + 602) * 1_000);
  await expect(waiting.slot('headline')).toHaveText('It has started');
  await goesOn(page);
  // For the server the start is hours away, as if it had been postponed.
  await page.unroute('**/api/getStatus?*');
  await page.clock.fastForward(60_000);
  await expect(waiting.html).toHaveAttribute('data-seconds-to-start', /^\d+/);
  await waiting.is('prequeue');
  await expect(page.locator('.help').filter({ visible: true })).toHaveText(/come back before the start/);
});

test('a countdown to the pre-queue that is over ends in words, until the page joins', async ({ open, page }) => {
  const anteroom = await open(startingIn(660, { prequeue_minutes: 10 }));
  const waiting = new WaitingPage(page);
  await page.clock.install();
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await waiting.is('idle');
  const joins = page.locator('[data-figure="prequeue-countdown"] dd');
  await expect(joins).toHaveText(/^00:[0-5]\d$/);
  await page.route('**/api/getStatus?*', (route) => route.abort());
  await page.clock.fastForward(62_000);
  await expect(joins).toHaveText('a moment');
});

test('the number is revealed once, then the wait goes on from there', async ({ open, browserOf, picture }) => {
  test.setTimeout(120_000);
  // Nobody is let in, because the number that either page draws may be the first.
  const anteroom = await open(startingIn(4, { max_outflow: 0 }));
  using _crowd = await Crowd.gather(anteroom, OTHERS);
  const calm = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const without = new WaitingPage(calm);
  await calm.goto(anteroom.enter());
  const page = await (await browserOf({ reducedMotion: 'no-preference' })).newPage();
  const waiting = new WaitingPage(page);
  const states: string[] = [];
  await page.exposeFunction('noteState', (state: string) => states.at(-1) !== state && states.push(state));
  await page.addInitScript(() => {
    const note = (): void => (window as unknown as { noteState(state?: string): void }).noteState(document.documentElement.dataset.state);
    new MutationObserver(note).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');

  await expect(waiting.html).toHaveAttribute('data-state', 'drawn', { timeout: 45_000 });
  await expect(waiting.slot('headline')).toHaveText(new RegExp(`^You drew [1-9] of ${OTHERS + 2}$`));
  await expect(waiting.html).toHaveAttribute('data-reveal', '');
  const number = (await waiting.slot('headline').textContent())!.split(' ')[2]!;
  await expect(waiting.slot('number')).toHaveText(number);
  const layer = await page.evaluate(() => Number(getComputedStyle(document.body, '::after').zIndex));
  expect(layer, 'confetti falls behind the text').toBeLessThan(0);
  await picture(page, 'premiere-4-drawn');
  await page.screenshot({ path: 'output/screenshots/premiere-5-confetti.png' });
  const celebration = (): Promise<string[]> =>
    page.evaluate(() => {
      const number = document.querySelector('[data-slot="number"]')!;
      return [getComputedStyle(number), getComputedStyle(document.body, '::after')].map(({ animationName }) => animationName);
    });
  expect(await celebration()).toEqual(['appear', 'confetti']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await celebration(), 'without motion the number stands').toEqual(['none', 'none']);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(waiting.html).not.toHaveAttribute('data-state', 'drawn', { timeout: 30_000 });
  const named = states.filter((state) => state !== 'undefined');
  expect(named.slice(0, 3)).toEqual(['prequeue', 'drawing', 'drawn']);
  expect(named.filter((state) => state === 'drawn')).toHaveLength(1);

  await expect(without.html, 'calmly, by the refresh').toHaveAttribute('data-page', 'queue');
  await expect(without.html).not.toHaveAttribute('data-reveal');
  await expect(without.slot('number')).toHaveText(/^[1-9]\s*$/);
});
