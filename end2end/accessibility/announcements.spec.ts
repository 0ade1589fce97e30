/**
 * The announcements of a screen reader while a visitor waits: milestones, and within a state at
 * most one per minute.
 */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/test.ts';
import { enterMany } from '../support/visitor.ts';
import { WaitingPage } from '../support/waiting-page.ts';

const MINUTE_MS = 60_000;
const POLL_MS = 5_000;
const MINUTES = 10;
const AHEAD_AT_FIRST = 60_000;

interface Told {
  at: number;
  text: string;
}

/** The time in which a page reads an answer on a slow machine, milliseconds. */
const READ_MS_MAX = 15_000;

/** Records every text of the live region from now on, by the page's clock. */
async function listen(page: Page): Promise<() => Promise<Told[]>> {
  await page.evaluate(() => {
    const told: Told[] = [];
    const region = document.querySelector('[data-slot=announce]')!;
    Object.assign(window, { told });
    const hear = (): void => {
      told.push({ at: Date.now(), text: (region.textContent ?? '').trim() });
    };
    new MutationObserver(hear).observe(region, { characterData: true, childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { told: Told[] }).told);
}

/**
 * Moves the page's clock from poll to poll. The page must have read each answer before its clock
 * moves on, because otherwise its own time-out is over and it says that the connection is lost.
 */
async function pass(page: Page, milliseconds: number, lastTitle: () => string): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += POLL_MS) {
    const answered = page.waitForResponse(/getStatus/).catch(() => null);
    await page.clock.runFor(POLL_MS);
    // A page that asks again meanwhile, on a slow machine, has a later answer than this one.
    if (await answered) await expect(async () => expect(await page.title()).toBe(lastTitle())).toPass({ timeout: READ_MS_MAX });
  }
}

test('ten minutes in line: milestones, each at least a minute after the one before', { tag: '@told' }, async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  let polls = 0;
  const title = (): string => `Answer ${polls}`;
  await page.route('**/api/getStatus*', async (route) => {
    // Requests the full form, regardless of what the page already shows.
    const full = new URL(route.request().url());
    full.searchParams.delete('brief');
    const response = await route.fetch({ url: full.href });
    const status = (await response.json()) as { updateInterval: number; ticket: Record<string, unknown>; texts: Record<string, unknown> };
    // Simulates a long line that moves fast: a third of the people are let in every half minute.
    polls += 1;
    const ahead = Math.max(12, Math.round(AHEAD_AT_FIRST * (2 / 3) ** ((polls * POLL_MS) / 30_000)));
    status.updateInterval = POLL_MS;
    Object.assign(status.ticket, { usersInLineAheadOfYou: ahead });
    Object.assign(status.texts, { title: title(), ahead: String(ahead), announce: `${ahead} people are ahead of you.` });
    await route.fulfill({ response, json: status });
  });
  await enterMany(anteroom, 3);
  await page.goto(anteroom.enter());
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/data-ahead="\d+"/, `data-ahead="${AHEAD_AT_FIRST}"`) });
  });
  await page.clock.install();
  await page.reload();
  await new WaitingPage(page).hydrated();
  await new WaitingPage(page).is('in-line');
  const told = await listen(page);
  await pass(page, MINUTES * MINUTE_MS, title);

  // The removal of an outdated sentence is not announced by a screen reader.
  const heard = (await told()).filter(({ text }) => text !== '');
  const pauses = heard.slice(1).map(({ at }, index) => at - heard[index]!.at);
  expect(polls, 'the page did poll').toBeGreaterThan(100);
  expect(heard.length, JSON.stringify(heard)).toBeGreaterThanOrEqual(4);
  expect(heard.length, JSON.stringify(heard)).toBeLessThanOrEqual(MINUTES);
  expect(Math.min(...pauses), JSON.stringify(heard)).toBeGreaterThanOrEqual(MINUTE_MS);
  expect(new Set(heard.map(({ text }) => text)).size, 'nothing is told twice').toBe(heard.length);
});
