/**
 * Small things of a waiting page: the number glides, times of day, details, targets, a lost
 * connection.
 */

import { played, type StatusAnswer } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** Returns an answer in line: people ahead, when to ask again, and the wait in seconds. */
function inLine(answer: StatusAnswer, ahead: number, updateInterval: number, [low, high] = [1_080, 1_860]): object {
  return {
    ...answer,
    updateInterval,
    texts: { ...answer.texts, ahead: String(ahead), state: 'in-line' },
    ticket: { ...answer.ticket, usersInLineAheadOfYou: ahead, waitSecondsLow: low, waitSecondsHigh: high, lastUpdatedUTC: '2026-12-01T10:20:00Z' },
  };
}

test('the number falls over the whole interval, at the pace last seen, and never below the last answer', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 60);
  const page = await (await browserOf({ reducedMotion: 'no-preference' })).newPage();
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await played(page, (answer, poll) => inLine(answer, poll === 1 ? 50 : 20, 8_000));
  await expect.poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--glide'))).toBe('8000ms');
  await expect.poll(() => waiting.count('ahead'), { timeout: 12_000, intervals: [50] }).toBeLessThan(48);
  const seen: number[] = [];
  for (let look = 0; look < 6; look += 1) {
    seen.push(await waiting.count('ahead'));
    await page.waitForTimeout(900);
  }
  expect(new Set(seen).size, `it moves all the time: ${seen}`).toBeGreaterThanOrEqual(5);
  expect(seen[0]! - seen.at(-1)!, 'and does not jump').toBeLessThan(25);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  expect(Math.min(...seen), 'halfway').toBeGreaterThan(20);
  await expect(waiting.slot('ahead')).toHaveText('20');
});

test('the wait is shown as times of day in the zone of the visitor', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 30);
  const page = await (await browserOf({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })).newPage();
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter({ cid: 'en-GB' }));
  await expect(waiting.slot('entry'), 'nothing is known').toBeHidden();
  await played(page, (answer) => inLine(answer, 30, 2_000));
  // The words beside it are "18–35 minutes".
  await expect(waiting.slot('entry')).toHaveText('Expected entry about \u206819:44\u2069 (\u206819:38\u2069–\u2060\u206819:55\u2069)');
  await expect(waiting.slot('entry')).toBeVisible();
  // "1–3 minutes": seconds apart, and rounded like the words.
  await played(page, (answer) => inLine(answer, 29, 2_000, [119, 121]));
  await expect(waiting.slot('entry')).toHaveText('Expected entry about \u206819:22\u2069 (\u206819:21\u2069–\u2060\u206819:23\u2069)');
  // "2–3 minutes": the expectation is not the best case.
  await played(page, (answer) => inLine(answer, 29, 2_000, [120, 140]));
  await expect(waiting.slot('entry')).toHaveText('Expected entry about \u206819:23\u2069 (\u206819:22\u2069–\u2060\u206819:23\u2069)');
  // "About 2 minutes": one time, and no range beside it.
  await played(page, (answer) => inLine(answer, 28, 2_000, [120, 120]));
  await expect(waiting.slot('entry')).toHaveText('Expected entry about \u206819:22\u2069');
  // "2–12 hours" still has its times, and anything beyond would need a date: a range of a whole day
  // would read as one time.
  await played(page, (answer) => inLine(answer, 27, 2_000, [7_200, 43_200]));
  await expect(waiting.slot('entry')).toHaveText('Expected entry about \u206802:20\u2069 (\u206821:20\u2069–\u2060\u206807:20\u2069)');
  await played(page, (answer) => inLine(answer, 26, 2_000, [7_200, 26 * 3_600]));
  await expect(waiting.slot('ahead')).toHaveText('26');
  await expect(waiting.slot('entry')).toHaveText('');
});

test('a page deep in line has the expected entry within seconds, long before it polls again', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 6 });
  await enterMany(anteroom, 300);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await expect(waiting.slot('entry')).toHaveText(/^Expected entry about /, { timeout: 9_000 });
});

test('a time of day is not broken, and the sentence with it stands as its neighbours do', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 30);
  for (const theme of ['default', 'neutral', 'retail', 'ticketing']) {
    const page = await (await browserOf({ viewport: { width: 390, height: 800 } })).newPage();
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter({ l: theme }));
    await played(page, (answer) => inLine(answer, 30, 2_000));
    const entry = waiting.slot('entry');
    await expect(entry).toHaveText(/^Expected entry about \u2068\d+:\d\d[\u00a0\u202f][AP]M\u2069 \(/);
    const measured = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return entry.evaluate((sentence) => {
        const text = sentence.firstChild as Text;
        const range = document.createRange();
        const linesOf = ({ index, 0: time }: RegExpMatchArray): number => {
          range.setStart(text, index!);
          range.setEnd(text, index! + time.length);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        };
        const times = [...text.data.matchAll(/\d+:\d\d\s[AP]M/g)].map(linesOf);
        const neighbour = sentence.parentElement!.querySelector('.updated, [data-figure="number"] dd')!;
        return { times, align: getComputedStyle(sentence).textAlign, beside: getComputedStyle(neighbour).textAlign };
      });
    };
    for (const width of [320, 360, 390, 430]) {
      const { times, align, beside } = await measured(width);
      expect(times, `${theme}, ${width}`).toEqual([1, 1, 1]);
      expect(align, `${theme}, ${width}`).toBe(beside);
    }
  }
});

test('rarely used parts are behind a word, and every target is high enough', async ({ open, browserOf, page, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 30);
  for (const javaScriptEnabled of [true, false]) {
    const opened = await (await browserOf({ javaScriptEnabled })).newPage();
    const waiting = new WaitingPage(opened);
    await opened.goto(anteroom.enter());
    await waiting.shown();
    const code = opened.locator('[data-slot="queue-id"]');
    await expect(code).toBeHidden();
    await opened.getByText('Details', { exact: true }).click();
    await expect(code).toHaveText(waiting.queueId);
    const low = await opened.locator('a:visible, button:visible, summary:visible, select:visible').evaluateAll((all) =>
      all.filter((one) => !one.matches('.skip')).map((one) => [one.textContent, one.getBoundingClientRect().height] as const).filter(([, height]) => height < 24),
    );
    expect(low).toEqual([]);
  }
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await page.getByText('Details', { exact: true }).click();
  await picture(page, 'details');
});

test('a lost connection is noticed at once, and where the browser is late, within five seconds', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 30);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await context.setOffline(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost', { timeout: 5_000 });
  await context.setOffline(false);
  await expect(waiting.html).toHaveAttribute('data-connection', /back|good/, { timeout: 5_000 });

  // The browser reports that it is offline, but without an event. Polls get no answer, because an
  // answer would show that the connection works.
  await page.route('**/api/getStatus?*', () => undefined);
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }));
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost', { timeout: 6_000 });
});
