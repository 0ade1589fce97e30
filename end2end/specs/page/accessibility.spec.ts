/**
 * Keyboard, screen reader, zoom and colour schemes, with a script written from left to right and
 * one written from right to left.
 */

import type { Page } from '@playwright/test';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { purchase } from '../../support/site/site.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** Our pages, each opened in a fresh room. */
const PAGES: Record<string, (page: Page, anteroom: Anteroom, cid: string) => Promise<void>> = {
  'in line': async (page, anteroom, cid) => {
    await anteroom.change({ message: 'Small sizes are back at noon.' });
    await enterMany(anteroom, 12);
    await page.goto(anteroom.enter({ cid }));
    await new WaitingPage(page).is('in-line');
  },
  'almost there': async (page, anteroom, cid) => {
    // With one grant a minute, the first permit becomes due long after this test.
    await anteroom.change({ maxOutflow: 1 });
    await page.goto(anteroom.enter({ cid }));
    await new WaitingPage(page).is('almost');
  },
  paused: async (page, anteroom, cid) => {
    await enterMany(anteroom, 12);
    await anteroom.act('pause');
    await page.goto(anteroom.enter({ cid }));
    await new WaitingPage(page).is('paused');
  },
  error: async (page, { http }, cid) => {
    await page.goto(`${http}/error/hash/?c=${CUSTOMER}&e=${ROOM}&cid=${cid}`);
    await expect(page.locator('html')).toHaveAttribute('data-page', 'error');
  },
  status: async (page, { http }, cid) => {
    await page.goto(`${http}/status/${CUSTOMER}/${ROOM}?cid=${cid}`);
    await expect(page.locator('html')).toHaveAttribute('data-page', 'status');
  },
  about: async (page, { http }, cid) => {
    await page.goto(`${http}/about?cid=${cid}`);
    await expect(page.locator('html')).toHaveAttribute('data-page', 'about');
  },
};

for (const [name, bring] of Object.entries(PAGES)) {
  for (const cid of ['en', 'ar']) {
    test(`${name}, ${cid}: no violations in light and dark, one heading, the right direction`, async ({ open, page }) => {
      const anteroom = await open({ max_outflow: 0 });
      await bring(page, anteroom, cid);
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', new RegExp(`^${cid}`));
      await expect(html).toHaveAttribute('dir', cid === 'ar' ? 'rtl' : 'ltr');
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      await withoutViolations(page);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await withoutViolations(page);
    });

    test(`${name}, ${cid}: 320 px wide and at 400 % nothing has to be scrolled sideways`, async ({ open, browserOf }) => {
      const anteroom = await open({ max_outflow: 0 });
      const sizes = [{ viewport: { width: 320, height: 640 } }, { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }];
      for (const size of sizes) {
        const page = await (await browserOf(size)).newPage();
        await bring(page, anteroom, cid);
        await fitsItsWidth(page);
      }
    });
  }
}

test('the shop has no violations', async ({ openWithSite, page }) => {
  const { site } = await openWithSite(startShop, { max_outflow: 600 });
  await page.goto(site.url);
  await withoutViolations(page);
  await page.locator('#buy').click();
  await expect(page.locator('html')).toHaveAttribute('data-shop', 'product');
  await withoutViolations(page);
  await purchase(page);
  await withoutViolations(page);
});

test('the keyboard reaches the skip link and the way out, and shows where it is', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await PAGES['in line']!(page, anteroom, 'en');
  const skip = page.getByRole('link', { name: 'Skip to your place in line' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await visiblyFocused(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('#status')).toBeFocused();
  const way = [
    ...['Play a sound', 'Show a notification'].map((name) => page.getByRole('button', { name })),
    page.getByRole('link', { name: 'Leave the line' }),
    page.getByRole('link', { name: 'Continue on another device' }),
    page.getByLabel('Language'),
    page.locator('summary'),
  ];
  const behind = ['Status of this waiting room', 'What is this page?'].map((name) => page.getByRole('link', { name }));
  await new WaitingPage(page).hydrated();
  for (const stop of [...way, ...behind]) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await visiblyFocused(page);
    if (stop === way.at(-1)) {
      await page.keyboard.press('Enter');
    }
  }
});

async function visiblyFocused(page: Page): Promise<void> {
  const { clip, outline } = await page.evaluate(() => {
    const { clipPath, outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
    return { clip: clipPath, outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) };
  });
  expect(clip).toBe('none');
  expect(outline).toBeGreaterThanOrEqual(2);
}

test('what a screen reader finds on the waiting page', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await PAGES['in line']!(page, anteroom, 'en');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to your place in line":
      - /url: "#status"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading "You’re in line" [level=1]
      - paragraph: When it’s your turn, you’ll go in automatically. There’s no need to reload.
      - term: People ahead of you
      - definition: "12"
      - term: Estimated wait
      - definition: not known at the moment
      - term: Your number in line
      - definition: "13"
      - progressbar "Your progress through the line"
      - paragraph:
        - text: Last updated
        - time: /\\d+:\\d\\d:\\d\\d/
      - status: /12 people are ahead of you/
      - region "Announcement": Small sizes are back at noon.
      - paragraph: /Please keep this page open/
    - contentinfo:
      - paragraph:
        - link "Leave the line"
      - paragraph:
        - link "Continue on another device"
      - paragraph: Powered by Anteroom
  `);
});

test('what a screen reader finds on an error page', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await PAGES.error!(page, anteroom, 'en');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the content":
      - /url: "#content"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading "We couldn’t confirm your link" [level=1]
      - paragraph: /incomplete or has been changed/
      - paragraph: /join the line again/
      - paragraph:
        - link "Back to the line"
      - paragraph: /Reference/
    - contentinfo:
      - paragraph: Powered by Anteroom
  `);
});
