/**
 * Themes that give single figures slots of their own: the figures stand where the layout has them,
 * with and without scripts, and change with the others.
 */

import type { Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import type { Anteroom, RoomSettings } from '../../support/server/anteroom.ts';
import { expect, type Started, test } from '../../support/test.ts';
import { Crowd } from '../../support/visitor.ts';
import { type Slot, WaitingPage } from '../../support/waiting-page.ts';

const LAYOUT = `<!doctype html>
<html lang="en">
<head><title>Gala</title></head>
<body>
  <header class="top">
    <slot name="logo"></slot>
    <div class="stub"><slot name="number"></slot><slot name="updated"></slot></div>
  </header>
  <main class="room">
    <slot name="heading"></slot>
    <div class="stage"><slot name="ahead"></slot><slot name="progress"></slot><slot name="entry"></slot></div>
    <slot name="message"></slot>
    <slot name="status"></slot>
    <slot name="help"></slot>
  </main>
  <footer class="bottom"><slot name="footer"></slot></footer>
</body>
</html>
`;
const GALA = {
  'theme.toml': 'name = "Gala"\nversion = 1\n[options]\ncolor_scheme = "light dark"\n',
  'style.css': '[data-slot="ahead"] { font-size: min(6rem, var(--fit)); }\n',
  'layout.html': LAYOUT,
};
const ROOM = { max_outflow: 60, theme: 'gala' };

/** Each figure, and the element that holds it. */
const PLACES: [Slot, string][] = [
  ['number', '.stub'],
  ['updated', '.stub'],
  ['ahead', '.stage'],
  ['progress', '.stage'],
  ['entry', '.stage'],
  ['wait', '#status'],
  ['reason', '#status'],
];

const gala = (started: Started, room: RoomSettings = {}): Promise<Anteroom> => started.anteroom([{ ...ROOM, ...room }], 'http://127.0.0.1:9/', { gala: GALA });

async function standInPlace(page: Page): Promise<void> {
  for (const [slot, place] of PLACES) {
    await expect(page.locator(`[data-slot="${slot}"]`), slot).toHaveCount(1);
    await expect(page.locator(`${place} [data-slot="${slot}"]`), slot).toHaveCount(1);
  }
}

test('single figures stand in their places and change with the others', async ({ started, page, picture }) => {
  const anteroom = await gala(started);
  using _crowd = await Crowd.gather(anteroom, 40);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)))
      .observe({ type: 'layout-shift', buffered: true });
  });
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts), 'the hydration moves nothing that one sees').toEqual([]);
  await standInPlace(page);
  await expect(waiting.slot('number')).toHaveText('41');

  const shown = async () => ({
    ahead: await waiting.count('ahead'),
    progress: Number(await waiting.slot('progress').getAttribute('value')),
    updated: await waiting.slot('updated').getAttribute('datetime'),
  });
  const first = await shown();
  await expect.poll(async () => (await shown()).ahead).toBeLessThan(first.ahead);
  await expect.poll(async () => (await shown()).progress).toBeGreaterThan(first.progress);
  await expect.poll(async () => (await shown()).updated).not.toBe(first.updated);
  await anteroom.change({ maxOutflow: 6 });
  await expect(waiting.slot('wait')).toHaveText(/minutes/);
  await expect(waiting.slot('entry')).toHaveText(/^Expected entry about /);
  await standInPlace(page);
  await withoutViolations(page);
  await fitsItsWidth(page);
  await picture(page, 'placed-figures');
});

test('without scripts they stand in the same places', async ({ started, browserOf }) => {
  const anteroom = await gala(started);
  using _crowd = await Crowd.gather(anteroom, 40);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.shown();
  await standInPlace(page);
  const first = await waiting.count('ahead');
  await expect.poll(() => waiting.count('ahead')).toBeLessThan(first);
  await standInPlace(page);
});

test('a status without figures is no empty box, and a figure that is switched off is nowhere', async ({ started, page }) => {
  const display = { queue_number: false, wait: false };
  const anteroom = await gala(started, { max_outflow: 0, display });
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await expect(waiting.slot('number')).toHaveCount(0);
  await expect(waiting.slot('wait')).toHaveCount(0);
  await expect(page.locator('.stage [data-slot="ahead"]')).toHaveText('0');
  await expect(page.locator('#status .figures')).toBeHidden();
});

test('the ticket of the theme for events has its number on a stub, beside the status or below it', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0, theme: 'ticketing' });
  using _crowd = await Crowd.gather(anteroom, 40);
  for (const [width, cid] of [[1_280, 'en'], [1_280, 'en-GB'], [1_280, 'ar'], [390, 'en']] as const) {
    const page = await (await browserOf({ viewport: { width, height: 800 } })).newPage();
    await page.goto(anteroom.enter({ cid }));
    await new WaitingPage(page).hydrated();
    for (const slot of ['number', 'entry']) {
      await expect(page.locator(`.ticket > .stub [data-slot="${slot}"]`), slot).toHaveCount(1);
    }
    const [heading, status, stub] = await Promise.all(['.heading', '#status', '.stub'].map((part) => page.locator(part).boundingBox()));
    const where = `${width}, ${cid}`;
    if (cid !== 'ar') {
      const lines = await page.locator('.stub dt').evaluate((label) => label.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(label).lineHeight));
      expect(lines, `${where}: the label is on one line`).toBeLessThan(1.5);
    }
    const event = page.locator('.stub > .event');
    await expect(event).toHaveText((await page.locator('.room-name').textContent())!);
    await expect(event).toBeVisible({ visible: width > 704 });
    if (width > 704) {
      const gap = cid === 'ar' ? status!.x - stub!.x - stub!.width : stub!.x - status!.x - status!.width;
      expect(Math.abs(gap), where).toBeLessThan(1);
      expect(Math.abs(stub!.y - heading!.y), where).toBeLessThan(1);
      expect(Math.abs(stub!.y + stub!.height - status!.y - status!.height), where).toBeLessThan(1);
    } else {
      expect(Math.abs(stub!.y - status!.y - status!.height), where).toBeLessThan(1);
      expect(Math.abs(stub!.x - status!.x), where).toBeLessThan(1);
    }
    await withoutViolations(page);
    await fitsItsWidth(page);
    await picture(page, `ticket-${width}-${cid}`);
  }
  const bare = await open({ max_outflow: 0, theme: 'ticketing', display: { queue_number: false } });
  const early = await open(startingIn(660, { prequeue_minutes: 20, theme: 'ticketing' }));
  for (const [where, room, numbers] of [['before', early, 1], ['queue', bare, 0]] as const) {
    for (const width of [1_280, 390]) {
      const page = await (await browserOf({ viewport: { width, height: 800 } })).newPage();
      await page.goto(room.enter());
      await new WaitingPage(page).hydrated(where);
      await expect(page.locator('.stub [data-slot="number"]'), 'there, and hidden').toHaveCount(numbers);
      const [ticket, status] = await Promise.all(['.ticket', '#status'].map((part) => page.locator(part).boundingBox()));
      expect(status!.width, 'without a number there is no stub').toBe(ticket!.width);
      await expect(page.locator('.stub'), `${where}, ${width}`).toBeHidden();
      await fitsItsWidth(page);
    }
  }
});
