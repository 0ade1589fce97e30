/**
 * The four integration tests with which a site checks its connector: with the Rust connector, and
 * with the vendor’s own, unmodified.
 */

import type { Page } from '@playwright/test';

import { queueIdOf, mint, tampered, TOKEN_SECONDS, tokenOf, unixSeconds } from '../../support/token.ts';
import { purchase } from '../../support/site/site.ts';
import { expect, SITES, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd, Visitor } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

for (const [connector, start] of Object.entries(SITES)) {
  test.describe(connector, () => {
    test('successful flow: waits with a number, comes back with a token, shops without another wait', async ({
      openWithSite,
      page,
      context,
    }) => {
      const { anteroom, site } = await openWithSite(start);
      using _crowd = await Crowd.gather(anteroom, 8);
      const navigations = new NavigationLog(context);

      await page.goto(site.url);
      await page.locator('#buy').click();
      const waiting = new WaitingPage(page);
      await waiting.shown();
      await expect(waiting.slot('number')).toHaveText('9');

      const html = page.locator('html');
      await expect(html).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
      expect(navigations.withToken).toHaveLength(1);
      expect(new URL(navigations.withToken[0]!).origin).toBe(site.url);
      expect(page.url()).not.toContain('queueittoken');
      expect(new URL(page.url()).pathname).toBe('/product');

      const pagesInLine = navigations.waiting.length;
      await purchase(page);
      expect(navigations.waiting, 'nobody is sent back during a purchase').toHaveLength(pagesInLine);
    });

    test('no looping: one entry, one token, and both name the same place', async ({ openWithSite, page, context }) => {
      const { anteroom, site } = await openWithSite(start);
      using _crowd = await Crowd.gather(anteroom, 4);
      const navigations = new NavigationLog(context);

      await page.goto(site.url);
      await page.locator('#buy').click();
      await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
      const queueId = await page.locator('#queue-id').textContent();

      expect(navigations.entries).toHaveLength(1);
      expect(navigations.withToken).toHaveLength(1);
      expect(new Set(navigations.waiting.map((url) => url.searchParams.get('q')))).toEqual(new Set([queueId]));
      expect(queueIdOf(tokenOf(navigations.withToken[0]!)!)).toBe(queueId);
    });

    test('tampered link: an error page that leads back into the line, once', async ({ openWithSite, browserOf }) => {
      const { anteroom, site } = await openWithSite(start);
      const granted = await (await Visitor.enter(anteroom, { t: `${site.url}/product` })).untilTurn();

      const context = await browserOf();
      const [page, navigations] = [await context.newPage(), new NavigationLog(context)];
      await page.goto(tampered(granted));
      await expect(page).toHaveURL(/\/error\/hash\//);
      await refused(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t confirm your link');

      await backIntoTheLine(page, navigations);
    });

    test('shared link, older than three minutes: the page says that it is too old, and leads back into the line', async ({
      openWithSite,
      browserOf,
    }) => {
      const { anteroom, site } = await openWithSite(start);
      const visitor = await Visitor.enter(anteroom);
      const old = mint(anteroom.secretKey, visitor.queueId, unixSeconds() - TOKEN_SECONDS - 1);

      const context = await browserOf();
      const [page, navigations] = [await context.newPage(), new NavigationLog(context)];
      await page.goto(`${site.url}/product?queueittoken=${old}`);
      await expect(page).toHaveURL(/\/error\/timestamp\//);
      await refused(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your link has expired');

      await backIntoTheLine(page, navigations);
    });
  });
}

/** Checks the page of a refused token, which does not redirect by itself. */
async function refused(page: Page): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-page', 'error');
  await expect(html).toHaveAttribute('data-error-id', '6');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** Follows the way back: a new place, and finally the site. */
async function backIntoTheLine(page: Page, navigations: NavigationLog): Promise<void> {
  expect(navigations.waiting, 'nothing leads into the line by itself').toHaveLength(0);
  await page.getByRole('link', { name: 'Back to the line' }).click();
  await new WaitingPage(page).shown();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  expect(navigations.entries).toHaveLength(1);
  expect(navigations.withToken, 'the refused one and a good one').toHaveLength(2);
  expect(navigations.urls.filter((url) => url.includes('/error/'))).toHaveLength(1);
}
