import type { Page } from '@playwright/test';

/**
 * A poll's answer, with the names of the external contract; the brief form omits unchanged fields.
 */
export interface Told {
  updateInterval: number;
  texts: Record<string, unknown>;
  ticket: Record<string, unknown>;
}

/**
 * Reloads the open page; it then polls at once, and `change` modifies the server's answers to its
 * polls.
 */
export async function played(page: Page, change: (told: Told, poll: number) => object): Promise<void> {
  await page.route(page.url(), async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const asksSoon = (await response.text()).replace(/data-poll-ms="\d+"/, 'data-poll-ms="500"');
    await route.fulfill({ response, body: asksSoon });
  });
  let polls = 0;
  await page.route('**/api/getStatus?*', async (route) => {
    polls += 1;
    const told = (await (await route.fetch()).json()) as Told;
    await route.fulfill({ json: change(told, polls) });
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
