/** The cost and the destinations of a visit: no other host, no violated policy, few bytes. */

import type { Page } from '@playwright/test';

import { purchase } from '../../support/site/site.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd, enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** HTML and styles, which the first paint needs. */
const FIRST_PAINT_BYTES_MAX = 14 * 1_024;
const FIRST_LOAD_BYTES_MAX = 64 * 1_024;
/** Including headers. */
const POLL_BYTES_MAX = 600;

/** Records console errors, exceptions, and requested hosts from now on. */
function watch(page: Page): { errors: string[]; hosts: Set<string> } {
  const seen = { errors: [] as string[], hosts: new Set<string>() };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      seen.errors.push(message.text());
    }
  });
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('requestfailed', (request) => seen.errors.push(`${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => seen.hosts.add(new URL(request.url()).host));
  return seen;
}

test('a whole visit asks no other host and breaks no policy', async ({ openWithSite, page }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 120 });
  using _crowd = await Crowd.gather(anteroom, 20);
  const seen = watch(page);
  await page.goto(site.url);
  await page.locator('#buy').click();
  await new WaitingPage(page).hydrated();
  await anteroom.change({ message: 'Back at noon.' });
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  await purchase(page);

  expect(seen.hosts).toEqual(new Set([new URL(site.url).host, new URL(anteroom.http).host]));
  const leaving = (error: string): boolean => error.includes('getStatus') && error.includes('net::ERR_ABORTED');
  expect(seen.errors.filter((error) => !leaving(error))).toEqual([]);
});

test('pages are kept out of frames and caches, and run no script but their own', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const nonces = new Set<string | undefined>();
  for (const _load of [1, 2]) {
    const response = await page.goto(anteroom.enter());
    const headers = response!.headers();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("'unsafe-inline'");
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1]);
  }
  expect(nonces.size, 'a nonce is used once').toBe(2);
  expect(nonces).not.toContain(undefined);
  await page.evaluate(() => {
    const intruder = '<button id="intruder" onclick="document.documentElement.dataset.intruder = 1">';
    document.body.insertAdjacentHTML('beforeend', intruder);
    document.getElementById('intruder')?.click();
  });
  await expect(page.locator('html')).not.toHaveAttribute('data-intruder');
});

test('assets are compressed, named by content and kept for ever', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.goto(anteroom.enter());
  const paths = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  // A first waiting page contains its stylesheet; every other page links the same file.
  const about = await (await fetch(`${anteroom.http}/about`)).text();
  const sheets = [...about.matchAll(/\/assets\/[^"]+\.css/g)].map(([path]) => anteroom.http + path);
  expect(sheets).not.toEqual([]);
  const assets = [...paths.filter((path) => path.includes('/assets/')), ...sheets];
  expect(assets.length).toBeGreaterThanOrEqual(3);
  for (const asset of assets) {
    const response = await fetch(asset, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(asset).toMatch(/[.-][0-9a-f]{8,}\./);
  }
});

test('a first load is small', async ({ open, page }, info) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 20);
  await anteroom.change({ message: 'The popular sizes are restocked at noon; there is enough for everybody in line.' });
  const sizes = new Map<string, number>();
  page.on('requestfinished', async (request) => {
    const { responseBodySize } = await request.sizes();
    sizes.set(`${request.resourceType()} ${new URL(request.url()).pathname}`, responseBodySize);
  });
  await page.goto(anteroom.https + new URL(anteroom.enter()).search.replace('?', '/?'));
  await new WaitingPage(page).hydrated();
  await expect.poll(() => [...sizes.keys()].some((name) => name.endsWith('.wasm'))).toBe(true);

  const list = [...sizes].map(([name, bytes]) => `${bytes} ${name}`).join('\n');
  await info.attach('bytes', { body: list, contentType: 'text/plain' });
  const sum = (...types: string[]): number =>
    [...sizes].filter(([name]) => types.includes(name.split(' ')[0]!)).reduce((total, [, bytes]) => total + bytes, 0);
  expect(sum('document'), list).toBeGreaterThan(1_000);
  expect(sum('stylesheet'), list).toBe(0);
  expect(sum('document', 'stylesheet'), list).toBeLessThanOrEqual(FIRST_PAINT_BYTES_MAX);
  const everything = [...sizes.values()].reduce((total, bytes) => total + bytes, 0);
  expect(everything, list).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  console.log(`first load, bytes on the wire without headers: ${everything}\n${list}`);
});

test('a first page is styled without another request, and a page of ours links the sheet', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const [sheets, errors] = [[] as string[], [] as string[]];
  page.on('console', (message) => /Security Policy/.test(message.text()) && errors.push(message.text()));
  page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()));
  const look = (): Promise<string[]> =>
    page.evaluate(() => {
      const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
      const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent');
      return [color, backgroundColor, fontFamily, accent];
    });
  await page.goto(anteroom.https + new URL(anteroom.enter()).search.replace('?', '/?'));
  await new WaitingPage(page).hydrated();
  expect(sheets).toEqual([]);
  expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0);
  const first = await look();
  expect(first.at(-1)).not.toBe('');

  await page.evaluate(() => location.assign(location.href));
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  await new WaitingPage(page).hydrated();
  expect(sheets.length).toBe(1);
  expect(await page.locator('style').count()).toBe(0);
  expect(await look()).toEqual(first);
  expect(errors).toEqual([]);
});

test('the polls of a page are small, headers included', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 30);
  await anteroom.change({ message: 'The popular sizes are restocked at noon. '.repeat(8) });
  const polls: number[] = [];
  page.on('requestfinished', async (request) => {
    if (request.url().includes('/api/getStatus')) {
      const { responseHeadersSize, responseBodySize } = await request.sizes();
      polls.push(responseHeadersSize + responseBodySize);
    }
  });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated();
  await expect.poll(() => polls.length).toBeGreaterThan(2);
  console.log(`polls, bytes with headers: ${polls.join(', ')}`);
  expect(Math.max(...polls)).toBeLessThanOrEqual(POLL_BYTES_MAX);
});
