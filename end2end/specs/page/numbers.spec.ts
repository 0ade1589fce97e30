/** A number that falls while the page is open keeps to its line. */

import { type StatusAnswer } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** Returns the answer with this number of people ahead. */
function withAhead(answer: StatusAnswer, ahead: number): object {
  return {
    ...answer,
    texts: { ...answer.texts, ahead: new Intl.NumberFormat('en-US').format(ahead), state: 'in-line' },
    ticket: { ...answer.ticket, usersInLineAheadOfYou: ahead },
  };
}

test('a number that falls keeps to its line, and nothing under it moves', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const waiting = new WaitingPage(page);
  await page.setViewportSize({ width: 320, height: 800 });
  // Playwright cannot change an answer behind a redirect, so the page first gets its own address.
  await page.goto(anteroom.enter());
  let ahead = 987_654_321;
  // Simulates many people ahead, in the page and in each full answer to a poll.
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/data-ahead="\d*"/, `data-ahead="${ahead}"`);
    await route.fulfill({ response, body: html.replace(/data-poll-ms="\d+"/, 'data-poll-ms="500"') });
  });
  await page.route('**/api/getStatus?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('brief');
    const answer = (await (await route.fetch({ url: url.href })).json()) as StatusAnswer;
    await route.fulfill({ json: { ...withAhead(answer, ahead), updateInterval: 500 } });
  });
  await page.reload();
  await waiting.hydrated();
  const top = async (): Promise<number> => (await waiting.slot('wait').boundingBox())!.y;
  const tops: number[] = [];
  for (const next of [987_654_321, 87_654_321, 654_321, 4_321, 21]) {
    ahead = next;
    const text = new Intl.NumberFormat('en-US').format(ahead);
    await expect(waiting.slot('ahead')).toHaveText(text);
    await expect(waiting.html).toHaveAttribute('data-ahead-length', String(text.length));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), text).toBe(true);
    tops.push(await top());
  }
  expect(new Set(tops).size, String(tops)).toBe(1);
});
