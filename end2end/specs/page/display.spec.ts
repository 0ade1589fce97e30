/**
 * In the browser: all content that a room's `display` switches off is absent, before and after
 * polls, and the reason of a wait is shown only below a wait.
 */

import { startingIn } from '../../support/draw.ts';
import { enterMany } from '../../support/visitor.ts';
import { played, type StatusAnswer } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/**
 * The number of people ahead of the visitor; the next number is the visitor's. It is more than 59,
 * because the time of the last update could otherwise contain it.
 */
const AHEAD = 141;
const FIGURE = /\b141\b/;

for (const javaScriptEnabled of [true, false]) {
  test(`people ahead and wait are nowhere, script: ${javaScriptEnabled}`, async ({ open, browserOf }) => {
    const anteroom = await open({ max_outflow: 0, display: { users_ahead: false, wait: false } });
    await enterMany(anteroom, AHEAD);
    const page = await (await browserOf({ javaScriptEnabled })).newPage();
    const polled: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/api/getStatus')) {
        polled.push(`${response.url()}\n${await response.text()}`);
      }
    });
    const waiting = new WaitingPage(page);
    await page.goto(anteroom.enter());
    await waiting.shown();
    if (javaScriptEnabled) {
      await waiting.hydrated();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect.poll(() => polled.length).toBeGreaterThan(0);
      expect(polled.join('\n')).not.toMatch(FIGURE);
      expect(polled.join('\n')).not.toContain('shown=');
    }
    await expect(page).toHaveTitle(/^You’re in line · /);
    await expect(waiting.slot('number')).toHaveText('142');
    expect((await page.content()).replaceAll(waiting.queueId, '')).not.toMatch(FIGURE);
  });
}

/** Returns the answer in that state, with a reason as an older server would still give it. */
function withReason(answer: StatusAnswer, state: string): object {
  const texts = { ...answer.texts, state, headline: state, reason: 'The wait is longer now because the line was paused.' };
  return { ...answer, texts, ticket: { ...answer.ticket, waitReason: 'paused' } };
}

test('the reason of a wait goes with the wait', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 3);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  for (const [state, shown] of [['in-line', true], ['paused', false], ['first-in-line', false]] as const) {
    await page.unrouteAll();
    await played(page, (answer) => withReason(answer, state));
    await waiting.is(state);
    await expect(waiting.slot('headline')).toHaveText(state);
    await expect(waiting.slot('reason')).toBeVisible({ visible: shown });
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`a pause after a slower outflow leaves no mark without a reason, script: ${javaScriptEnabled}`, async ({ open, browserOf }) => {
    const anteroom = await open({ max_outflow: 600 });
    await enterMany(anteroom, 60);
    const page = await (await browserOf({ javaScriptEnabled })).newPage();
    await page.goto(anteroom.enter());
    const waiting = new WaitingPage(page);
    await anteroom.change({ maxOutflow: 1 });
    await anteroom.act('pause');
    await page.reload();
    await waiting.is('paused');
    await expect(waiting.slot('reason')).toBeHidden();
    await expect(waiting.html).toHaveAttribute('data-reason', '');
  });
}

test('no figure is a lone dash where there is nothing to say', async ({ open, browserOf }) => {
  const figuresOf = async (address: string): Promise<string[]> => {
    const page = await (await browserOf()).newPage();
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
    const texts = await page.locator('dd').filter({ visible: true }).allTextContents();
    return texts.map((text) => text.trim());
  };
  const beforehand = await open(startingIn(3_600, { prequeue_minutes: 90 }));
  const inLine = await open({ max_outflow: 0 });
  await enterMany(inLine, 3);
  const figures = [await figuresOf(beforehand.enter()), await figuresOf(inLine.enter())];
  await inLine.act('pause');
  figures.push(await figuresOf(inLine.enter()));
  for (const shown of figures) {
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((text) => !/[\p{L}\p{N}]/u.test(text)), shown.join(' | ')).toEqual([]);
  }
});
