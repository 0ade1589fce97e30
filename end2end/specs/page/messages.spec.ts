/**
 * The operator's message: real links that open beside the page, the visitor's language, from–to
 * times, and a page deep in line that hears of it within one short interval.
 */

import type { BrowserContextOptions, Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import type { StatusAnswer } from '../../support/played.ts';
import type { Anteroom } from '../../support/server/anteroom.ts';
import { SilentNetwork } from '../../support/silent-network.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const DESKTOP = { width: 1_280, height: 800 };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const LINKED = 'Doors open at 8. [The line-up](https://shop.example/lineup?a=1&b=2), and https://shop.example/map. [No](javascript:alert(1))';

/**
 * The number of people ahead at which the page polls every 25 to 30 s, and asks for the version in
 * between.
 */
const DEEP = 300;
/**
 * The longest time until a page hears: three times the interval of its requests, as on a loaded
 * node, plus a moment before the poll.
 */
const HEARD_MS_MAX = 3 * 4_000 * 1.25 + 1_000;

/** Opens a page with that many people ahead, and waits for its first poll, which comes early. */
async function openDeep(anteroom: Anteroom, page: Page): Promise<WaitingPage> {
  await enterMany(anteroom, DEEP);
  const waiting = new WaitingPage(page);
  const first = page.waitForResponse('**/api/getStatus?*');
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  const { updateInterval } = (await (await first).json()) as StatusAnswer;
  expect(updateInterval, 'its next poll comes too late').toBeGreaterThan(HEARD_MS_MAX);
  return waiting;
}

test('a page deep in line hears of a message soon, polls once for it, and reads it out', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 6 });
  const waiting = await openDeep(anteroom, page);
  await expect(waiting.html).toHaveAttribute('data-check-ms', /^\d{4,5}$/);

  let polls = 0;
  page.on('request', (request) => { polls += request.url().includes('/api/getStatus') ? 1 : 0; });
  await anteroom.change({ message: LINKED });
  await expect(waiting.slot('message')).toContainText('Doors open at 8.', { timeout: HEARD_MS_MAX });
  const links = waiting.slot('message').locator('a');
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveText('The line-up');
  await expect(links.first()).toHaveAttribute('href', 'https://shop.example/lineup?a=1&b=2');
  await expect(links.first()).toHaveAttribute('target', '_blank');
  await expect(links.first()).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('status')).toHaveText('Doors open at 8. The line-up, and https://shop.example/map. [No](javascript:alert(1))');
  expect(polls, 'one poll brought it').toBe(1);

  await anteroom.act('pause');
  await expect(waiting.html).toHaveAttribute('data-state', 'paused', { timeout: HEARD_MS_MAX });
});

test('a page deep in line shows a lost connection long before its next poll', async ({ open, page }) => {
  const waiting = await openDeep(await open({ max_outflow: 6 }), page);
  const checkMs = Number(await waiting.html.getAttribute('data-check-ms'));
  expect(checkMs, 'five seconds, if the node has no load').toBeGreaterThanOrEqual(4_000);
  await page.route('**/api/**', (route) => route.abort());
  expect(await page.evaluate(() => navigator.onLine), 'the browser does not know').toBe(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost', { timeout: 1.25 * checkMs + 1_500 });
  await page.unroute('**/api/**');
  await expect(waiting.html).toHaveAttribute('data-connection', /back|good/, { timeout: HEARD_MS_MAX });
});

test('deep in line, a network that swallows requests is noticed five seconds after a question, and an answer ends that', async ({ open, page }) => {
  await page.clock.install();
  const { html } = await openDeep(await open({ max_outflow: 6 }), page);
  const network = await SilentNetwork.of(page, '**/api/**');
  while (network.count('getVersion') === 0) {
    await page.clock.runFor(250);
  }
  await page.clock.runFor(2_000);
  await expect(html).not.toHaveAttribute('data-connection', 'lost');
  await page.clock.runFor(2_900);
  await expect(html).toHaveAttribute('data-connection', 'lost');
  await expect.poll(() => network.count('getVersion'), 'it was sent again').toBe(2);
  expect(network.count('getStatus'), 'long before the next poll').toBe(0);
  await network.returns();
  await expect(html).toHaveAttribute('data-connection', 'back');
});

test('a message appears and goes by the clock, without a reload', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 6 });
  const waiting = await openDeep(anteroom, page);
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await anteroom.change({ message: { text: 'Back in a moment.', from: at(4_000), until: at(16_000) } });
  await expect(waiting.slot('message')).toBeHidden();
  await expect(waiting.slot('message')).toHaveText('Back in a moment.', { timeout: 4_000 + HEARD_MS_MAX });
  await expect(waiting.slot('message')).toBeHidden({ timeout: 12_000 + HEARD_MS_MAX });
});

test('without script the page has the same message and links', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 6, message: LINKED });
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await page.goto(anteroom.enter());
  await expect(page.locator('.message a')).toHaveCount(2);
  await expect(page.locator('.message')).toContainText('[No](javascript:alert(1))');
});

test('the arrow behind a link stands apart and points away from it, in either direction', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0, message: LINKED });
  const arrow = () =>
    page.locator('.message a').first().evaluate((link) => {
      const [{ direction }, style] = [getComputedStyle(link), getComputedStyle(link, '::after')];
      const [left, right] = [Number.parseFloat(style.marginLeft), Number.parseFloat(style.marginRight)];
      return { direction, before: direction === 'rtl' ? right : left, behind: direction === 'rtl' ? left : right, isMirrored: style.transform.startsWith('matrix(-1') };
    });
  await page.goto(anteroom.enter({ cid: 'ar' }));
  const english = await arrow();
  expect(english, 'English on an Arabic page').toMatchObject({ direction: 'ltr', behind: 0, isMirrored: false });
  expect(english.before).toBeGreaterThan(2);
  await page.locator('.message').evaluate((shown) => { shown.textContent = 'Doors open at 8.'; });
  const box = await page.locator('.message').evaluate((box) => {
    const style = getComputedStyle(box);
    const [lines, frame] = [document.createRange(), box.getBoundingClientRect()];
    lines.selectNodeContents(box);
    const text = lines.getBoundingClientRect();
    return { edges: [style.borderLeftWidth, style.borderRightWidth].map(Number.parseFloat), left: text.left - frame.left, right: frame.right - text.right };
  });
  expect(box.edges[0], 'the edge of the box stands where an Arabic line begins').toBe(0);
  expect(box.edges[1]).toBeGreaterThan(0);
  expect(box.right, 'and an English line stands there, too').toBeLessThan(40);
  expect(box.left).toBeGreaterThan(40);
  await anteroom.change({ message: 'تُفتح الأبواب في الثامنة. [Line-up](https://shop.example/lineup), [الخريطة](https://shop.example/map)' });
  await page.reload();
  const arabic = await arrow();
  expect(arabic, 'a Latin link in Arabic').toMatchObject({ direction: 'rtl', behind: 0, isMirrored: true });
  expect(arabic.before).toBeGreaterThan(2);
});

test('people see links as links, in every look', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 6 });
  await anteroom.change({ message: { text: LINKED, translations: [{ culture: 'ar', text: 'تُفتح الأبواب في الثامنة. [البرنامج](https://shop.example/lineup) و[الخريطة](https://shop.example/map)' }] } });
  const looks: Record<string, { cid?: string; options: BrowserContextOptions }> = {
    'desktop': { options: { viewport: DESKTOP } },
    'dark': { options: { viewport: DESKTOP, colorScheme: 'dark' } },
    'phone': { options: PHONE },
    'ar-phone': { cid: 'ar', options: PHONE },
  };
  for (const theme of ['default', 'neutral', 'retail', 'ticketing']) {
    for (const [name, { cid, options }] of Object.entries(looks)) {
      const page = await (await browserOf(options)).newPage();
      await page.goto(anteroom.enter({ l: theme, ...(cid ? { cid } : {}) }));
      await new WaitingPage(page).hydrated();
      await expect(page.locator('.message a')).toHaveCount(2);
      await fitsItsWidth(page);
      await withoutViolations(page);
      await picture(page, `message-${theme}-${name}`);
      await page.context().close();
    }
  }
});
