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
/** Longer than a page without scripts waits before it goes on, in milliseconds. */
const WITHOUT_SCRIPT_MS = 14_000;
/** The longest time in which such a page is expected to have gone on, in milliseconds. */
const LEFT_MS_MAX = 25_000;

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
  await expect(dialog).toHaveAccessibleDescription(/lose your place\. If you come back later/);
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
  const title = await page.title();
  expect(title).toContain('3');
  await confirm(leaving);
  await expect(page, 'no number that stands still').toHaveTitle('You’re leaving the line');
  await withoutViolations(page);
  await picture(page, 'leaving-undo');
  const offset = await dialog.getByText('Time left:').evaluate((left) => {
    const words = document.createRange();
    words.selectNode(left.firstChild!);
    const [time, undo] = [words, left.previousElementSibling!].map((part) => part.getBoundingClientRect());
    return time!.top + time!.bottom - undo!.top - undo!.bottom;
  });
  expect(Math.abs(offset / 2), 'the words stand at the middle of the button').toBeLessThan(3);
  await page.clock.fastForward(9_000);
  expect((await anteroom.stats()).waiting, 'nothing is sent yet').toBe(4);
  await expect(page).toHaveTitle('You’re leaving the line');
  const asked = page.waitForRequest((request) => request.url().includes('getStatus'));
  await button(dialog, 'Undo').click();
  await asked;
  await expect(dialog).toBeHidden();
  await expect(page).toHaveTitle(title);
  await page.clock.fastForward(60_000);
  await expect(waiting.slot('number')).toHaveText('4');
  expect(waiting.queueId).toBe(queueId);
  expect((await anteroom.stats()).waiting).toBe(4);
});

test('after ten seconds the place is given up', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const leaving = await inLine(anteroom, page);
  await confirm(leaving);
  await expect(leaving.dialog.locator('b')).toHaveText('00:10');
  await expect(leaving.dialog.getByText('Time left:')).toBeVisible();
  // Screen readers hear once that it can be undone. They read the time left when asked, or with the
  // button, and hear no second of it by itself.
  await expect(leaving.dialog.getByRole('alert')).toContainText('You can still undo this.');
  const left = leaving.dialog.getByRole('timer');
  await expect(left).toHaveText('Time left: 00:10');
  await expect(left).not.toHaveAttribute('aria-live');
  await expect(leaving.dialog.getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription('Time left: 00:10');
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

/** Opens the waiting page without scripts, and answers the question. */
async function leaveWithoutScript(anteroom: Anteroom, page: Page): Promise<WaitingPage> {
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.shown();
  await page.getByRole('link', { name: 'Leave the line' }).click();
  await expect(waiting.html).toHaveAttribute('data-state', 'question');
  await page.getByRole('button', { name: 'Leave the line' }).click();
  await expect(waiting.html).toHaveAttribute('data-state', 'pending');
  return waiting;
}

test('without script it can be undone as well, and the place is as it was', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 2);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const answer = page.waitForResponse((response) => response.url().includes('leaving=begin'));
  const waiting = await leaveWithoutScript(anteroom, page);
  const refresh = (await (await answer).headerValue('refresh')) ?? '';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re leaving the line');
  await expect(page.locator('.lead')).toHaveText('You can still undo this.');
  await expect(page.getByText('Time left: less than a minute'), 'without motion, words that stay true').toBeVisible();
  await picture(page, 'leaving-without-script');
  expect((await anteroom.stats()).waiting, 'nothing is given up yet').toBe(3);
  await page.getByRole('link', { name: 'Undo', exact: true }).click();
  await waiting.shown();
  await expect(waiting.slot('number')).toHaveText('3');
  await page.waitForTimeout(WITHOUT_SCRIPT_MS);
  await page.reload();
  await expect(waiting.slot('number')).toHaveText('3');
  // The address to which the page would have gone on, as the history keeps it.
  await page.goto(new URL(refresh.split('; url=')[1] ?? '', page.url()).href);
  await expect(waiting.html).toHaveAttribute('data-state', 'question');
  expect((await anteroom.stats()).waiting).toBe(3);
});

test('without script the page says by the second for how long it can be undone', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ javaScriptEnabled: false, reducedMotion: 'no-preference' })).newPage();
  await leaveWithoutScript(anteroom, page);
  const begun = Date.now();
  const shown = page.locator('.seconds > b').filter({ visible: true });
  await expect(page.getByText('Time left:')).toBeVisible();
  await expect(shown).toHaveText(/^00:(10|0[6-9])$/);
  for (const [seconds, text] of [[5, '00:05'], [2, '00:02'], [0, '00:00']] as const) {
    await expect.poll(() => shown.textContent(), { intervals: [100] }).toBe(text);
    const left = 10 - (Date.now() - begun) / 1_000;
    expect(left, `${text} stands on the page`).toBeLessThan(seconds + 1.5);
  }
});

test('without script the page goes on after ten seconds, and the place is given up', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  const waiting = await leaveWithoutScript(anteroom, page);
  const asked = Date.now();
  await expect(waiting.html).toHaveAttribute('data-page', 'left', { timeout: LEFT_MS_MAX });
  expect(Date.now() - asked).toBeGreaterThan(9_000);
  expect((await anteroom.stats()).waiting).toBe(0);
  await page.getByRole('link', { name: 'Back to the line' }).click();
  await waiting.shown();
  await expect(waiting.slot('number')).toHaveText('2');
});

test('without script, too, a page that is closed in these seconds keeps its place', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const context = await browserOf({ javaScriptEnabled: false });
  const page = await context.newPage();
  await leaveWithoutScript(anteroom, page);
  await page.close();
  const again = new WaitingPage(await context.newPage());
  await again.page.waitForTimeout(WITHOUT_SCRIPT_MS);
  await again.page.goto(anteroom.enter());
  await again.shown();
  await expect(again.slot('number')).toHaveText('1');
  expect((await anteroom.stats()).waiting).toBe(1);
});

test('pages to read open beside the waiting page, which keeps polling, and lead back', async ({ open, page, context }) => {
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
    await beside.waitForLoadState();
    const asked = page.waitForResponse('**/api/getStatus?*');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect((await asked).status(), name).toBe(200);
    const back = beside.getByRole('link', { name: /^Back to/ });
    expect((await back.boundingBox())!.height, name).toBeGreaterThanOrEqual(44);
    await back.click();
    await expect(beside.locator('html')).toHaveAttribute('data-page', 'before');
    expect(new URL(beside.url()).searchParams.get('q'), name).toBe(queueId);
    await beside.close();
  }
});
