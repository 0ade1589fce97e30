/**
 * A room that gives each mailbox one place: a code by e-mail on one device, and the same place on
 * another. With and without script.
 */

import { devices, type Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { Mailbox } from '../../support/server/mailbox.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

for (const javaScriptEnabled of [true, false]) {
  test(`a mailbox has one place on two devices, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ started, browserOf }) => {
    const isAccessible = async (page: Page): Promise<void> => (javaScriptEnabled ? withoutViolations(page) : undefined);
    const mailbox = started.keep(await Mailbox.start());
    const room = { max_outflow: 0, identity: 'email' };
    const { anteroom } = await started.stage(startShop, [room], { smtp: mailbox.smtp });
    const proves = async (page: Page): Promise<void> => {
      const before = mailbox.all.length;
      await page.goto(anteroom.enter());
      await expect(page.locator('html')).toHaveAttribute('data-page', 'identity');
      await isAccessible(page);
      await fitsItsWidth(page);
      await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      const field = page.getByRole('textbox', { name: 'Code from the email' });
      await expect(field).toBeVisible();
      await isAccessible(page);
      await fitsItsWidth(page);
      expect(mailbox.all).toHaveLength(before + 1);
      const [code] = /\d{4} \d{4}/.exec(mailbox.all[before]?.text ?? '') ?? [];
      await field.fill('0000 0000');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toContainText('This code isn’t right');
      await isAccessible(page);
      await field.fill(code ?? '');
      await page.getByRole('button', { name: 'Continue' }).click();
    };

    const desktop = await (await browserOf({ javaScriptEnabled })).newPage();
    await proves(desktop);
    await expect(desktop.locator('html')).toHaveAttribute('data-page', 'queue');
    const phone = await (await browserOf({ ...PHONE, javaScriptEnabled })).newPage();
    await proves(phone);
    await expect(phone.getByRole('heading', { name: 'You already have a place in line' })).toBeVisible();
    await isAccessible(phone);
    await phone.getByRole('button', { name: 'Move my place here' }).click();
    await expect(phone.locator('html')).toHaveAttribute('data-page', 'queue');
    await desktop.reload();
    await expect(desktop.getByRole('heading', { name: 'Your place has moved to another device' })).toBeVisible();
    expect((await anteroom.stats()).waiting).toBe(1);
  });
}
