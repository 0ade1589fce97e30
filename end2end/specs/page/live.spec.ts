/** The live page with wasm: figures, state, message and connection change without a reload. */

import type { Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { setHidden } from '../../support/played.ts';
import type { Anteroom } from '../../support/server/anteroom.ts';
import { SilentNetwork } from '../../support/silent-network.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd, enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const MESSAGE = 'Small sizes are <b>sold out</b> & back at noon.';

/** Opens a page in line whose clock the test moves. */
async function openWithClock(anteroom: Anteroom, page: Page): Promise<WaitingPage> {
  await enterMany(anteroom, 30);
  await page.clock.install();
  return WaitingPage.open(page, anteroom.enter());
}

test("the operator's message comes, changes and goes", async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 30);
  const navigations = new NavigationLog(context);
  const waiting = await WaitingPage.open(page, anteroom.enter());
  await expect(waiting.slot('message')).toBeHidden();

  await anteroom.change({ message: MESSAGE });
  await expect(waiting.slot('message')).toHaveText(MESSAGE);
  await expect(page.getByRole('status')).toHaveText(MESSAGE);
  await page.reload();
  await expect(waiting.slot('message')).toHaveText(MESSAGE);

  await anteroom.change({ message: null });
  await expect(waiting.slot('message')).toBeHidden();
  expect(navigations.waiting, 'one load and one reload').toHaveLength(2);
});

test('a new message and a change of state in one poll are both read out, the state first', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 30);
  const waiting = await WaitingPage.open(page, anteroom.enter());
  await page.route('**/api/getStatus*', (route) => route.abort());
  await waiting.is('in-line');
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await anteroom.act('pause');
  await anteroom.change({ message: MESSAGE });
  await page.unroute('**/api/getStatus*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await waiting.is('paused');
  await expect(waiting.slot('message')).toHaveText(MESSAGE);
  const region = page.getByRole('status');
  await expect(region).toHaveText(/^The line is paused.* Small sizes are <b>sold out<\/b> & back at noon\.$/);
  // Only outdated text is removed: the message alone, if the operator withdraws it.
  await anteroom.change({ message: null });
  await expect(region).not.toContainText(MESSAGE);
});

test('pause holds everybody and the page says so, resume continues', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 60 });
  using crowd = await Crowd.gather(anteroom, 12);
  const navigations = new NavigationLog(context);
  const target = page.waitForRequest((request) => request.url().includes('queueittoken'), { timeout: 45_000 });
  const waiting = await WaitingPage.open(page, anteroom.enter());

  await anteroom.act('pause');
  await waiting.is('paused');
  await expect(page).toHaveTitle('Paused · Summer sale');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The line is paused');
  await expect(waiting.slot('wait')).toHaveText('not known at the moment');
  const { redirectsTotal } = await anteroom.stats();
  expect((await anteroom.grants()).length).toBe(redirectsTotal);

  await anteroom.act('resume');
  await waiting.isNear();
  await target;
  expect((await anteroom.stats()).redirectsTotal).toBeGreaterThan(redirectsTotal);
  expect(navigations.waiting, 'the page was loaded once').toHaveLength(1);
  await crowd.allIn;
});

test('a poll that nobody answers is sent again before the connection counts as lost', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 30);
  const waiting = await WaitingPage.open(page, anteroom.enter());
  let polls = 0;
  const answered = new Promise<void>((resolve) => {
    void page.route('**/api/getStatus*', async (route) => {
      polls += 1;
      // The first poll stays open, as behind a balancer whose node has stopped.
      if (polls > 1) {
        await route.continue();
        resolve();
      }
    });
  });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await answered;
  expect(polls, 'the page asked twice, without a pause for a retry').toBe(2);
  await expect(waiting.html).not.toHaveAttribute('data-connection', 'lost');
  await waiting.is('in-line');
});

test('a network that swallows polls is noticed within five seconds and read out once, until an answer comes', async ({ open, page }) => {
  const waiting = await openWithClock(await open({ max_outflow: 0 }), page);
  const network = await SilentNetwork.of(page, '**/api/**');
  const region = page.getByRole('status');
  await region.evaluate((region) => {
    const told: string[] = [];
    Object.assign(window, { told });
    new MutationObserver(() => told.push(region.textContent ?? '')).observe(region, { characterData: true, childList: true, subtree: true });
  });

  await network.swallowPoll();
  await page.clock.runFor(2_900);
  expect(network.count('getStatus')).toBe(1);
  await page.clock.runFor(300);
  await expect.poll(() => network.count('getStatus'), 'over another connection first').toBe(2);
  await expect(waiting.html).not.toHaveAttribute('data-connection', 'lost');
  await page.clock.runFor(1_700);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await expect(waiting.slot('connection')).toHaveText(/^Connection lost\. Your place is safe/);
  await expect(region).toHaveText(/^Connection lost\. Your place is safe/);
  await network.returns();
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');

  network.falls();
  await network.swallowPoll();
  await page.clock.runFor(4_900);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await network.returns();
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  // By then, five seconds have passed since the connection was back for the first time.
  await page.clock.runFor(1_000);
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  await expect(region).toHaveText(/^Connection lost/);
  await page.clock.resume();
  await expect(region).toHaveText('You’re connected again.');
  await expect(waiting.slot('connection')).toBeHidden();
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  const first = (text: string) => text.split('.')[0];
  expect(told.filter((text) => text.includes('onnect')).map(first)).toEqual(['Connection lost', 'You’re connected again']);
});

test('the answers of a slow network, and silence in a tab in the background, are no lost connection', async ({ open, page }) => {
  const waiting = await openWithClock(await open({ max_outflow: 0 }), page);
  const network = await SilentNetwork.of(page, '**/api/getStatus?*');
  const { html } = waiting;

  // The first of the two requests is answered after 4 s, as a held poll is over a network whose
  // answers take two.
  await network.swallowPoll();
  await page.clock.runFor(4_000);
  await expect.poll(() => network.count('getStatus')).toBe(2);
  await network.swallowed[0]!.continue();
  // The page polls anew only if it has read that answer.
  await network.swallowPoll();
  await expect(html).not.toHaveAttribute('data-connection', /./);
  // It now knows that the network is slow, and neither repeats the poll nor gives up on it yet.
  await page.clock.runFor(9_000);
  expect(network.count('getStatus')).toBe(3);
  await expect(html).not.toHaveAttribute('data-connection', /./);
  await network.returns();
  network.falls();
  await network.swallowPoll();

  await setHidden(page, true);
  await page.clock.runFor(7_000);
  await expect(html).not.toHaveAttribute('data-connection', /./);
  await setHidden(page, false);
  await page.clock.runFor(9_000);
  await expect(html, 'it counts from then on').not.toHaveAttribute('data-connection', /./);
  await page.clock.runFor(1_000);
  await expect(html).toHaveAttribute('data-connection', 'lost');
});

test('a lost connection is shown without alarm about the place, and recovers', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 30);
  const navigations = new NavigationLog(context);
  const waiting = await WaitingPage.open(page, anteroom.enter());
  const number = await waiting.count('number');
  await expect(waiting.slot('connection')).toBeHidden();

  await context.setOffline(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await expect(waiting.slot('connection')).toHaveText('Connection lost. Your place is safe, and we’re trying to reconnect.');
  expect(await waiting.count('number')).toBe(number);

  await context.setOffline(false);
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  await expect(waiting.slot('connection')).toHaveText('You’re connected again.');
  await expect(waiting.slot('connection')).toBeHidden();
  expect(await waiting.count('number')).toBe(number);
  expect(navigations.waiting, 'the page was loaded once').toHaveLength(1);
});

test('while the connection is lost, the estimate is that of the last update, and no time is expected', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 6 });
  using _crowd = await Crowd.gather(anteroom, 40);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  const look = () => page.locator('[data-figure="wait"] dd, .updated').evaluateAll((all) => all.map((one) => getComputedStyle(one).fontWeight));
  await expect(waiting.slot('entry')).toBeVisible();
  expect(await look()).toEqual(['600', '400']);

  await context.setOffline(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await expect(waiting.slot('entry')).toBeHidden();
  await expect(waiting.slot('wait')).toBeVisible();
  expect(await look(), 'the time of the update stands out, and no longer the estimate').toEqual(['400', '600']);
  await expect(page).toHaveTitle(/^Connection lost\./);
  await withoutViolations(page);

  await context.setOffline(false);
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  await expect(waiting.slot('entry')).toBeVisible();
  expect(await look()).toEqual(['600', '400']);
  await expect(page).not.toHaveTitle(/^Connection lost/);
});

for (const theme of ['default', 'neutral', 'retail', 'ticketing']) {
  test(`a lost connection is shown beside the heading, legibly: ${theme}`, async ({ open, page, context }) => {
    const anteroom = await open({ max_outflow: 0 });
    await WaitingPage.open(page, anteroom.enter({ l: theme }));
    const note = page.locator('.heading .connection');
    await expect(note).toBeHidden();
    for (const isOffline of [true, false]) {
      await context.setOffline(isOffline);
      await expect(note).toHaveText(isOffline ? /^Connection lost\./ : 'You’re connected again.');
      await expect(note).toBeInViewport();
      await withoutViolations(page);
      await fitsItsWidth(page);
    }
  });
}

test('the estimate follows a change of the outflow', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 40);
  const waiting = await WaitingPage.open(page, anteroom.enter());
  await expect(waiting.slot('wait')).toHaveText('less than a minute');
  await expect(waiting.slot('reason')).toBeHidden();

  await anteroom.change({ maxOutflow: 6 });
  await expect(waiting.slot('wait')).toHaveText(/minutes/);
  await expect(waiting.slot('reason')).toHaveText(/people are being let in more slowly/);
});

test('a screen reader finds nothing of the line that is not so any more', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 40);
  const waiting = await WaitingPage.open(page, anteroom.enter());
  const said = page.getByRole('status');

  // The page polls at once, as it does when the network returns.
  const becomes = async (maxOutflow: number) => {
    await anteroom.change({ maxOutflow });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
  await becomes(0);
  await expect(waiting.slot('wait')).toHaveText('not known at the moment');
  await expect(said).toHaveText(/people are ahead of you. Estimated wait: not known at the moment\.$/);
  await becomes(6);
  await expect(waiting.slot('wait')).toHaveText(/minutes/);
  await expect(said).toHaveText(`${await waiting.count('ahead')} people are ahead of you. Estimated wait: ${await waiting.slot('wait').textContent()}.`);
  await becomes(600);
  await expect(waiting.slot('wait')).toHaveText('less than a minute');
  await expect(said).not.toHaveText(/minutes/);
});
