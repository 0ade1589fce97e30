/**
 * Visits while there is no line: the room is idle, over, disabled, or not at its peak. A visitor
 * who passes gets a session that the connectors accept.
 */

import { startShop } from '../../support/site/shop.ts';
import { purchase } from '../../support/site/site.ts';
import { startingIn } from '../../support/draw.ts';
import { expect, SITES, test } from '../../support/test.ts';
import { queueIdOf, redirectTypeOf, tokenOf } from '../../support/token.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const FAR_SECONDS = 3_600;

for (const [connector, start] of Object.entries(SITES)) {
  test.describe(connector, () => {
    test('a disabled room passes everybody, whose session holds for the whole purchase', async ({
      openWithSite,
      page,
      context,
      browserOf,
    }) => {
      const { anteroom, site } = await openWithSite(start, { max_outflow: 0 });
      await anteroom.act('disable');
      const navigations = new NavigationLog(context);
      await page.goto(site.url);
      await page.locator('#buy').click();
      await purchase(page);
      expect(navigations.waiting, 'no page of ours').toHaveLength(0);
      expect(navigations.entries, 'sent to us once').toHaveLength(1);
      const token = tokenOf(navigations.withToken[0]!)!;
      expect([redirectTypeOf(token), queueIdOf(token)]).toEqual(['disabled', NOBODY]);
      expect(await anteroom.grants()).toEqual([]);

      await anteroom.act('enable');
      const later = await (await browserOf()).newPage();
      await later.goto(`${site.url}/product`);
      await new WaitingPage(later).shown();
    });

    test('at peak: below it nobody sees a line, and the session holds', async ({ openWithSite, page, context }) => {
      const { anteroom, site } = await openWithSite(start, { max_outflow: 60, visibility: 'at-peak' });
      const navigations = new NavigationLog(context);
      await page.goto(site.url);
      await page.locator('#buy').click();
      await purchase(page);
      expect(navigations.waiting).toHaveLength(0);
      expect(redirectTypeOf(tokenOf(navigations.withToken[0]!)!)).toBe('safetynet');
      expect((await anteroom.grants()).map(({ rt }) => rt)).toEqual(['safetynet']);
    });

    test('an idle room and an ended one may send everybody on', async ({ openWithSite, browserOf }) => {
      const { anteroom, site } = await openWithSite(start, startingIn(FAR_SECONDS, { before: 'target', after: 'target' }));
      const passes = async (): Promise<string | undefined> => {
        const context = await browserOf();
        const [page, navigations] = [await context.newPage(), new NavigationLog(context)];
        await page.goto(site.url);
        await page.locator('#buy').click();
        await purchase(page);
        return redirectTypeOf(tokenOf(navigations.withToken[0]!)!);
      };
      expect(await passes()).toBe('idle');
      await anteroom.act('end');
      expect(await passes()).toBe('afterevent');
    });
  });
}

// A full minute has to pass, and polls may be almost a minute apart.
test.describe.configure({ timeout: 100_000 });

test('at peak: once the minute is full there is a line, until it is empty', async ({ openWithSite, page, context }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 10, visibility: 'at-peak' });
  await enterMany(anteroom, 10);
  const [navigations, waiting] = [new NavigationLog(context), new WaitingPage(page)];
  await page.goto(`${site.url}/product`);
  await waiting.hydrated();
  await expect(waiting.slot('number')).toHaveText('11');
  await expect(waiting.html.and(page.locator('[data-shop="product"]'))).toBeAttached({ timeout: 75_000 });
  expect(redirectTypeOf(tokenOf(navigations.withToken[0]!)!)).toBe('queue');
  expect((await anteroom.grants()).map(({ rt }) => rt).filter((rt) => rt === 'safetynet')).toHaveLength(10);
});

test('a hidden room is as if there were none', async ({ open, page }) => {
  const anteroom = await open(startingIn(FAR_SECONDS, { before: 'hidden' }));
  const response = await page.goto(anteroom.enter());
  expect(response?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('data-error-id', '2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This waiting room isn’t open');
});

test('another address may stand before and after', async ({ open, request }) => {
  const [soon, over] = ['https://shop.example/soon', 'https://shop.example/over'];
  const anteroom = await open(startingIn(FAR_SECONDS, { before: soon, after: over }));
  const leadsTo = async (): Promise<string | undefined> =>
    (await request.get(anteroom.enter(), { maxRedirects: 0 })).headers().location;
  expect(await leadsTo()).toBe(soon);
  await anteroom.act('end');
  expect(await leadsTo()).toBe(over);
});

test('when a room ends, the page of a waiting visitor says so, and leads to the site', async ({ openWithSite, page }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 0 });
  const waiting = new WaitingPage(page);
  await page.goto(`${site.url}/product`);
  await waiting.hydrated();
  await anteroom.act('end');
  await expect(waiting.html).toHaveAttribute('data-page', 'after', { timeout: 50_000 });
  await waiting.is('ended');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This waiting room is closed');
  await expect(page.getByRole('link', { name: 'Back to the site' })).toHaveAttribute('href', `${site.url}/`);
});
