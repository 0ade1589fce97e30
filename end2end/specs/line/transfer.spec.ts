/**
 * Transfer of a place from the desktop to the phone: by its code and by the address in the picture,
 * with and without script.
 */

import { devices, type Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import type { Anteroom } from '../../support/server/anteroom.ts';
import { SilentNetwork } from '../../support/silent-network.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

test('the phone takes the place over, the desktop shows it, and the phone is let through', async ({ openWithSite, page, context, browserOf, picture }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 60 });
  await anteroom.act('pause');
  await enterMany(anteroom, 2);
  const desktop = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await desktop.hydrated();
  const { queueId } = desktop;

  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('link', { name: 'Continue on another device' }).click();
  await expect(second.locator('html')).toHaveAttribute('data-state', 'offer');
  await withoutViolations(second);
  await fitsItsWidth(second);
  await second.getByRole('button', { name: 'Show a code' }).click();
  await expect(second.locator('html')).toHaveAttribute('data-state', 'code');
  await expect(second.getByRole('img', { name: 'A QR code' })).toBeVisible();
  await expect(second.getByText(`${anteroom.http}/move/demo/sale`)).toBeVisible();
  const code = (await second.locator('[data-slot="code"]').textContent()) ?? '';
  expect(code).toMatch(/^[2-9B-Z]{4}-[2-9B-Z]{4}$/);
  await withoutViolations(second);
  await fitsItsWidth(second);
  await picture(second, 'move-code');

  const pocket = await browserOf(PHONE);
  const screen = await pocket.newPage();
  await screen.goto(`${anteroom.http}/move/demo/sale`);
  await expect(screen.locator('html')).toHaveAttribute('data-state', 'enter');
  await withoutViolations(screen);
  await picture(screen, 'move-enter');
  await screen.goto(`${anteroom.http}/move/demo/sale/${code}`);
  await expect(screen.locator('html')).toHaveAttribute('data-state', 'confirm');
  await withoutViolations(screen);
  await fitsItsWidth(screen);
  await picture(screen, 'move-confirm');
  await screen.getByRole('button', { name: 'Move my place here' }).click();
  const phone = new WaitingPage(screen);
  await phone.hydrated();
  await expect(phone.slot('number')).toHaveText('3');
  const moved = phone.queueId;
  expect(moved).not.toBe(queueId);

  await expect(desktop.html).toHaveAttribute('data-page', 'moved');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place has moved to another device');
  await withoutViolations(page);

  await anteroom.act('resume');
  await screen.waitForURL(`${site.url}/**`);
  const granted = (await anteroom.grants()).map((grant) => grant.queueId);
  expect(granted).toContain(moved);
  expect(granted).not.toContain(queueId);
});

test('without script a code is typed in, wrong ones are refused, and the first page says that the place has moved', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const [desktop, phone] = await Promise.all([
    browserOf({ javaScriptEnabled: false }),
    browserOf({ ...PHONE, javaScriptEnabled: false }),
  ]);
  const page = await desktop.newPage();
  await page.goto(anteroom.enter());
  const address = page.url();
  await page.getByRole('link', { name: 'Continue on another device' }).click();
  await page.getByRole('button', { name: 'Show a code' }).click();
  const code = (await page.locator('[data-slot="code"]').textContent()) ?? '';

  const screen = await phone.newPage();
  await screen.goto(`${anteroom.http}/move/demo/sale`);
  await fitsItsWidth(screen);
  const field = screen.getByRole('textbox', { name: 'Your code' });
  await field.fill('2222 2222');
  await field.press('Enter');
  await expect(screen.getByRole('alert')).toContainText('This code isn’t valid');
  await field.fill(code.toLowerCase().replace('-', ''));
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect(screen.locator('html')).toHaveAttribute('data-page', 'queue');
  await expect(screen.locator('[data-slot="number"]')).toHaveText('1');

  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('data-page', 'moved');
  await page.getByRole('link', { name: 'Back to the line' }).click();
  await expect(page.locator('[data-slot="number"]')).toHaveText('2');
});

test('the page with the code says by itself that the place has moved', async ({ open, page, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.goto(anteroom.enter({ cid: 'ar' }));
  await page.locator('.move-on a').click();
  await page.locator('form button').click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'code');
  const code = (await page.locator('[data-slot="code"]').textContent()) ?? '';
  const screen = await (await browserOf(PHONE)).newPage();
  await screen.goto(`${anteroom.http}/move/demo/sale/${code}`);
  await screen.getByRole('button', { name: 'Move my place here' }).click();
  await expect(screen.locator('html')).toHaveAttribute('data-page', 'queue');
  await expect(page.locator('html')).toHaveAttribute('data-page', 'moved');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await withoutViolations(page);
  await picture(page, 'move-moved-ar');
});

test('the page with the code says that its connection is lost, and what happened meanwhile', async ({ open, page, context, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.clock.install();
  const code = await showCode(page, anteroom);
  const [note, region, lost] = [page.locator('.connection'), page.getByRole('status'), 'Connection lost. This page is trying to reconnect.'];
  await expect(note).toBeHidden();

  await context.setOffline(true);
  await expect(note, 'by an event of the browser').toBeVisible();
  await expect(note).toHaveText(lost);
  await expect(region).toHaveText(lost);
  await withoutViolations(page);
  await fitsItsWidth(page);
  await picture(page, 'move-code-offline');
  await context.setOffline(false);
  await expect(note, 'by an answer').toBeHidden();
  await expect(region).toHaveText('Continue on another device');

  const network = await SilentNetwork.of(page, '**/move?*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => network.count('/move')).toBeGreaterThan(0);
  await page.clock.runFor(4_700);
  await expect(note).toBeHidden();
  await page.clock.runFor(200);
  await expect(note, 'without an event, five seconds after the request').toBeVisible();
  const screen = await (await browserOf(PHONE)).newPage();
  await screen.goto(`${anteroom.http}/move/demo/sale/${code}`);
  await screen.getByRole('button', { name: 'Move my place here' }).click();
  await expect(screen.locator('html')).toHaveAttribute('data-page', 'queue');
  await network.returns();
  await expect(page.locator('html')).toHaveAttribute('data-page', 'moved');
});

test('a code that expires while the connection is lost leaves its page in place', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.clock.install();
  await showCode(page, anteroom);
  await context.setOffline(true);
  // The time for which a code is good, and then another request.
  for (const ms of [301_000, 4_000]) {
    const failed = page.waitForEvent('requestfailed');
    await page.clock.fastForward(ms);
    await failed;
  }
  await expect(page.locator('.connection')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('html'), 'a new code can be had').toHaveAttribute('data-state', 'offer');
});

test('the device that takes the place over picks its language', async ({ open, page, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.goto(`${anteroom.http}/move/demo/sale`);
  await picture(page, 'move-enter-desktop');
  const screen = await (await browserOf({ ...PHONE, javaScriptEnabled: false })).newPage();
  await screen.goto(`${anteroom.http}/move/demo/sale/2222-2222?t_show=7`);
  await picture(screen, 'move-confirm-picker');
  await screen.getByLabel('Language').selectOption('العربية');
  await screen.getByRole('button', { name: 'Change language' }).click();
  await expect(screen.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(screen.locator('html')).toHaveAttribute('data-state', 'confirm');
  expect(new URL(screen.url()).search).toBe('?cid=ar&t_show=7');
  await fitsItsWidth(screen);
  await picture(screen, 'move-confirm-ar');
});

test('a place that is taken over just as the turn comes leads to the site', async ({ openWithSite, browserOf }) => {
  const { anteroom } = await openWithSite(startShop, { max_outflow: 600 });
  const bare = { javaScriptEnabled: false };
  const desktop = await (await browserOf(bare)).newPage();
  await desktop.goto(anteroom.enter({ cid: 'en-US' }));
  await new WaitingPage(desktop).isNear();
  await desktop.getByRole('link', { name: 'Continue on another device' }).click();
  await desktop.getByRole('button', { name: 'Show a code' }).click();
  const code = (await desktop.locator('[data-slot="code"]').textContent()) ?? '';
  const phone = await (await browserOf(bare)).newPage();
  const refused: string[] = [];
  phone.on('console', (message) => message.text().includes('form-action') && refused.push(message.text()));
  await phone.goto(`${anteroom.http}/move/demo/sale/${code}`);
  await phone.getByRole('button', { name: 'Move my place here' }).click();
  await expect(phone.locator('html')).toHaveAttribute('data-shop', 'product');
  // The page's own refresh would also lead there, but later.
  expect(refused).toEqual([]);
});

/** Takes a place, has a code made for it, and returns the code. */
async function showCode(page: Page, anteroom: Anteroom): Promise<string> {
  await page.goto(anteroom.enter());
  await page.getByRole('link', { name: 'Continue on another device' }).click();
  await page.getByRole('button', { name: 'Show a code' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'code');
  return (await page.locator('[data-slot="code"]').textContent()) ?? '';
}
