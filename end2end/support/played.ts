import type { Page } from '@playwright/test';

/**
 * A poll's answer, with the names of the external contract; the brief form omits unchanged fields.
 */
export interface StatusAnswer {
  updateInterval: number;
  texts: Record<string, unknown>;
  ticket: Record<string, unknown>;
}

/**
 * Reloads the open page; it then polls at once, and `change` modifies the server's answers to its
 * polls. With `ahead`, the page is loaded with so many people ahead.
 */
export async function played(page: Page, change: (answer: StatusAnswer, poll: number) => object, ahead?: number): Promise<void> {
  await page.route(page.url(), async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const asksSoon = (await response.text()).replace(/data-poll-ms="\d+"/, 'data-poll-ms="500"');
    await route.fulfill({ response, body: asksSoon.replace(/data-ahead="\d*"/, (own) => (ahead === undefined ? own : `data-ahead="${ahead}"`)) });
  });
  let polls = 0;
  await page.route('**/api/getStatus?*', async (route) => {
    polls += 1;
    const answer = (await (await route.fetch()).json()) as StatusAnswer;
    await route.fulfill({ json: change(answer, polls) });
  });
  await page.reload();
}

/** Puts the tab into the background or the foreground, as far as the page can tell. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, hidden);
}

/**
 * From its next load on, lets the page's timers fire only at wakes while [setHidden] has hidden it,
 * as browsers do in a tab that is in the background for long: `firstMs` after that, and then once a
 * minute.
 */
export async function wakesOnceAMinute(page: Page, firstMs: number): Promise<void> {
  await page.addInitScript((firstMs) => {
    const { setTimeout: begin, clearTimeout: end } = window;
    const due = new Map<number, () => void>();
    const wake = (): void => {
      const acts = [...due.values()];
      due.clear();
      acts.forEach((act) => act());
      begin(wake, 60_000);
    };
    document.addEventListener('visibilitychange', () => document.hidden && begin(wake, firstMs));
    Object.assign(window, {
      setTimeout: (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): number => {
        const run = (): void => act(...given);
        const timer: number = Number(begin(() => (document.hidden ? due.set(timer, run) : run()), ms));
        return timer;
      },
      clearTimeout: (timer?: number): void => {
        due.delete(timer ?? 0);
        end(timer);
      },
    });
  }, firstMs);
}
