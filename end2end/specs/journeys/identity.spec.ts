/**
 * A room that gives each mailbox one place: a code by e-mail on one device, and the same place on
 * another. With and without script. Where codes cost work, the page does it.
 */

import { devices, type Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import { reload } from '../../support/reload.ts';
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
      await expect(field).toBeFocused();
      await expect(page.getByText('ada@example.com'), 'a typo would be seen').toBeVisible();
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
    await reload(desktop);
    await expect(desktop.getByRole('heading', { name: 'Your place has moved to another device' })).toBeVisible();
    expect((await anteroom.stats()).waiting).toBe(1);
  });
}

test('where a code costs work, the page does it and sends its form again', async ({ started, page }) => {
  const mailbox = started.keep(await Mailbox.start());
  const price = { prequeue_work: true, standard_work: 200 };
  const room = startingIn(1_800, { prequeue_minutes: 60, identity: 'email', price });
  const { anteroom } = await started.stage(startShop, [room], { smtp: mailbox.smtp });
  const forms: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') {
      forms.push(request.postData() ?? '');
    }
  });
  await page.goto(anteroom.enter());
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('textbox', { name: 'Code from the email' })).toBeVisible({ timeout: 30_000 });
  expect(mailbox.all).toHaveLength(1);
  expect(forms).toHaveLength(2);
  expect(forms.map((form) => new URLSearchParams(form).get('address'))).toEqual(['ada@example.com', 'ada@example.com']);
  expect(forms.map((form) => new URLSearchParams(form).has('work'))).toEqual([false, true]);
  expect(page.url(), 'no address of a page has the work or the mailbox').not.toMatch(/work=|ada/);
});

test('while the page works for a code, its button is busy and the bar shows the progress', async ({ started, page }) => {
  const mailbox = started.keep(await Mailbox.start());
  const price = { prequeue_work: true, standard_work: 20_000 };
  const room = startingIn(1_800, { prequeue_minutes: 60, identity: 'email', price });
  const { anteroom } = await started.stage(startShop, [room], { smtp: mailbox.smtp });
  let forms = 0;
  page.on('request', (request) => (forms += Number(request.method() === 'POST')));
  await page.clock.install();
  // The page hears of the progress, and not of the solution, however fast this machine is.
  const content = `window.Worker = class extends Worker {
    set onmessage(hear) { super.onmessage = (event) => 'tried' in event.data && hear(event); }
  }`;
  await page.addInitScript({ content });
  await page.goto(anteroom.enter());
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('progressbar', { name: 'A short check comes first' })).toBeVisible();
  await expect(page.getByText('A short check comes first')).toBeVisible();
  await expect(page.getByText('the code is sent by itself')).toBeVisible();
  const button = page.getByRole('button', { name: 'Send me a code' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await withoutViolations(page);
  await button.click({ force: true });
  expect(forms, 'a press meanwhile sends nothing').toBe(1);
  // From then on waiting pays as well.
  await page.clock.fastForward(61_000);
  await expect(button).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('the code is sent by itself')).toBeHidden();
  await button.click();
  await expect.poll(() => forms).toBe(2);
});

test('without script the page says when to press the button again', async ({ started, browserOf }) => {
  const mailbox = started.keep(await Mailbox.start());
  const price = { prequeue_work: true };
  const room = startingIn(1_800, { prequeue_minutes: 60, identity: 'email', price });
  const { anteroom } = await started.stage(startShop, [room], { smtp: mailbox.smtp });
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await page.goto(anteroom.enter());
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('If nothing has happened after 1 minute, please press the button again.')).toBeVisible();
  await expect(page.getByText('A short check comes first'), 'why').toBeVisible();
  await expect(page.getByText('by itself'), 'nothing is sent by itself').toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('ada@example.com');
  await fitsItsWidth(page);
  expect(mailbox.all).toHaveLength(0);
});
