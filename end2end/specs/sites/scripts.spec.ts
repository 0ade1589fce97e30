/** Pages of another site that our scripts protect, in a real browser, under a strict policy. */

import type { Page } from '@playwright/test';

// The globals that the scripts define.
import type {} from '../../../public/connector/page.ts';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { startingIn } from '../../support/draw.ts';
import { action, configure, countCalls, isCall, loader, noting, path, protect, sessionOf, silent, told } from '../../support/site/protected-page.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const SITE = { target_hosts: ['localhost'], target_url: 'http://localhost:9/' };
const HIDDEN = '<div id="page" hidden data-queueit-reveal>The shop</div>';
/** The time for which a page waits for an answer. */
const ANSWER_MS_MAX = 5_000;

const refused = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);
const hook = (page: Page): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.hook);

/** Opens a page of the shop, passes the room and returns to the page. */
async function pass(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await new WaitingPage(page).shown();
  await page.waitForURL((back) => back.hostname === 'localhost');
  await expect.poll(() => told(page)).toEqual(['verified queue']);
}

test('into the room and back: verified, the token gone, and nobody asked again', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action()]);
  const { calls } = countCalls(page);
  await page.goto(`${site.url}shop/shoes?colour=red#top`, { waitUntil: 'commit' });
  const waiting = new WaitingPage(page);
  await waiting.shown();
  const queueId = waiting.queueId;
  await page.waitForURL(`${site.url}shop/shoes?colour=red#top`);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(await hook(page)).toBe(`verified ${CUSTOMER} ${ROOM} ${ROOM}`);
  expect(await told(page)).toEqual(['verified queue']);
  expect(calls).toHaveLength(2);
  expect(calls[0]).toMatch(new RegExp(`^${anteroom.http}/javascriptqueue/${CUSTOMER}/${ROOM}/\\d{13}\\?t=http%3A%2F%2Flocalhost.*&ver=js\\d`));

  const session = await sessionOf(page);
  expect(session?.value).toMatch(new RegExp(`^EventId=${ROOM}&QueueId=${queueId}&RedirectType=queue&IssueTime=\\d+&Hash=[0-9a-f]{64}$`));
  expect(session?.seconds).toBeGreaterThan(19 * 60);
  expect(session?.seconds).toBeLessThanOrEqual(20 * 60);

  await page.goto(`${site.url}shop/basket`);
  await expect.poll(() => told(page)).toEqual(['verified queue']);
  expect(calls).toHaveLength(2);
  expect(await anteroom.grants()).toHaveLength(1);
  expect(await refused(page)).toEqual([]);
});

test('what operators publish is what pages do, from the next page on', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { body: HIDDEN, attributes: 'data-queueit-nocachereq="true"' });
  const toRoom = { room: ROOM, configuration: 'Clean', onVerified: noting('verified') };
  const publish = (type: string): Promise<number> =>
    anteroom.publish({
      triggers: [{ name: 'Shop', parts: [{ of: 'pagePath', operator: 'contains', value: '/SHOP', ignoreCase: true }] }],
      configurations: [{ name: 'Clean', validityMinutes: 20, extend: true, removeTokenFromUrl: true }],
      actions: [{ name: 'Shop', type, triggers: ['Shop'], ...(type === 'ignore' ? {} : toRoom) }],
    });
  await page.goto(`${site.url}shop`);
  await expect(page.getByText('The shop'), 'before there is a configuration').toBeVisible();

  await publish('queue');
  await pass(page, `${site.url}shop?show=7`);
  expect(page.url()).toBe(`${site.url}shop?show=7`);
  expect(await hook(page)).toBe(`verified ${CUSTOMER} ${ROOM} ${ROOM}`);
  await publish('ignore');
  const { calls } = countCalls(page);
  await page.context().clearCookies();
  await page.goto(`${site.url}shop`);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(calls).toEqual([]);
});

test('pages without an action, and those to ignore, are left alone', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action({ actionType: 'Ignore' }, path('/shop/help')), action()]);
  const { calls } = countCalls(page);
  for (const free of ['', 'shop/help']) {
    await page.goto(site.url + free);
    await expect(page.getByText('The shop')).toBeVisible();
  }
  expect(calls).toEqual([]);
  expect(await told(page)).toEqual([]);
});

test('a cancel gives the place up: the next visit begins at the end of the line', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action({ actionType: 'Cancel' }, path('/shop/thanks')), action()]);
  const cancels: string[] = [];
  page.on('request', (request) => request.url().includes('/cancel/') && cancels.push(request.url()));
  await page.goto(`${site.url}shop/thanks`);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(cancels, 'there is nothing to cancel').toEqual([]);

  await pass(page, `${site.url}shop`);
  const before = (await anteroom.grants())[0]!;
  await anteroom.change({ maxOutflow: 0 });
  await enterMany(anteroom, 2);
  const done = page.waitForResponse((response) => response.url().includes('/cancelqueueid'));
  await page.goto(`${site.url}shop/thanks`);
  const { origin, pathname, searchParams } = new URL((await done).url());
  expect(origin + pathname).toBe(`${anteroom.http}/cancel/${CUSTOMER}/${ROOM}/${before.queueId}/cancelqueueid`);
  expect(searchParams.get('_cval'), 'the page is of another site, and shows its session').toContain(`QueueId=${before.queueId}`);
  expect((await done).status()).toBe(200);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();

  await page.goto(`${site.url}shop`, { waitUntil: 'commit' });
  const waiting = new WaitingPage(page);
  await waiting.shown();
  expect(await waiting.count('number')).toBe(before.queueNumber + 3);
  expect(waiting.queueId).not.toBe(before.queueId);
});

test('a visitor without an answer in five seconds stays, and no request follows for three minutes', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action()]);
  await page.route(isCall, () => undefined);
  const { calls } = countCalls(page);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  const asked = page.waitForRequest((request) => isCall(new URL(request.url())));
  await page.goto(`${site.url}shop`, { waitUntil: 'commit' });
  await asked;
  await page.clock.runFor(ANSWER_MS_MAX - 1);
  await expect(page.locator('#page')).toBeHidden();
  expect(await told(page)).toEqual([]);
  await page.clock.runFor(1);
  await expect(page.locator('#page')).toBeVisible();
  expect(await hook(page)).toBe(`timeout ${CUSTOMER} ${ROOM} ${ROOM}`);
  const session = await sessionOf(page);
  expect(session?.value).toBe('timeout');
  expect(session?.seconds).toBeGreaterThan(170);
  expect(session?.seconds).toBeLessThanOrEqual(180);

  await page.goto(`${site.url}shop/basket`);
  await expect.poll(() => told(page)).toEqual(['timeout timeout']);
  expect(calls).toHaveLength(1);
});

test('if no host of the waiting room can be reached the page continues at once', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action()]);
  await page.route(isCall, (route) => route.abort());
  await page.goto(`${site.url}shop`);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(await told(page)).toEqual(['timeout timeout']);

  // An empty answer, or one that leads to no web address, does not block the page either.
  for (const answer of ['{}', '{"redirect":true,"redirectUrl":"javascript:document.title=1"}', '{"cookieValue":"x"}']) {
    await page.context().clearCookies();
    const body = `window.queueit['${CUSTOMER}']['${ROOM}'].enqueue(${answer});`;
    await page.route(isCall, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(`${site.url}shop`);
    await expect(page.getByText('The shop')).toBeVisible();
    expect((await told(page)).at(-1)).toBe('timeout timeout');
    expect(await page.title()).toBe('Summer sale');
  }

  await page.unrouteAll();
  await page.context().clearCookies();
  await page.route('**/integrationconfig/**', (route) => route.abort());
  await page.goto(`${site.url}shop`);
  await expect(page.getByText('The shop')).toBeVisible();
});

test('a room that does not exist, and one that is idle, let people be', async ({ open, page }) => {
  const idle = { ...startingIn(3_600), ...SITE, before: 'target' };
  const anteroom = await open(idle);
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action({ eventId: 'nothing' }, path('/shop/nothing')), action()]);
  const warned = page.waitForEvent('console');
  await page.goto(`${site.url}shop/nothing`);
  await expect.poll(() => told(page)).toEqual(['disabled error']);
  expect((await warned).text()).toContain('unknown-room');
  expect(await hook(page)).toBe(`disabled ${CUSTOMER} nothing nothing`);

  const { calls } = countCalls(page);
  await page.goto(`${site.url}shop`);
  await expect.poll(() => told(page)).toEqual(['disabled idle']);
  expect((await sessionOf(page))?.seconds).toBeLessThanOrEqual(180);
  await page.reload();
  await expect.poll(() => told(page)).toEqual(['disabled idle']);
  expect(calls).toHaveLength(1);
  await anteroom.act('disable');
  await page.context().clearCookies();
  await page.reload();
  await expect.poll(() => told(page)).toEqual(['verified disabled']);
});

test('under a policy without eval the code of the configuration cannot run, and the events come all the same', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await anteroom.act('disable');
  await using site = await protect(anteroom, { body: HIDDEN, scripts: '' });
  await configure(page, [silent({}, path('/shop/silent')), action()]);
  await page.goto(`${site.url}shop/silent`);
  await expect.poll(() => told(page)).toEqual(['verified disabled']);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(await refused(page)).toEqual([]);

  const warned = page.waitForEvent('console', (message) => message.text().includes('queueit:verified'));
  await page.goto(`${site.url}shop`);
  await warned;
  await expect.poll(() => told(page)).toEqual(['verified disabled']);
  expect(await hook(page)).toBeUndefined();
});

test("the handbook's two ways of hiding a page until then", async ({ open, page }) => {
  const anteroom = await open(SITE);
  await anteroom.act('disable');
  const shown = { onVerified: 'window.__queueIsInited=true;tryEnablePage();' };
  const body = `<div id="page" style="display:none">The shop</div><script>if (window.__queueIsInited) tryEnablePage();</script>`;
  const script = "function tryEnablePage() { var page = document.getElementById('page'); if (page) page.style.display = 'block'; }";
  await using site = await protect(anteroom, { body, script, scripts: "'unsafe-eval' 'unsafe-inline'" });
  await configure(page, [action(shown)]);
  await page.goto(`${site.url}shop`);
  await expect(page.locator('#page')).toBeVisible();
  // With the session of the first page the decision comes before the element exists.
  await page.goto(`${site.url}shop/basket`);
  await expect(page.locator('#page')).toBeVisible();
});

test('a page that is one document: every address of it is looked at', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom, { attributes: 'data-queueit-spa="true"' });
  await configure(page, [action()]);
  const { calls } = countCalls(page);
  await page.goto(site.url);
  await page.evaluate(() => history.pushState({}, '', '/help'));
  expect(calls).toEqual([]);
  await page.evaluate(() => history.pushState({}, '', '/shop/one'));
  await new WaitingPage(page).shown();
  await page.waitForURL(`${site.url}shop/one`);
  await expect.poll(() => told(page)).toEqual(['verified queue']);
  await page.evaluate(() => history.pushState({ kept: 1 }, '', '/shop/two'));
  await page.evaluate(() => history.replaceState(history.state, '', '/shop/two'));
  expect(await page.evaluate(() => (history.state as { kept: number }).kept)).toBe(1);
  await page.goBack();
  await expect.poll(() => told(page)).toEqual(['verified queue', 'verified queue', 'verified queue']);
  expect(calls).toHaveLength(2);
});

test('a page asks by itself, for a variable of its own', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await anteroom.act('disable');
  await using site = await protect(anteroom, { attributes: 'data-queueit-noautorun="true"', script: "var shop = { step: 'look' };" });
  await configure(page, [action({}, path('buy', { validatorType: 'JSVariableValidator', variableName: 'shop.step', operator: 'Equals' }))]);
  await page.goto(site.url);
  const ready = (): Promise<boolean> => page.evaluate(() => window.QueueIt!.isIntegrationConfigReady!());
  await expect.poll(ready).toBe(true);
  const validate = (reload = false): Promise<void> => page.evaluate((again) => window.QueueIt!.validateUser!(again), reload);
  await validate();
  expect(await told(page)).toEqual([]);
  await page.evaluate(() => ((globalThis as unknown as { shop: { step: string } }).shop.step = 'buy'));
  await validate();
  await expect.poll(() => told(page)).toEqual(['verified disabled']);

  // A new configuration applies from the next request for it.
  await configure(page, []);
  await validate(true);
  await expect.poll(() => page.evaluate(() => window.QueueIt!.getIntegrationConfig!()!.integrations!.length)).toBe(0);
  expect(await page.evaluate(() => window.QueueIt!.Javascript!.Version)).toMatch(/^\d+\.\d+\.\d+/);
});

test('the loader gets its client by itself, whatever way and however often a page has the tag', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await anteroom.act('disable');
  const nonce = "'nonce-secret'";
  const tag = loader(anteroom, 'async nonce="secret"');
  // Only scripts with the nonce may run.
  await using site = await protect({ http: '' }, { head: tag + tag, body: HIDDEN, scripts: nonce });
  await configure(page, [silent()]);
  const { calls } = countCalls(page);
  await page.goto(`${site.url}shop`);
  await expect.poll(() => told(page)).toEqual(['verified disabled']);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(await refused(page)).toEqual([]);
});

test('a browser that keeps no cookie breaks nothing', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await anteroom.act('disable');
  await using site = await protect(anteroom, { body: HIDDEN });
  await configure(page, [action()]);
  await page.addInitScript(() => {
    const blocked = (): never => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(Document.prototype, 'cookie', { get: blocked, set: blocked });
  });
  await page.goto(`${site.url}shop`);
  await expect(page.getByText('The shop')).toBeVisible();
  expect(await told(page)).toEqual(['verified disabled']);
});

test('the target is the one that the action forces, the room has its language and theme', async ({ open, page }) => {
  const anteroom = await open(SITE);
  await using site = await protect(anteroom);
  const forced = { redirectLogic: 'ForcedTargetUrl', forcedTargetUrl: `${site.url}shop/front`, culture: 'de-DE', layoutName: 'default' };
  await configure(page, [action(forced)]);
  const entered = page.waitForRequest((request) => new URL(request.url()).searchParams.get('e') === ROOM);
  await page.goto(`${site.url}shop/shoes`, { waitUntil: 'commit' });
  expect(Object.fromEntries(new URL((await entered).url()).searchParams)).toEqual({
    c: CUSTOMER, e: ROOM, cid: 'de-DE', l: 'default', t: `${site.url}shop/front`,
  });
  await page.waitForURL(`${site.url}shop/front`);
  await expect.poll(() => told(page)).toEqual(['verified queue']);
});

test('both scripts are small and lie under names for ever', async ({ open, request }) => {
  const { http }: Anteroom = await open();
  for (const name of ['queueclient', 'queueconfigloader']) {
    for (const suffix of ['.min.js', '.js']) {
      const script = await request.get(`${http}/script/${name}${suffix}`, { headers: { 'accept-encoding': 'br' } });
      const headers = script.headers();
      expect(headers['content-encoding']).toBe('br');
      expect(Number(headers['content-length'])).toBeLessThan(8 * 1024);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(headers['content-location']).toMatch(new RegExp(`^/assets/${name}\\.[0-9a-f]{16}\\.js$`));
    }
  }
});
