/**
 * The island is an enhancement: the line works without any script, and with scripts when the wasm
 * does not load.
 */

import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

test('without script the page refreshes itself and ends at the target', async ({ openWithSite, browserOf }) => {
  const { anteroom, site } = await openWithSite(startShop);
  using _crowd = await Crowd.gather(anteroom, 24);
  const context = await browserOf({ javaScriptEnabled: false });
  const [page, navigations] = [await context.newPage(), new NavigationLog(context)];
  const waiting = new WaitingPage(page);

  await page.goto(`${site.url}/product`);
  await waiting.shown();
  await expect(page.getByText('by itself'), 'said once').toHaveCount(1);
  await expect(waiting.slot('number')).toHaveText('25');
  const first = await waiting.count('ahead');
  await expect.poll(() => waiting.count('ahead')).toBeLessThan(first);

  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  expect(navigations.waiting.length).toBeGreaterThan(1);
  expect(new Set(navigations.waiting.map((url) => url.searchParams.get('q'))).size, 'one place all the time').toBe(1);
  expect(navigations.withToken).toHaveLength(1);
});

test('only a browser with script loads the island, and then while it still reads the page', async ({ open, browserOf, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const isIsland = (url: string): boolean => /\.(?:js|wasm)$/.test(new URL(url).pathname);
  const bare = await (await browserOf({ javaScriptEnabled: false })).newPage();
  for (const opened of [bare, page]) {
    const loaded: string[] = [];
    opened.on('request', (request) => { loaded.push(...[request.url()].filter(isIsland)); });
    await opened.goto(anteroom.enter(), { waitUntil: 'load' });
    if (opened === bare) {
      expect(loaded).toEqual([]);
      continue;
    }
    await new WaitingPage(opened).hydrated();
    const wasm = loaded.filter((url) => url.endsWith('.wasm'));
    expect(wasm, 'what is loaded early is what the island uses').toHaveLength(1);
    const [at, read] = await opened.evaluate((url) => {
      const [file] = performance.getEntriesByName(url);
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return [file!.startTime, navigation!.domInteractive];
    }, wasm[0]!);
    expect(at).toBeLessThan(read);
  }
});

test('with script but no wasm the fallback refresh takes over', async ({ openWithSite, page, context }) => {
  const { anteroom, site } = await openWithSite(startShop);
  using _crowd = await Crowd.gather(anteroom, 12);
  await page.route('**/*.wasm', (route) => route.abort());
  const navigations = new NavigationLog(context);
  const waiting = new WaitingPage(page);

  await page.goto(`${site.url}/product`);
  await waiting.shown();
  await expect(waiting.html).not.toHaveAttribute('data-hydrated');
  await expect.poll(() => navigations.waiting.length).toBeGreaterThan(1);

  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  expect(new Set(navigations.waiting.map((url) => url.searchParams.get('q'))).size, 'one place all the time').toBe(1);
});

test('wasm that comes late still takes over, and the refresh ends', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 1 });
  using _crowd = await Crowd.gather(anteroom, 12);
  let held: (() => void) | undefined;
  const release = new Promise<void>((resolve) => (held = resolve));
  await page.route('**/*.wasm', async (route) => {
    await release;
    await route.continue();
  });
  const navigations = new NavigationLog(context);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.shown();
  await expect(waiting.html).not.toHaveAttribute('data-hydrated');
  held?.();
  await waiting.hydrated();
  expect(navigations.waiting).toHaveLength(1);
});
