/**
 * Leaving the line: a question that states the loss, ten seconds in which the answer can be undone,
 * and pages that open beside the line.
 */

import type { Locator, Page } from '@playwright/test';

import { withoutViolations } from '../../support/axe.ts';
import type { Anteroom } from '../../support/server/anteroom.ts';
import { startingIn } from '../../support/draw.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** The time in which leaving can be undone, plus a moment for the form, in milliseconds. */
const UNDO_MS = 11_000;

interface Leaving {
  waiting: WaitingPage;
  dialog: Locator;
  link: Locator;
}

/** Opens the waiting page, whose clock the test moves. */
async function inLine(anteroom: Anteroom, page: Page): Promise<Leaving> {
  const waiting = new WaitingPage(page);
  await page.clock.install();
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  return { waiting, dialog: page.getByRole('dialog'), link: page.getByRole('link', { name: 'Leave the line' }) };
}

const button = (dialog: Locator, name: string): Locator => dialog.getByRole('button', { name, exact: true });

async function confirm({ dialog, link }: Leaving): Promise<void> {
  await link.click();
  await button(dialog, 'Leave the line').click();
  await expect(button(dialog, 'Undo')).toBeFocused();
}

test('the question says what is lost, keeps the focus, and Escape answers no', async ({ open, page, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  const { waiting, dialog, link } = await inLine(anteroom, page);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAttribute('role', 'dialog');
  await expect(dialog).toHaveAccessibleName('Leave the line');
  await expect(dialog).toHaveAccessibleDescription(/lose your place for good/);
  await expect(button(dialog, 'Keep my place')).toBeFocused();
  await withoutViolations(page);
  await picture(page, 'leaving-question');
  for (const stop of ['Leave the line', 'Keep my place']) {
    await page.keyboard.press('Shift+Tab');
    const inside = await dialog.evaluate((box) => document.activeElement === document.body || box.contains(document.activeElement));
    expect(inside, stop).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await waiting.shown();
  expect((await anteroom.stats()).waiting).toBe(1);
});

test('for ten seconds it can be undone, and the place is as it was', async ({ open, page, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 3);
  const leaving = await inLine(anteroom, page);
  const { waiting, dialog } = leaving;
  const { queueId } = waiting;
  await confirm(leaving);
  await withoutViolations(page);
  await picture(page, 'leaving-undo');
  await page.clock.fastForward(9_000);
  expect((await anteroom.stats()).waiting, 'nothing is sent yet').toBe(4);
  const asked = page.waitForRequest((request) => request.url().includes('getStatus'));
  await button(dialog, 'Undo').click();
  await asked;
  await expect(dialog).toBeHidden();
  await page.clock.fastForward(60_000);
  await expect(waiting.slot('number')).toHaveText('4');
  expect(waiting.queueId).toBe(queueId);
  expect((await anteroom.stats()).waiting).toBe(4);
});

test('after ten seconds the place is given up', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const leaving = await inLine(anteroom, page);
  await confirm(leaving);
  await expect(leaving.dialog.locator('b')).toHaveText('10');
  await page.clock.runFor(UNDO_MS);
  await expect(page.locator('html')).toHaveAttribute('data-page', 'left');
  expect((await anteroom.stats()).waiting).toBe(0);
});

test('a tab that is closed in these seconds keeps its place', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 0 });
  const leaving = await inLine(anteroom, page);
  const { queueId } = leaving.waiting;
  await confirm(leaving);
  await page.close();
  const again = new WaitingPage(await context.newPage());
  await again.page.goto(anteroom.enter());
  await again.shown();
  expect(again.queueId).toBe(queueId);
});

test('a turn that comes in these seconds waits for the answer', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const leaving = await inLine(anteroom, page);
  await confirm(leaving);
  await anteroom.change({ maxOutflow: 600 });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.clock.fastForward(5_000);
  expect((await anteroom.stats()).redirectsTotal, 'nobody claims').toBe(0);
  await expect(leaving.dialog).toBeVisible();
  const left = page.waitForRequest((request) => request.url().includes('queueittoken='));
  await button(leaving.dialog, 'Undo').click();
  await expect(async () => {
    await page.clock.fastForward(2_000);
    expect((await anteroom.stats()).redirectsTotal).toBe(1);
  }).toPass();
  await left;
});

test('what is only looked up opens beside the page, which goes on, and leads back', async ({ open, page, context }) => {
  const anteroom = await open(startingIn(1_800, { prequeue_minutes: 60 }));
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated('before');
  const { queueId } = waiting;
  await page.getByText('Details', { exact: true }).click();
  for (const name of ['Status of this waiting room', 'What is this page?', 'How to check the draw']) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const beside = await opened;
    await expect(beside.locator('html')).toHaveAttribute('data-page', /status|about|draw/);
    const asked = page.waitForResponse('**/api/getStatus?*');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect((await asked).status(), name).toBe(200);
    await beside.getByRole('link', { name: /^Back to/ }).click();
    await expect(beside.locator('html')).toHaveAttribute('data-page', 'before');
    expect(new URL(beside.url()).searchParams.get('q'), name).toBe(queueId);
    await beside.close();
  }
});
