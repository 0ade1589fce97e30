/**
 * E-mail shortly before the turn: the visitor enters the address on one device and opens the link
 * on another, which continues to the shop. With and without script.
 */

import { devices, type Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { reload } from '../../support/reload.ts';
import { Mailbox, linkOf } from '../../support/server/mailbox.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];
/** The server looks every few seconds. */
const SOON = { timeout: 30_000 };

for (const javaScriptEnabled of [true, false]) {
  test(`an e-mail leads from the desktop to the phone and into the shop, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ started, browserOf, picture }) => {
    // The examination of a page is itself a script.
    const isAccessible = async (page: Page): Promise<void> => (javaScriptEnabled ? withoutViolations(page) : undefined);
    const mailbox = started.keep(await Mailbox.start());
    const room = { max_outflow: 1, email: true };
    const { anteroom, site } = await started.stage(startShop, [room], { smtp: mailbox.smtp });
    await enterMany(anteroom, 40);
    const desktop = await (await browserOf({ javaScriptEnabled })).newPage();
    await desktop.goto(anteroom.enter());
    await desktop.getByRole('link', { name: 'Email me when it’s nearly my turn' }).click();
    await expect(desktop.locator('html')).toHaveAttribute('data-state', 'ask');
    await isAccessible(desktop);
    await fitsItsWidth(desktop);
    await picture(desktop, 'email-ask');
    const field = desktop.getByRole('textbox', { name: 'Email address' });
    await field.fill('ada@example');
    await desktop.getByRole('button', { name: 'Save' }).click();
    await expect(desktop.getByRole('alert')).toContainText('We can’t send to this email address');
    await expect(field).toHaveValue('ada@example');
    await isAccessible(desktop);
    await field.fill('ada@example.com');
    await desktop.getByRole('button', { name: 'Save' }).click();
    await expect(desktop.getByRole('status')).toHaveText('✓ Saved: ada@example.com');
    await isAccessible(desktop);
    await fitsItsWidth(desktop);
    await picture(desktop, 'email-kept');
    await desktop.getByRole('link', { name: 'Back to your place in line' }).click();
    await expect(desktop.locator('html')).toHaveAttribute('data-page', 'queue');
    expect(mailbox.all).toHaveLength(0);

    await anteroom.change({ maxOutflow: 20 });
    await expect.poll(() => mailbox.all.length, SOON).toBe(1);
    const [email] = mailbox.all;
    expect(email?.subject).toBe('Summer sale: your turn is coming up');
    const link = linkOf(email!);
    await anteroom.act('pause');

    // A program that checks the mailbox fetches the link.
    expect((await fetch(link)).status).toBe(200);
    const phone = await (await browserOf({ ...PHONE, javaScriptEnabled })).newPage();
    await phone.setContent(String(email?.html));
    await picture(phone, 'email-message');
    await fitsItsWidth(phone);
    await phone.goto(link);
    await expect(phone.locator('html')).toHaveAttribute('data-state', 'confirm');
    await isAccessible(phone);
    await fitsItsWidth(phone);
    await phone.getByRole('button', { name: 'Move my place here' }).click();
    await expect(phone.locator('html')).toHaveAttribute('data-page', 'queue');
    await expect(phone.locator('[data-slot="number"]')).toHaveText('41');
    await reload(desktop);
    await expect(desktop.locator('html')).toHaveAttribute('data-page', 'moved');

    const late = await (await browserOf({ javaScriptEnabled })).newPage();
    await late.goto(link);
    await expect(late.getByRole('alert')).toContainText('no longer valid');
    await isAccessible(late);

    await anteroom.act('resume');
    await anteroom.change({ maxOutflow: 2_000 });
    await phone.waitForURL(`${site.url}/**`, { timeout: 60_000 });
    expect(mailbox.all).toHaveLength(1);
  });
}
