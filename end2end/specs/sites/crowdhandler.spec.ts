/**
 * The journeys of browsers through a site that CrowdHandler's own SDK protects: its calls reach our
 * server, and people wait on our page.
 */

import type { Page } from '@playwright/test';

import { ROOM } from '../../support/server/anteroom.ts';
import { expect, POOL, type Scene, SLUG, test } from '../../support/site/crowdhandler/test.ts';
import { arrived } from '../../support/site/site.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const CLOSED = { pool: { rate: 0 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const TARGET = '/tickets?evt=1&x=a%20b';
/** The headers of a browser's request before a call. */
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,x-api-key',
};

/** Waits for the room's page, live, with that number. */
async function inLine(page: Page, number: number): Promise<WaitingPage> {
  const waiting = new WaitingPage(page);
  await waiting.hydrated();
  expect(await waiting.count('number')).toBe(number);
  return waiting;
}

/** The name of the site's cookie and its value, as the browser has them. */
async function cookieOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'crowdhandler')?.value;
}

/**
 * Waits for the site's page, from a room that has just opened: the page of a closed room asks every
 * 40 seconds, unless the browser's network comes back.
 */
async function letIn(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.locator('html')).toHaveAttribute('data-shop', name, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/** The parameters that the SDK adds to the address of a waiting room. */
function sentTo({ anteroom, site, publicKey }: Scene, url: string): Record<string, string> {
  const address = new URL(url);
  expect([address.origin, address.pathname]).toEqual([anteroom.http, `/${SLUG}`]);
  const { 'ch-id': token, ...rest } = Object.fromEntries(address.searchParams);
  expect(rest).toEqual({ url: `${site.url}${TARGET}`, 'ch-code': '', 'ch-public-key': publicKey });
  return { token: token! };
}

test('below the rate a visitor passes at once, and never sees the room', async ({ page, protect }) => {
  const { site, api } = await protect();
  const navigations = new NavigationLog(page.context());
  await page.goto(`${site.url}${TARGET}`);
  await arrived(page, 'tickets');
  expect(navigations.urls, 'no redirect').toEqual([`${site.url}${TARGET}`]);
  const token = await cookieOf(page);
  expect(token).toMatch(/^tok0[0-9A-Za-z_-]+$/);
  await page.goto(`${site.url}/tickets/seats`);
  await arrived(page, 'tickets-seats');
  await page.goto(`${site.url}/imprint`);
  await arrived(page, 'imprint');
  expect(await cookieOf(page), 'one token for the whole visit').toBe(token);
  expect(api.taken().map(({ what, answer }) => [what, answer.promoted, answer.status, answer.slug])).toEqual([
    ['POST /v1/requests/', 1, 1, SLUG],
    ['GET /v1/requests/{token}', 1, 1, SLUG],
    ['GET /v1/requests/{token}', 1, 0, null],
  ]);
});

test('people wait on the room’s page, and the site takes them back', async ({ page, protect, browserOf, picture }) => {
  const scene = await protect(CLOSED);
  const { anteroom, site, api } = scene;
  const navigations = new NavigationLog(page.context());
  await page.goto(`${site.url}${TARGET}`);
  const first = await inLine(page, 1);
  const { token } = sentTo(scene, navigations.urls[1]!);
  expect(await cookieOf(page), 'the site knows the visitor by the same token').toBe(token);
  expect(new URL(page.url()).searchParams.get('e')).toBe(ROOM);
  await expect(first.slot('number')).toBeVisible();
  await picture(page, 'crowdhandler-room-desktop');

  const phone = await (await browserOf(PHONE)).newPage();
  await phone.goto(`${site.url}${TARGET}`);
  await inLine(phone, 2);
  await picture(phone, 'crowdhandler-room-phone');

  await page.goto(`${site.url}${TARGET}`);
  await inLine(page, 1);
  expect(await anteroom.grants()).toEqual([]);
  api.taken();
  site.views();

  await anteroom.changePool(POOL, { rate: 6000 });
  for (const visitor of [page, phone]) {
    await letIn(visitor, 'tickets');
    expect(visitor.url(), 'without the parameters').toBe(`${site.url}${TARGET}`);
  }
  expect(await cookieOf(page)).toBe(token);
  const back = new URL(navigations.urls.at(-2)!);
  expect([...back.searchParams.keys()]).toEqual(['evt', 'x', 'ch-id', 'ch-id-signature', 'ch-requested', 'ch-code', 'ch-fresh']);
  expect([back.searchParams.get('ch-id'), back.search.startsWith('?evt=1&x=a%20b&ch-id=')]).toEqual([token, true]);
  const strips = site.views().map(({ decision }) => [decision?.promoted, decision?.stripParams]);
  expect(strips.toSorted()).toEqual([[true, false], [true, false], [true, true], [true, true]]);

  const numbers = (await anteroom.grants()).map(({ queueNumber }) => queueNumber);
  expect(numbers.toSorted()).toEqual([1, 2]);
  api.taken();
  await page.reload();
  await arrived(page, 'tickets');
  const [later, ...none] = api.taken();
  expect([later?.what, later?.answer.promoted, later?.answer.token, none]).toEqual(['GET /v1/requests/{token}', 1, token, []]);
  expect((await anteroom.stats()).redirectsTotal, 'each was let in once').toBe(2);
});

test('in the hybrid mode a browser comes back with a signature, and no more calls are made', async ({ page, protect }) => {
  const { anteroom, site, api } = await protect({ ...CLOSED, options: () => ({ mode: 'hybrid' }) });
  await page.goto(`${site.url}${TARGET}`);
  await inLine(page, 1);
  expect(await cookieOf(page), 'who waits has no cookie in this mode').toBeUndefined();
  expect(api.takenNames()).toEqual(['GET /v1/rooms/', 'POST /v1/requests/']);
  await anteroom.changePool(POOL, { rate: 6000 });
  await letIn(page, 'tickets');
  expect(page.url()).toBe(`${site.url}${TARGET}`);
  await page.goto(`${site.url}/tickets/seats`);
  await arrived(page, 'tickets-seats');
  expect(JSON.parse((await cookieOf(page)) ?? '')).toMatchObject({ integration: 'JSDK', tokens: [{}] });
  expect(api.takenNames(), 'the signed address, the page, the next page').toEqual(Array(3).fill('GET /v1/rooms/'));
});

test('a page that asks in the browser is let in or waits, from another site than ours', async ({ page, protect, browserOf }) => {
  const { anteroom, site, api } = await protect();
  const allowed = { origin: site.url, get: 'access-control-allow-origin' } as const;
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto(`${site.url}/app?from=/tickets`);
  await expect(page.locator('#secret')).toBeVisible();
  const token = await cookieOf(page);
  expect(token).toMatch(/^tok0/);
  const [preflight, post, ...none] = api.taken();
  expect([preflight?.what, post?.what, none]).toEqual(['OPTIONS /v1/requests/', 'POST /v1/requests/', []]);
  expect([preflight?.status, preflight?.headers[allowed.get], post?.headers[allowed.get]]).toEqual([200, allowed.origin, allowed.origin]);
  expect(JSON.parse(post!.body)).toEqual({ url: `${site.url}/app?from=/tickets` });
  await page.reload();
  await expect(page.locator('#secret')).toBeVisible();
  expect(await cookieOf(page)).toBe(token);
  expect(refused).toEqual([]);

  await anteroom.changePool(POOL, { rate: 0 });
  const second = await (await browserOf()).newPage();
  await second.goto(`${site.url}/app?from=/tickets&b=2#seats`);
  await inLine(second, 2);
  await anteroom.changePool(POOL, { rate: 6000 });
  await letIn(second, 'app');
  await expect(second.locator('#secret')).toBeVisible();
  await expect(second, 'the SDK drops the fragment').toHaveURL(`${site.url}/app?from=/tickets&b=2`);
  for (const [origin, told] of [[site.url, site.url], ['https://elsewhere.example', null]] as const) {
    const answer = await fetch(`${anteroom.http}/v1/requests/`, { method: 'OPTIONS', headers: { ...PREFLIGHT, origin } });
    expect(answer.headers.get(allowed.get), 'only registered sites read the answers').toBe(told);
  }
});

test('a waiting room of the site’s own asks by slug, and takes its visitor back', async ({ page, protect }) => {
  const scene = await protect({ ...CLOSED, ownRoom: true });
  const { anteroom, site, api } = scene;
  const navigations = new NavigationLog(page.context());
  await page.goto(`${site.url}${TARGET}`);
  await arrived(page, 'room');
  await expect(page.locator('#position')).toHaveText('1');
  const token = await cookieOf(page);
  const room = new URL(page.url());
  expect([room.pathname, room.searchParams.get('ch-id')]).toEqual([`/ch/${SLUG}`, token]);
  const [asked, polled] = api.taken();
  expect([asked?.what, polled?.what]).toEqual(['POST /v1/requests/', 'GET /v1/requests/{token}']);
  expect([polled?.query.get('slug'), polled?.query.has('url')]).toEqual([SLUG, false]);

  await anteroom.changePool(POOL, { rate: 6000 });
  await arrived(page, 'tickets');
  expect([page.url(), await cookieOf(page)]).toEqual([`${site.url}${TARGET}`, token]);
  const back = new URL(navigations.urls.at(-2)!);
  expect([...back.searchParams.keys()]).toEqual(['evt', 'x', 'ch-id', 'ch-id-signature', 'ch-requested', 'ch-code', 'ch-fresh']);
  expect((await anteroom.stats()).redirectsTotal).toBe(1);

  // Without an address to return to, the room's own target applies.
  await page.context().clearCookies();
  await page.goto(`${site.url}/ch/${SLUG}`);
  await arrived(page, 'tickets');
  await expect(page).toHaveURL(`${site.url}/tickets`);
});

test.describe('a wildcard domain', () => {
  const wildcard = { domains: ['https://*.shop.localhost'] };

  test('has one token for all its hosts', async ({ page, protect }) => {
    const { site, api, anteroom } = await protect({ pool: wildcard });
    const { port } = new URL(site.url);
    for (const host of ['www', 'tickets', 'a.b']) {
      await page.goto(`https://${host}.shop.localhost:${port}/tickets`);
      await arrived(page, 'tickets');
    }
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, domain }) => [name, domain])).toEqual([['crowdhandler', '.shop.localhost']]);
    expect(api.takenNames()).toEqual(['POST /v1/requests/', 'GET /v1/requests/{token}', 'GET /v1/requests/{token}']);
    expect((await anteroom.stats()).redirectsTotal).toBe(1);
  });

  test('sends its visitors to the room, and gets them back', async ({ page, protect }) => {
    const { site, anteroom } = await protect({ pool: { ...wildcard, rate: 0 } });
    const { port } = new URL(site.url);
    const target = `https://www.shop.localhost:${port}/tickets`;
    expect((await page.goto(target))?.status()).toBe(200);
    await inLine(page, 1);
    await anteroom.changePool(POOL, { rate: 6000 });
    await letIn(page, 'tickets');
    expect(page.url()).toBe(target);
  });
});

test('the lite validator leads a browser to the page, or into the room', async ({ page, protect, browserOf }) => {
  const options = (domain: string) => ({
    liteValidator: true,
    roomsConfig: [{ domain, slug: SLUG, patternType: 'contains' as const, urlPattern: '/tickets' }],
  });
  const { anteroom, site, api } = await protect({ options });
  const navigations = new NavigationLog(page.context());
  await page.goto(`${site.url}${TARGET}`);
  await arrived(page, 'tickets');
  expect(page.url()).toBe(`${site.url}${TARGET}`);
  const token = await cookieOf(page);
  const paths = navigations.urls.map((url) => new URL(url).pathname);
  expect(paths).toEqual(['/tickets', '/v1/redirect/requests', '/tickets', '/tickets']);
  expect(new URL(navigations.urls[2]!).searchParams.get('ch-id')).toBe(token);
  expect(api.takenNames(), 'asked by the browser, then by the site').toEqual([
    'GET /v1/redirect/requests', 'GET /v1/requests/{token}', 'GET /v1/requests/{token}',
  ]);

  await anteroom.changePool(POOL, { rate: 0 });
  const late = await (await browserOf()).newPage();
  await late.goto(`${site.url}${TARGET}`);
  await inLine(late, 2);
  await anteroom.changePool(POOL, { rate: 6000 });
  await letIn(late, 'tickets');
  expect(late.url()).toBe(`${site.url}${TARGET}`);
  expect((await anteroom.stats()).redirectsTotal).toBe(2);
});
