/**
 * The page looks alive: the number changes smoothly, a background tab shows the turn, the layout
 * does not jump, and neither sleep nor a wrong clock of the device disturbs the page.
 */

import { CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { startingIn } from '../../support/draw.ts';
import { played, setHidden, type StatusAnswer } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd, enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Returns the answer with this number of people ahead. */
function withAhead(answer: StatusAnswer, ahead: number): object {
  return {
    ...answer,
    texts: { ...answer.texts, ahead: String(ahead), state: 'in-line' },
    ticket: { ...answer.ticket, usersInLineAheadOfYou: ahead },
  };
}

for (const [reducedMotion, least] of [['no-preference', 5], ['reduce', 2]] as const) {
  test(`the number falls from the last answer to the next one, motion: ${reducedMotion}`, async ({ open, browserOf }) => {
    const anteroom = await open({ max_outflow: 0 });
    await enterMany(anteroom, 60);
    const page = await (await browserOf({ reducedMotion })).newPage();
    const waiting = new WaitingPage(page);
    const seen = await waiting.record();
    await page.goto(anteroom.enter());
    await played(page, (answer) => withAhead(answer, 8));
    await expect(waiting.slot('ahead')).toHaveText('8');
    const falling = seen.ahead.toSorted((a, b) => b - a);
    expect(seen.ahead).toEqual(falling);
    expect([seen.ahead[0], seen.ahead.at(-1)]).toEqual([60, 8]);
    expect(seen.ahead.length).toBeGreaterThanOrEqual(least);
    expect(seen.ahead.length === 2, 'it jumps only where nothing may move').toBe(reducedMotion === 'reduce');
  });
}

test('a tab in the background shows its moment in its icon, and the theme its own in front', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 3);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  const icon = page.locator('link[rel=icon]');
  const own = await icon.getAttribute('href');
  await setHidden(page, true);
  await expect(icon).toHaveAttribute('href', /^data:image\/svg\+xml,.*stroke-dasharray/);
  const inLine = await icon.getAttribute('href');

  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await expect(icon).not.toHaveAttribute('href', inLine!);
  await page.context().setOffline(false);
  await expect(icon).toHaveAttribute('href', inLine!);

  await anteroom.act('pause');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await waiting.is('paused');
  await expect(icon).not.toHaveAttribute('href', inLine!);
  await setHidden(page, false);
  await expect(icon).toHaveAttribute('href', own!);
});

test('a device that wakes catches up at once', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 3);
  await page.clock.install();
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await page.clock.pauseAt(Date.now() + 60_000);
  await anteroom.act('pause');
  const asked = page.waitForRequest((request) => request.url().includes('getStatus'));
  await page.clock.fastForward(60_000);
  await asked;
  await waiting.is('paused');
});

test('a clock that is decades off changes nothing that is shown', async ({ open, browserOf }) => {
  const anteroom = await open(startingIn(1_800, { prequeue_minutes: 60 }));
  const page = await (await browserOf({ timezoneId: 'America/New_York' })).newPage();
  await page.clock.install({ time: new Date('2001-01-01T00:00:00Z') });
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await expect(waiting.slot('countdown')).toHaveText(/^(29|30):\d\d$/);
  const year = new Date().getFullYear();
  await expect(page.locator('[data-slot="starts-at"]')).toHaveText(new RegExp(`${year}|${year + 1}`));
  await expect(page.locator('[data-slot="starts-at"]')).not.toHaveText(/UTC/);

  // The place is given up elsewhere: the page learns of that by a poll, and loads the page that the
  // server then shows.
  const q = new URL(page.url()).searchParams.get('q') ?? '';
  const headers = { 'sec-fetch-site': 'none' };
  await page.context().request.get(`${anteroom.http}/cancel/${CUSTOMER}/${ROOM}/${q}`, { headers, maxRedirects: 0 });
  await page.clock.fastForward(60_000);
  await expect(page.locator('html')).toHaveAttribute('data-error-id', '4');
});

for (const [name, options] of [['desktop', {}], ['phone', PHONE]] as const) {
  test(`nothing jumps while the page loads and lives, ${name}`, async ({ open, browserOf }) => {
    const anteroom = await open({ max_outflow: 60 });
    using _crowd = await Crowd.gather(anteroom, 30);
    const page = await (await browserOf({ ...options, reducedMotion: 'no-preference' })).newPage();
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
          const moved = entry.sources.map(({ node }) => (node as Element | undefined)?.className ?? node?.nodeName);
          shifts.push([entry.value, ...moved]);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter());
    await waiting.hydrated();
    const first = await waiting.count('ahead');
    await expect.poll(() => waiting.count('ahead')).toBeLessThan(first - 5);
    expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)).toEqual([]);
  });
}
