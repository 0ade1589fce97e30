/** Pictures for people, in `output/screenshots/`. Other specs test these pages. */

import type { BrowserContextOptions } from '@playwright/test';

import { CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { purchase } from '../../support/site/site.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const DESKTOP = { width: 1_280, height: 800 };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const LOOKS: Record<string, { cid?: string; options: BrowserContextOptions }> = {
  'waiting-desktop': { options: { viewport: DESKTOP } },
  'waiting-dark': { options: { viewport: DESKTOP, colorScheme: 'dark' } },
  'waiting-phone': { options: PHONE },
  'waiting-phone-dark': { options: { ...PHONE, colorScheme: 'dark' } },
  'waiting-ar': { cid: 'ar', options: { viewport: DESKTOP } },
  'waiting-ar-phone': { cid: 'ar', options: PHONE },
  'waiting-ja': { cid: 'ja', options: { viewport: DESKTOP } },
  'waiting-de': { cid: 'de', options: { viewport: DESKTOP } },
  'waiting-de-320': { cid: 'de', options: { viewport: { width: 320, height: 640 } } },
  'waiting-400-percent': { options: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
  'waiting-high-contrast': { options: { viewport: DESKTOP, forcedColors: 'active' } },
};

test('in line, in many looks', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 30 });
  using _crowd = await Crowd.gather(anteroom, 420);
  await anteroom.change({ message: 'The popular sizes are restocked at noon.' });
  for (const [name, { cid, options }] of Object.entries(LOOKS)) {
    const context = await browserOf(options);
    const page = await context.newPage();
    await page.goto(anteroom.enter(cid === undefined ? {} : { cid }));
    await new WaitingPage(page).hydrated();
    await picture(page, name);
    await context.close();
  }
});

test('almost there, and on the way', async ({ open, page, picture, browserOf }) => {
  const anteroom = await open({ max_outflow: 1 });
  const waiting = new WaitingPage(page);
  await page.setViewportSize(DESKTOP);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await waiting.is('almost');
  await picture(page, 'almost');
  const phone = await (await browserOf({ ...PHONE, colorScheme: 'dark' })).newPage();
  await phone.goto(anteroom.enter());
  await new WaitingPage(phone).is('almost');
  await picture(phone, 'almost-phone-dark');

  // A target that answers without content leaves the redirecting page visible.
  await page.route('http://127.0.0.1:9/**', (route) => route.fulfill({ status: 204 }));
  await anteroom.change({ maxOutflow: 600 });
  await waiting.is('redirecting');
  await expect(page.getByText('Please keep this page open.'), 'there is nothing to keep it open for').toBeHidden();
  const room = await page.locator('.leave, .move-on').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(room.every((height) => height === 0), 'the footer has no gap').toBe(true);
  await picture(page, 'redirecting');
});

test('paused, and without a connection', async ({ open, page, context, picture }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 40);
  const waiting = new WaitingPage(page);
  await page.setViewportSize(DESKTOP);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await context.setOffline(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await picture(page, 'offline');
  await context.setOffline(false);
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  await picture(page, 'online-again');
  await anteroom.act('pause');
  await page.reload();
  await waiting.is('paused');
  await picture(page, 'paused');
});

test('pages of words', async ({ open, page, picture, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const phone = await (await browserOf(PHONE)).newPage();
  const refused = `${anteroom.http}/error/hash/?c=${CUSTOMER}&e=${ROOM}`;
  await page.setViewportSize(DESKTOP);
  await page.goto(refused);
  await picture(page, 'error');
  await phone.goto(`${refused}&cid=ar`);
  await picture(phone, 'error-ar-phone');
  await page.goto(anteroom.enter({}, 'nowhere'));
  await picture(page, 'unknown-room');
  await page.goto(`${anteroom.http}/about`);
  await picture(page, 'about');
  await page.goto(anteroom.enter());
  await page.getByRole('link', { name: 'Leave the line' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'leaving');
});

test('the shop', async ({ openWithSite, page, picture }) => {
  const { site } = await openWithSite(startShop, { max_outflow: 600 });
  await page.setViewportSize(DESKTOP);
  await page.goto(site.url);
  await picture(page, 'shop-landing');
  await page.locator('#buy').click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-shop', 'product');
  await picture(page, 'shop-product');
  await purchase(page);
  await picture(page, 'shop-thank-you');
});
