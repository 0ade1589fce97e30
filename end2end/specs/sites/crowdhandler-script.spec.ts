/** Our own scripts for sites without a CrowdHandler integration on their servers. */

import type { Page, Request } from '@playwright/test';

import { reload } from '../../support/reload.ts';
import type { Anteroom } from '../../support/server/anteroom.ts';
import {
  callsOf, giveToken, isCall, kept, LITE, MAIN, POOL, PUBLIC_KEY, refused, scripted, sellingAt, SLUG, tagOf, TICKETS, tokenOf,
} from '../../support/site/scripted-page.ts';
import { StaticPage } from '../../support/site/static-page.ts';
import { expect, test as base } from '../../support/test.ts';
import { NEAR, WaitingPage } from '../../support/waiting-page.ts';

/** The time for which a page waits for an answer. */
const ANSWER_MS_MAX = 4_000;
const BROTLI_BYTES_MAX = 3 * 1024;
/** Made on 27 July 2022. */
const OLD_TOKEN = 'tok0M7SBFAp9J8kK';

const test = base.extend<{ selling: (rate: number) => Promise<Anteroom> }>({
  selling: ({ started }, use) => use((rate) => started.anteroom([TICKETS], 'http://localhost:9/', sellingAt(rate))),
});

const isShown = (page: Page): Promise<void> => expect(page.locator('#page')).toBeVisible();
const push = (page: Page, path: string): Promise<void> => page.evaluate((to) => history.pushState({ to }, '', to), path);
/**
 * Raises a rate of zero, at which the room's page asks about twice a minute, and makes the visitor
 * in the room poll until it is their turn.
 */
async function raise(anteroom: Anteroom, page: Page): Promise<void> {
  await anteroom.changePool(POOL, { rate: 600 });
  const { html } = new WaitingPage(page);
  await expect.poll(() => reload(page).then(() => html.getAttribute('data-state'))).toMatch(NEAR);
}

const isRoom = (request: Request): boolean => new URL(request.url()).pathname === `/${SLUG}`;
const parametersOf = (request: Request): object => Object.fromEntries(new URL(request.url()).searchParams);

test('below the rate the page is shown at once, and the browser keeps its token', async ({ selling, page }) => {
  const anteroom = await selling(600);
  await using site = await scripted(anteroom);
  const calls = callsOf(page);
  await page.goto(`${site.url}tickets?a=1`);
  await isShown(page);
  await expect.poll(() => tokenOf(page)).toMatch(/^tok0/);
  const token = await tokenOf(page);
  expect(await kept(page)).toEqual({ countdown: {}, positions: {}, token: { [PUBLIC_KEY]: token } });
  expect(calls).toEqual(['POST /v1/requests']);

  await page.goto(`${site.url}tickets/two`);
  await isShown(page);
  await page.goto(`${site.url}about`);
  await isShown(page);
  expect(calls.slice(1)).toEqual([`GET /v1/requests/${token}`, `GET /v1/requests/${token}`]);
  expect(await tokenOf(page)).toBe(token);
  expect(await anteroom.grants()).toHaveLength(1);
  expect(await page.context().cookies(site.url)).toEqual([]);
  expect(await refused(page)).toEqual([]);
});

test('what else the browser keeps stays, and a token in the address has precedence', async ({ selling, page }) => {
  const anteroom = await selling(600);
  await using site = await scripted(anteroom);
  await giveToken(page, 'tok0Kept');
  const calls = callsOf(page);
  await page.goto(`${site.url}tickets?ch-id=tok0Given&a=%7E+b&CH-Fresh=true#top`);
  await isShown(page);
  await page.waitForURL(`${site.url}tickets?a=%7E+b#top`);
  const token = await tokenOf(page);
  expect(token, 'the server does not know the given one').toMatch(/^tok0.{28}$/);
  expect(await kept(page)).toEqual({ countdown: {}, positions: { a: 1 }, other: 2, token: { b: 'tok0B', [PUBLIC_KEY]: token } });
  expect(calls, 'and neither the kept one').toEqual(['GET /v1/requests/tok0Given', 'GET /v1/requests/tok0Kept']);
  for (const nothing of ['undefined', 'x', '']) {
    await page.goto(`${site.url}tickets?ch-id=${nothing}`);
    await page.waitForURL(`${site.url}tickets`);
    expect(calls.at(-1)).toBe(`GET /v1/requests/${token}`);
  }
});

test('a link with a token that is nobody’s costs the visitor nothing', async ({ selling, page }) => {
  const anteroom = await selling(600);
  await using site = await scripted(anteroom);
  await page.goto(`${site.url}tickets`);
  await isShown(page);
  await expect.poll(() => tokenOf(page)).toMatch(/^tok0/);
  const token = await tokenOf(page);
  for (const path of ['tickets', 'about']) {
    await page.goto(`${site.url}${path}?ch-id=tok0Strange`);
    await page.waitForURL(`${site.url}${path}`);
    await isShown(page);
    expect(await tokenOf(page)).toBe(token);
  }
});

test('above the rate the visitor waits in the room, and comes back to the page with a clean address', async ({ selling, page }) => {
  const anteroom = await selling(0);
  await using site = await scripted(anteroom);
  const target = `${site.url}tickets?colour=red#top`;
  const left = page.waitForRequest(isRoom);
  await page.goto(target, { waitUntil: 'commit' });
  const parameters = parametersOf(await left) as Record<string, string>;
  expect(parameters).toEqual({
    url: target, 'ch-code': '', 'ch-id': expect.stringMatching(/^tok0/) as unknown, 'ch-public-key': PUBLIC_KEY,
  });
  await new WaitingPage(page).shown();
  expect(await new WaitingPage(page).count('number')).toBe(1);

  const returned = page.waitForRequest((request) => request.url().startsWith(`${site.url}tickets?colour=red&ch-id=`));
  await raise(anteroom, page);
  await returned;
  await page.waitForURL(target);
  await isShown(page);
  expect(await tokenOf(page)).toBe(parameters['ch-id']);
  await page.goto(`${site.url}tickets/two`);
  await isShown(page);
  expect(await anteroom.grants()).toHaveLength(1);
  expect(await refused(page)).toEqual([]);
});

test('a page stays hidden until it is answered, for a few seconds at most', async ({ selling, page }) => {
  await using site = await scripted(await selling(600));
  await page.route(isCall, () => undefined);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  const asked = page.waitForRequest((request) => isCall(new URL(request.url())));
  await page.goto(`${site.url}tickets`);
  await asked;
  await page.clock.runFor(ANSWER_MS_MAX - 1);
  await expect(page.locator('#page')).toBeHidden();
  await page.clock.runFor(1);
  await isShown(page);
  expect(await refused(page)).toEqual([]);
});

test('browsers that cannot make style sheets in scripts hide the page all the same', async ({ selling, page }) => {
  await using site = await scripted(await selling(600));
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CSSStyleSheet'));
  let answer = (): void => undefined;
  await page.route(isCall, (route) => new Promise<void>((done) => (answer = () => done(route.continue()))));
  const asked = page.waitForRequest((request) => isCall(new URL(request.url())));
  await page.goto(`${site.url}tickets`);
  await asked;
  await expect(page.locator('#page')).toBeHidden();
  answer();
  await isShown(page);
  expect(await refused(page)).toEqual([]);
});

test('faults of the waiting room let people be, and a refused call does not', async ({ selling, page }) => {
  const anteroom = await selling(0);
  await using site = await scripted(anteroom);
  const headers = { 'access-control-allow-origin': '*' };
  await page.route(isCall, (route) => route.abort());
  await page.goto(`${site.url}tickets`);
  await isShown(page);
  const throttled = JSON.stringify({ result: { promoted: 0, status: 6, token: null, slug: '' } });
  const faults = [[500, '{"error":"Sorry!"}'], [503, ''], [429, '{}'], [200, '<html>'], [200, '{}'], [200, throttled]] as const;
  for (const [status, body] of faults) {
    await page.unrouteAll();
    const answer = { status, body, headers };
    await page.route(isCall, (route) => (route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill(answer)));
    await page.goto(`${site.url}tickets?${status}`);
    await isShown(page);
  }
  await page.unrouteAll();

  await using stranger = await scripted(anteroom, { key: '0'.repeat(64) });
  const left = page.waitForRequest((request) => request.url().startsWith(`${anteroom.http}/?url=`));
  await page.goto(`${stranger.url}tickets`, { waitUntil: 'commit' });
  expect(parametersOf(await left)).toEqual({ url: `${stranger.url}tickets`, 'ch-code': '', 'ch-id': '', 'ch-public-key': '0'.repeat(64) });
});

test('the server is stopped: its pages are shown', async ({ selling, page }) => {
  const anteroom = await selling(0);
  await using site = await scripted(anteroom);
  await page.goto(`${site.url}about`);
  await isShown(page);
  // The browser has already cached the script, as for most visitors of a site.
  await anteroom.kill();
  await page.goto(`${site.url}tickets`);
  await isShown(page);
});

test('a code that is refused is not asked about again, and goes along to the room', async ({ selling, page }) => {
  await using site = await scripted(await selling(0));
  const bodies: unknown[] = [];
  await page.route(isCall, (route) => {
    const body = route.request().postDataJSON() as { code?: string };
    bodies.push(body);
    const headers = { 'access-control-allow-origin': '*' };
    return body.code ? route.fulfill({ status: 401, json: { error: ' Invalid priority code' }, headers }) : route.continue();
  });
  const left = page.waitForRequest(isRoom);
  await page.goto(`${site.url}tickets?ch-code=VIP+1`, { waitUntil: 'commit' });
  const parameters = parametersOf(await left) as Record<string, string>;
  expect(bodies).toEqual([{ url: `${site.url}tickets`, code: 'VIP 1' }, { url: `${site.url}tickets` }]);
  expect([parameters.url, parameters['ch-code']]).toEqual([`${site.url}tickets`, 'VIP 1']);
});

test('a page that is one document: a new address that is protected leads to the room and back', async ({ selling, page }) => {
  const anteroom = await selling(0);
  await using site = await scripted(anteroom, { isSpa: true });
  const calls = callsOf(page);
  await page.goto(site.url);
  await isShown(page);
  await push(page, '/help');
  await expect.poll(() => calls.length).toBe(2);
  await push(page, '/help#more');
  await page.evaluate(() => history.replaceState(history.state, '', '/help'));
  await isShown(page);
  const answered = page.waitForRequest(isRoom);
  await push(page, '/tickets');
  await answered;
  expect(calls).toHaveLength(3);
  await new WaitingPage(page).shown();
  await raise(anteroom, page);
  await page.waitForURL(`${site.url}tickets`);
  await isShown(page);
  await push(page, '/tickets/two');
  await page.goBack();
  await page.waitForURL(`${site.url}tickets`);
  await expect.poll(() => calls.length).toBe(6);
  await isShown(page);
  expect(await page.evaluate(() => history.state as unknown)).toBeNull();
});

test('a page that the browser brings back is looked at again', async ({ selling, page }) => {
  await using site = await scripted(await selling(600));
  const calls = callsOf(page);
  await page.goto(`${site.url}tickets`);
  await isShown(page);
  // Browsers under test keep no pages.
  const show = (persisted: boolean): Promise<void> =>
    page.evaluate((kept) => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: kept })), persisted);
  await show(false);
  await show(true);
  await expect.poll(() => calls.length).toBe(2);
  await isShown(page);
});

test('a page that is one document asks once at a time, and its last address counts', async ({ selling, page }) => {
  await using site = await scripted(await selling(0), { isSpa: true });
  const pending: { path: string; answer: () => void }[] = [];
  await page.goto(site.url);
  await isShown(page);
  await page.route(isCall, (route) => {
    const { searchParams } = new URL(route.request().url());
    const path = new URL(searchParams.get('url') ?? site.url).pathname;
    return new Promise<void>((done) => pending.push({ path, answer: () => done(route.continue()) }));
  });
  await push(page, '/tickets');
  await expect.poll(() => pending.length).toBe(1);
  await push(page, '/tickets/two');
  await push(page, '/about');
  pending[0]!.answer();
  await expect.poll(() => pending.map(({ path }) => path)).toEqual(['/tickets', '/about']);
  const answered = page.waitForResponse(({ url }) => url().includes('about')).catch(() => undefined);
  pending[1]!.answer();
  await answered;
  await isShown(page);
  expect(page.url()).toBe(`${site.url}about`);
  expect(pending).toHaveLength(2);
});

test('one page in five reports its time, if the answer wants a report', async ({ selling, page }) => {
  await using site = await scripted(await selling(600));
  const reports: unknown[] = [];
  const told: number[] = [];
  page.on('request', (request) => request.method() === 'PUT' && reports.push([new URL(request.url()).pathname, request.postDataJSON()]));
  page.on('response', (response) => response.request().method() === 'PUT' && told.push(response.status()));
  await page.route(isCall, async (route) => {
    if (!['GET', 'POST'].includes(route.request().method())) {
      return route.continue();
    }
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: object };
    return route.fulfill({ response, json: { result: { ...result, responseID: 'ab12' } } });
  });
  await page.addInitScript(() => (Math.random = () => Number(new URLSearchParams(location.search).get('random'))));
  await page.goto(`${site.url}tickets?random=0.2`);
  await isShown(page);
  expect(reports).toEqual([]);
  await page.goto(`${site.url}tickets?random=0.19`);
  await expect.poll(() => told).toEqual([200]);
  expect(reports).toEqual([['/v1/responses/ab12', { httpCode: 200, sampleRate: 5, time: expect.any(Number) as unknown }]]);
});

test('a browser that keeps nothing breaks nothing', async ({ selling, page }) => {
  const anteroom = await selling(600);
  await using site = await scripted(anteroom, { isSpa: true });
  await page.addInitScript(() => {
    const blocked = (): never => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: blocked });
  });
  const calls = callsOf(page);
  await page.goto(`${site.url}tickets`);
  await isShown(page);
  await push(page, '/tickets/two');
  await expect.poll(() => calls[1]).toMatch(/^GET \/v1\/requests\/tok0/);
  await isShown(page);
  expect(await anteroom.grants()).toHaveLength(1);
});

test('the tag may stand twice, late, and below a prefix of paths', async ({ selling, page }) => {
  const anteroom = await selling(600);
  const tag = tagOf(anteroom, { path: `/queue${MAIN}`, attributes: 'async' });
  await using site = await StaticPage.start('<p id="page">The shop</p>', { head: tag + tag });
  const calls = callsOf(page);
  await page.goto(`${site.url}tickets`);
  await expect.poll(() => tokenOf(page)).toMatch(/^tok0/);
  await isShown(page);
  expect(calls).toEqual(['POST /queue/v1/requests']);
});

test('lite: without a token the server decides, with one nobody is asked', async ({ selling, page }) => {
  const anteroom = await selling(600);
  await using site = await scripted(anteroom, { path: LITE });
  const calls = callsOf(page);
  await page.goto(`${site.url}about`);
  await isShown(page);
  expect(calls).toEqual(['GET /v1/rooms']);
  await page.goto(`${site.url}tickets?a=1#top`, { waitUntil: 'commit' });
  await page.waitForRequest((request) => request.url().startsWith(`${site.url}tickets?a=1&ch-id=tok0`));
  await page.waitForURL(`${site.url}tickets?a=1#top`);
  await isShown(page);
  expect(await tokenOf(page)).toMatch(/^tok0/);
  expect(calls.slice(1)).toEqual(['GET /v1/rooms', 'GET /v1/redirect/requests']);
  await page.goto(`${site.url}tickets/two`);
  await isShown(page);
  expect(calls).toHaveLength(3);
  expect(await anteroom.grants()).toHaveLength(1);
  expect(await refused(page)).toEqual([]);
});

test('lite: above the rate the visitor waits in the room and comes back', async ({ selling, page }) => {
  const anteroom = await selling(0);
  await using site = await scripted(anteroom, { path: LITE });
  const left = page.waitForRequest(isRoom);
  await page.goto(`${site.url}tickets?a=1`, { waitUntil: 'commit' });
  const { 'ch-id': token } = parametersOf(await left) as Record<string, string>;
  await new WaitingPage(page).shown();
  await raise(anteroom, page);
  await page.waitForURL(`${site.url}tickets?a=1`);
  await isShown(page);
  expect(await tokenOf(page)).toBe(token);
});

test('lite: an old token goes to the server once, whatever the clock says', async ({ selling, page }) => {
  await using site = await scripted(await selling(600), { path: LITE });
  await giveToken(page, OLD_TOKEN);
  const calls = callsOf(page);
  const again = page.waitForRequest((request) => request.url().includes('ch-id='));
  await page.goto(`${site.url}tickets`, { waitUntil: 'commit' });
  await again;
  await page.waitForURL(`${site.url}tickets`);
  await isShown(page);
  expect(await tokenOf(page)).toMatch(/^tok0.{28}$/);
  expect(calls).toEqual(['GET /v1/rooms', `GET /v1/redirect/requests/${OLD_TOKEN}`]);

  // A device whose clock is two days ahead sends its visitor to the room once for each page, and
  // not in a loop.
  await page.clock.install({ time: Date.now() + 2 * 24 * 60 * 60 * 1_000 });
  const returned = page.waitForRequest((request) => request.url().includes('ch-id='));
  await page.goto(`${site.url}tickets/two`, { waitUntil: 'commit' });
  await returned;
  await page.waitForURL(`${site.url}tickets/two`);
  await isShown(page);
  expect(calls).toHaveLength(4);
});

test('lite: without the feed people are let be', async ({ selling, page }) => {
  const anteroom = await selling(0);
  await using site = await scripted(anteroom, { path: LITE });
  await page.route(isCall, (route) => route.abort());
  await page.goto(`${site.url}tickets`);
  await isShown(page);
  await page.unrouteAll();
  await using stranger = await scripted(anteroom, { path: LITE, key: '0'.repeat(64) });
  await page.goto(`${stranger.url}tickets`);
  await isShown(page);
});

test('both scripts are small, and pages of any site load them', async ({ selling, request }) => {
  const { http } = await selling(600);
  for (const path of [MAIN, LITE]) {
    const script = await request.get(`${http}${path}?id=${PUBLIC_KEY}`, { headers: { 'accept-encoding': 'br' } });
    const headers = script.headers();
    expect(script.status()).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['content-encoding']).toBe('br');
    expect(Number(headers['content-length'])).toBeLessThanOrEqual(BROTLI_BYTES_MAX);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await request.get(http + path, { headers: { 'if-none-match': headers.etag! } });
    expect(again.status()).toBe(304);
  }
});
