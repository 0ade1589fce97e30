/**
 * "Hold my turn": when it is nearly their turn, a visitor steps aside for a few minutes. Others go
 * first, the time is counted, and after the return the next free permit is theirs.
 */

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** One permit in five seconds, and a minute aside. */
const SLOW = { max_outflow: 12, hold_minutes: 1 };
/** Longer than a permit and the polls before it take. */
const A_WHILE_MS = 12_000;

test('a visitor steps aside, is not let in, comes back and goes in', async ({ openWithSite, page }) => {
  const { anteroom } = await openWithSite(startShop, SLOW);
  using crowd = await Crowd.gather(anteroom, 3);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.isNear();

  const form = page.locator('form.hold');
  await expect(form).toContainText('you keep your place');
  await form.getByRole('button', { name: 'Hold my turn for up to 1 minute' }).click();
  await waiting.is('aside');
  await expect(waiting.slot('headline')).toHaveText('Your turn is on hold');
  await expect(waiting.slot('hold-left')).toHaveText(/^00:5\d$/);
  await waiting.hydrated();
  await crowd.allIn;
  await page.waitForTimeout(A_WHILE_MS);
  await waiting.is('aside');

  await page.getByRole('button', { name: 'I’m back' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 20_000 });
});

test('the end of the time is announced, and then the page continues by itself', async ({ openWithSite, page }) => {
  const { anteroom } = await openWithSite(startShop, SLOW);
  const waiting = new WaitingPage(page);
  await page.clock.install();
  await page.goto(anteroom.enter());
  await waiting.isNear();
  await page.locator('form.hold .offer button').click();
  await waiting.is('aside');
  await expect(page).not.toHaveTitle('Your time is nearly over');
  await page.clock.fastForward(31_000);
  await expect(page).toHaveTitle('Your time is nearly over');
});

test('another tab follows, and has the way back', async ({ openWithSite, page, context }) => {
  test.setTimeout(100_000);
  // With three people ahead and one permit in ten seconds there is time for two tabs.
  const { anteroom } = await openWithSite(startShop, { max_outflow: 6, hold_minutes: 1 });
  using crowd = await Crowd.gather(anteroom, 3);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await expect(page.locator('form.hold .offer button')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  const followed = new WaitingPage(other);
  await followed.hydrated();

  await page.locator('form.hold .offer button').click();
  await waiting.is('aside');
  await followed.is('aside');
  await expect(followed.slot('hold-left')).toHaveText(/^00:[0-5]\d$/);
  await other.getByRole('button', { name: 'I’m back' }).click();
  await crowd.allIn;
  // Both windows are let in with one token, for which the site gives one session.
  for (const window of [other, page]) {
    await expect(window.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 60_000 });
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the same form leads aside and back', async ({ openWithSite, page }) => {
    const { anteroom } = await openWithSite(startShop, SLOW);
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter());
    await waiting.isNear();
    await page.getByRole('button', { name: 'Hold my turn for up to 1 minute' }).click();
    await waiting.is('aside');
    await expect(waiting.slot('hold-left')).toHaveText(/minute/);
    await page.getByRole('button', { name: 'I’m back' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-shop', 'product', { timeout: 30_000 });
  });
});

for (const [theme, colorScheme] of [['default', 'light'], ['neutral', 'dark']] as const) {
  test(`on a phone, from right to left, ${theme}, ${colorScheme}`, async ({ open, browserOf, picture }) => {
    test.setTimeout(100_000);
    const anteroom = await open({ max_outflow: 6, hold_minutes: 1, theme });
    using _crowd = await Crowd.gather(anteroom, 3);
    const browser = await browserOf({ viewport: { width: 360, height: 740 }, locale: 'ar', hasTouch: true, isMobile: true, colorScheme });
    const page = await browser.newPage();
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter({ cid: 'ar' }));
    await waiting.hydrated();
    const button = page.locator('form.hold .offer button');
    await expect(button).toBeInViewport();
    await withoutViolations(page);
    await fitsItsWidth(page);
    await picture(page, `hold-offer-ar-${theme}`);
    await button.tap();
    await waiting.is('aside');
    await expect(page.locator('form.hold .aside button')).toBeInViewport();
    await withoutViolations(page);
    await fitsItsWidth(page);
    await picture(page, `hold-aside-ar-${theme}`);
  });
}

test('a room that does not offer it shows nothing of it', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).shown();
  await expect(page.locator('form.hold')).toHaveCount(0);
});
