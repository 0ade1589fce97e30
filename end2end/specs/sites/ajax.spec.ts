/**
 * Calls of a page to a site behind a connector: they are sent unchanged, and lead the page into the
 * room if the connector demands it.
 */

import type { Page, Route } from '@playwright/test';

import { type Anteroom, ROOM } from '../../support/server/anteroom.ts';
import { configure, protect, tags } from '../../support/site/protected-page.ts';
import { expect, SITES, test } from '../../support/test.ts';

const HEADER = 'x-queueit-ajaxpageurl';

/** Adds our scripts to a page without scripts. */
async function equip(page: Page, anteroom: Anteroom): Promise<void> {
  await configure(page, []);
  await page.evaluate(async (html) => {
    const parsed = document.createRange().createContextualFragment(html);
    for (const made of parsed.querySelectorAll('script')) {
      const loaded = new Promise((resolve) => made.addEventListener('load', resolve));
      document.head.append(made);
      await loaded;
    }
  }, tags(anteroom, 'data-queueit-intercept="true"'));
}

const CALLS: Record<string, (path: string) => Promise<string>> = {
  fetch: async (path) => (await fetch(path)).text(),
  XMLHttpRequest: (path) =>
    new Promise((resolve) => {
      const call = new XMLHttpRequest();
      call.open('GET', path);
      call.onload = () => resolve(call.responseText);
      call.send();
    }),
};

test.describe('a page whose session is over', () => {
  // The demo shop allows no scripts of other sites.
  test.use({ bypassCSP: true });

  for (const [connector, start] of Object.entries(SITES)) {
    for (const [name, call] of Object.entries(CALLS)) {
      test(`is led into the room and back by ${name}: ${connector}`, async ({ openWithSite, page, context }) => {
        const { anteroom, site } = await openWithSite(start);
        const product = `${site.url}/product`;
        await page.goto(product);
        await page.waitForURL(product);
        await equip(page, anteroom);
        expect(await page.evaluate(call, '/basket')).toContain('data-shop="basket"');
        expect(page.url()).toBe(product);

        // Removes the place as well, because our connector accepts its recent token once.
        await context.clearCookies();
        const entered = page.waitForRequest((request) => new URL(request.url()).searchParams.get('e') === ROOM);
        // The page may navigate before the call returns.
        await page.evaluate(call, '/basket').catch(() => undefined);
        const { searchParams } = new URL((await entered).url());
        expect([searchParams.get('_jsar'), searchParams.get('t')]).toEqual(['1', product]);
        await page.waitForURL(product);
        await expect(page.locator('html')).toHaveAttribute('data-shop', 'product');
      });
    }
  }
});

/** Answers with a description of the request. */
async function echo(route: Route): Promise<void> {
  const request = route.request();
  const headers = { 'access-control-allow-origin': '*', 'x-answer': 'yes' };
  await route.fulfill({ headers, json: { method: request.method(), headers: request.headers(), body: request.postData() } });
}

interface Echo {
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Starts a page with our scripts, and hosts that only this page sends requests to. */
async function talking(page: Page, anteroom: Anteroom, attributes = ''): Promise<AsyncDisposable & { url: string }> {
  const site = await protect(anteroom, { attributes: `data-queueit-intercept="true" ${attributes}`, scripts: '; connect-src *' });
  await configure(page, []);
  await page.route('**/echo*', echo);
  await page.goto(`${site.url}page?a=1`);
  return site;
}

test('what a page gives to fetch goes out as it is, with the header beside it', async ({ open, page }) => {
  await using site = await talking(page, await open());
  const said = await page.evaluate(async () => {
    const ask = async (input: RequestInfo | URL, init?: RequestInit): Promise<Echo> => (await fetch(input, init)).json() as Promise<Echo>;
    const request = new Request('/echo', { method: 'POST', body: 'hello', headers: { 'x-own': '1' } });
    return [
      await ask(request),
      await ask('echo', { method: 'PUT', body: new URLSearchParams({ a: '1' }), headers: [['x-own', '2']] }),
      await ask(new URL('/echo', location.href)),
      await ask(new Request('/echo', { headers: { 'x-own': '3' } }), { headers: { 'x-own': '4' } }),
    ];
  });
  expect(said.map(({ method, body }) => [method, body])).toEqual([['POST', 'hello'], ['PUT', 'a=1'], ['GET', null], ['GET', null]]);
  expect(said.map(({ headers }) => headers['x-own'])).toEqual(['1', '2', undefined, '4']);
  expect(said[1]!.headers['content-type']).toContain('application/x-www-form-urlencoded');
  for (const { headers } of said) {
    expect(headers[HEADER]).toBe(encodeURIComponent(`${site.url}page?a=1`));
  }
});

test('failures of fetch are the same as ever', async ({ open, page }) => {
  await using site = await talking(page, await open());
  await page.route('**/lost', (route) => route.abort());
  const failures = await page.evaluate(async () => {
    const name = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'none', (error: Error) => error.name);
    const aborted = new AbortController();
    aborted.abort();
    const used = new Request('/echo', { method: 'POST', body: 'x' });
    await used.text();
    return [
      await name(fetch('/lost')), await name(fetch('http://[')), await name(fetch('/echo', { method: 'GET', body: 'x' })),
      await name(fetch('/echo', { signal: aborted.signal })), await name(fetch(used)),
      await name((fetch as () => Promise<unknown>)()),
    ];
  });
  expect(failures).toEqual(['TypeError', 'TypeError', 'TypeError', 'AbortError', 'TypeError', 'none']);
  expect(page.url()).toContain(site.url);
});

test('only configured hosts get the header with the page’s address', async ({ open, page }) => {
  await using site = await talking(page, await open(), 'data-queueit-intercept-domain="shop.test"');
  const told = (url: string): Promise<boolean> =>
    page.evaluate(async ([url, header]) => header! in ((await (await fetch(url!)).json()) as Echo).headers, [url, HEADER]);
  await page.route('**/echo*', (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    return route.request().method() === 'OPTIONS' ? route.fulfill({ headers, status: 204 }) : echo(route);
  });
  expect(await told(`${site.url}echo`)).toBe(true);
  expect(await told('http://api.shop.test/echo')).toBe(true);
  expect(await told('http://elsewhere.test/echo')).toBe(false);
});

test('an XMLHttpRequest keeps its methods, events and order', async ({ open, page }) => {
  await using site = await talking(page, await open());
  const [events, said] = await page.evaluate(async () => {
    const events: string[] = [];
    const call = new XMLHttpRequest();
    call.onreadystatechange = () => events.push(`state ${call.readyState}`);
    const done = (): Promise<Echo> => new Promise((resolve) => (call.onloadend = () => resolve(call.response as Echo)));
    call.addEventListener('load', () => events.push('load'));
    call.open('POST', '/echo', true);
    call.setRequestHeader('x-own', '1');
    call.responseType = 'json';
    call.send('hello');
    const first = await done();
    call.open('GET', '/echo');
    call.send();
    const second = await done();
    const sync = new XMLHttpRequest();
    sync.open('GET', '/echo', false);
    sync.send();
    return [events, [first, second, JSON.parse(sync.responseText) as Echo]] as const;
  });
  expect(events).toEqual(['state 1', 'state 2', 'state 3', 'state 4', 'load', 'state 1', 'state 2', 'state 3', 'state 4', 'load']);
  expect(said.map(({ method, body }) => [method, body])).toEqual([['POST', 'hello'], ['GET', null], ['GET', null]]);
  expect(said[0]!.headers['x-own']).toBe('1');
  for (const { headers } of said) {
    expect(headers[HEADER]).toBe(encodeURIComponent(`${site.url}page?a=1`));
  }
});

test('a header that leads nowhere on the web leads nowhere', async ({ open, page }) => {
  await using site = await talking(page, await open(), 'data-queueit-ku-redirect-headername="x-lead"');
  await page.route('**/lead', (route) => route.fulfill({ headers: { 'x-lead': encodeURIComponent('javascript:document.title="gone"') }, body: 'x' }));
  await page.evaluate(() => fetch('/lead'));
  expect([page.url(), await page.title()]).toEqual([`${site.url}page?a=1`, 'Summer sale']);
  await page.route('**/lead', (route) => route.fulfill({ headers: { 'X-Lead': encodeURIComponent(`${site.url}room?a&t=x`) }, body: 'x' }));
  await page.evaluate(() => void fetch('/lead'));
  await page.waitForURL(`${site.url}room?a&_jsar=1&t=x`);
});
