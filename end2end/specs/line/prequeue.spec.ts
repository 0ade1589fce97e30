/**
 * From the countdown through pre-queue and draw to the site, in real time: with the live page, and
 * without any script.
 */

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { download, startingIn, verified } from '../../support/draw.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { redirectTypeOf, tokenOf } from '../../support/token.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd, type Visitor } from '../../support/visitor.ts';
import { NEAR, WaitingPage } from '../../support/waiting-page.ts';

// T+15 s and T+30 s pass in real time.
test.describe.configure({ timeout: 120_000 });

/** The number of other visitors in the pre-queue. */
const OTHERS = 7;
/**
 * The longest time until the page shows the pre-queue: its opening, and polls spread over the
 * following eleven seconds.
 */
const OPENED = { timeout: 30_000 };
/** The longest time from there until the number is shown. */
const NUMBER = { timeout: 40_000 };
/** The longest time from there until the turn. */
const TURN = { timeout: 40_000 };

test('before the pre-queue the page counts down, then gets its visitor a place by itself', async ({ open, page, context }) => {
  // The pre-queue opens in nine seconds, less the server's start-up time.
  const anteroom = await open(startingIn(69));
  const navigations = new NavigationLog(context);
  const waiting = new WaitingPage(page);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) {
      refused.push(`${answer.status()} ${answer.url()}`);
    }
  });
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  await waiting.is('idle');
  expect(navigations.waiting, 'nobody has a place').toHaveLength(0);
  expect((await anteroom.stats()).phase).toBe('idle');
  await expect(waiting.slot('countdown')).toHaveText(/^01:0\d$/);
  const first = await waiting.slot('countdown').textContent();
  await expect(waiting.slot('countdown'), 'it counts').not.toHaveText(first!);
  await expect(waiting.html).toHaveAttribute('data-state', 'prequeue', OPENED);
  expect(waiting.queueId).toMatch(/^[0-9a-f-]{36}$/);
  expect((await anteroom.stats()).waiting).toBe(1);
  expect(refused, 'nothing that a browser reports as an error').toEqual([]);
});

test('a live visit: pre-queue, receipt, draw, number, first in line, let in, checked', async ({
  openWithSite,
  page,
  context,
}, info) => {
  const room = startingIn(12);
  const { anteroom, site } = await openWithSite(startShop, room);
  using crowd = await Crowd.gather(anteroom, OTHERS);
  const [navigations, waiting] = [new NavigationLog(context), new WaitingPage(page)];
  const seen = await waiting.record();

  await page.goto(site.url);
  await page.locator('#buy').click();
  await waiting.hydrated('before');
  await waiting.is('prequeue');
  await expect(waiting.slot('countdown')).toHaveText(/^00:\d\d$/);
  await expect(page.getByRole('heading', { name: 'What happens at the start' })).toBeVisible();
  const { queueId } = waiting;
  const receipt = await download(page, 'Download your receipt', info.outputDir, 'receipt.json');

  await expect(waiting.html).toHaveAttribute('data-page', 'queue', NUMBER);
  const number = await waiting.count('number');
  expect(number).toBeGreaterThanOrEqual(1);
  expect(number).toBeLessThanOrEqual(OTHERS + 1);
  expect(await numbersOf(crowd.visitors, number)).toEqual(Array.from({ length: OTHERS + 1 }, (_, index) => index + 1));
  expect(waiting.queueId, 'the same place').toBe(queueId);
  const checking = await context.newPage();
  await checking.goto(await drawPageOf(waiting, anteroom));
  await expect(checking.locator('html')).toHaveAttribute('data-state', 'drawn');
  await expect(checking.getByRole('heading', { level: 1 })).toHaveText(`You drew number ${number}`);

  await waiting.html.and(page.locator('[data-shop="product"]')).waitFor(TURN);
  expect(seen.states.at(-1)).toBe('redirecting');
  expect(seen.states.some((state) => state === 'drawn' || NEAR.test(state)), seen.states.join()).toBe(true);
  expect(seen.states.lastIndexOf('drawn'), 'revealed once, without a break').toBe(seen.states.indexOf('drawn'));
  expect(redirectTypeOf(tokenOf(navigations.withToken[0]!)!)).toBe('queue');
  await expect(page.locator('#queue-id')).toHaveText(queueId);
  await crowd.allIn;
  const grants = await anteroom.grants();
  expect(grants.map((grant) => grant.queueId), 'everybody').toHaveLength(OTHERS + 1);
  expect(grants[0]!.grantedAt, 'nobody before T+30 s').toBeGreaterThanOrEqual(room.start!.getTime() + 30_000);

  const document = await download(checking, 'Download the published draw', info.outputDir, 'draw.json');
  const later = await download(checking, 'Download your receipt', info.outputDir, 'receipt-later.json');
  for (const kept of [receipt, later]) {
    expect(await verified(document, kept)).toContain(`was drawn number ${number}.`);
  }
});

/** Returns all numbers, in order. */
async function numbersOf(visitors: Visitor[], own: number): Promise<number[]> {
  const answers = await Promise.all(visitors.map((visitor) => visitor.waiting()));
  const numbers = answers.map(({ ticket }) => ticket.queueNumber ?? 0);
  return [...numbers, own].toSorted((one, other) => one - other);
}

/** Returns the target of the link below the number. */
async function drawPageOf({ page }: WaitingPage, anteroom: Anteroom): Promise<string> {
  const href = await page.getByRole('link', { name: 'Your number was drawn' }).getAttribute('href');
  const address = new URL(href!, anteroom.http);
  expect(address.pathname).toBe(`/draw/${CUSTOMER}/${ROOM}`);
  return address.href;
}

test('without script: the page goes through countdown, draw and line by itself, and ends at the target', async ({
  openWithSite,
  browserOf,
}, info) => {
  const { anteroom, site } = await openWithSite(startShop, startingIn(10));
  using _crowd = await Crowd.gather(anteroom, OTHERS);
  const context = await browserOf({ javaScriptEnabled: false });
  const [page, navigations] = [await context.newPage(), new NavigationLog(context)];
  const waiting = new WaitingPage(page);

  await page.goto(`${site.url}/product`);
  await waiting.is('prequeue');
  await expect(page.getByText('It updates by itself.').filter({ visible: true })).toHaveCount(1);
  const receipt = await download(page, 'Download your receipt', info.outputDir, 'receipt.json');

  await expect(waiting.html).toHaveAttribute('data-page', 'queue', NUMBER);
  const number = await waiting.count('number');
  const checking = await context.newPage();
  await checking.goto(await drawPageOf(waiting, anteroom));
  await expect(checking.getByRole('heading', { level: 1 })).toHaveText(`You drew number ${number}`);
  const document = await download(checking, 'Download the published draw', info.outputDir, 'draw.json');
  expect(await verified(document, receipt)).toContain(`was drawn number ${number}.`);
  await checking.close();

  await waiting.html.and(page.locator('[data-shop="product"]')).waitFor(TURN);
  expect(new Set(navigations.waiting.map((url) => url.searchParams.get('q'))).size, 'one place all the time').toBe(1);
  expect(navigations.withToken).toHaveLength(1);
});
