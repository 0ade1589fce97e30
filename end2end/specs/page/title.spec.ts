/**
 * The title of the tab has the number of people ahead that the page shows, as long as that can be
 * known.
 */

import type { Page } from '@playwright/test';

import { played, setHidden, type StatusAnswer } from '../../support/played.ts';
import { expect, type Fixtures, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** Stands for the room's name in the title of a poll's answer. */
const ROOM_NAME = '\uE002';
/** People ahead when the page is loaded. */
const AT_LOAD = 1_600;

/** One look: the time in milliseconds, and the people ahead on the page and in its title. */
interface Look {
  at: number;
  shown: number;
  titled: number;
}

/** Returns an answer in line, in German. */
function inLine(answer: StatusAnswer, ahead: number, updateInterval: number): object {
  const text = new Intl.NumberFormat('de-DE').format(ahead);
  return {
    ...answer,
    updateInterval,
    texts: { ...answer.texts, ahead: text, title: `Noch ${text} vor Ihnen · ${ROOM_NAME}`, state: 'in-line' },
    ticket: { ...answer.ticket, usersInLineAheadOfYou: ahead },
  };
}

/** Loads the page of a visitor in line, in German, on which the number moves. */
async function loadedPage(open: Fixtures['open'], browserOf: Fixtures['browserOf']): Promise<Page> {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 5);
  const page = await (await browserOf({ reducedMotion: 'no-preference' })).newPage();
  await page.goto(anteroom.enter({ cid: 'de-DE' }));
  return page;
}

/**
 * Looks at title and page for that long, in the browser: every tenth of a second, and whenever the
 * title changes. Both numbers are read in one turn, behind the page's own work of that turn.
 */
function looks(page: Page, forMs: number): Promise<{ always: Look[]; changes: Look[] }> {
  return page.evaluate(async (forMs) => {
    const numberIn = (text: string | null | undefined): number => Number(/\d+(?:\.\d{3})*/.exec(text ?? '')?.[0].replaceAll('.', ''));
    const look = (at: number): Look => ({
      at,
      shown: numberIn(document.querySelector('[data-slot="ahead"]')?.textContent),
      titled: numberIn(document.title),
    });
    const always: Look[] = [];
    const changes: Look[] = [];
    const observer = new MutationObserver(() => {
      const at = performance.now();
      setTimeout(() => changes.push(look(at)));
    });
    observer.observe(document.querySelector('title')!, { childList: true, characterData: true, subtree: true });
    for (const end = performance.now() + forMs; performance.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      always.push(look(performance.now()));
    }
    observer.disconnect();
    return { always, changes };
  }, forMs);
}

test('the title follows the number on the page, at most once a second, and is never ahead of it', async ({ open, browserOf }) => {
  const page = await loadedPage(open, browserOf);
  const waiting = new WaitingPage(page);
  await played(page, (answer, poll) => inLine(answer, poll === 1 ? 1_400 : 1_200, 6_000), AT_LOAD);
  await expect(page).toHaveTitle(/^Noch 1\.[56]\d\d vor Ihnen · Summer sale$/);
  const { always, changes } = await looks(page, 9_000);
  // In a second the number falls by 200 / 6.
  for (const { shown, titled } of always) {
    expect(titled, `the page shows ${shown}`).toBeGreaterThanOrEqual(shown);
    expect(titled - shown, `the page shows ${shown}`).toBeLessThan(40);
  }
  expect(changes.length, 'it moves all the time').toBeGreaterThanOrEqual(6);
  for (const [index, { at, shown, titled }] of changes.entries()) {
    expect(Math.abs(titled - shown), `the title changed to ${titled}, and the page shows ${shown}`).toBeLessThanOrEqual(5);
    // Read a little late, but never a tenth of a second.
    expect(at - (changes[index - 1]?.at ?? 0), 'milliseconds since the last change').toBeGreaterThanOrEqual(900);
  }
  await expect(waiting.slot('ahead')).toHaveText('1.200', { timeout: 10_000 });
  await expect(page).toHaveTitle('Noch 1.200 vor Ihnen · Summer sale');
});

test('what is read out waits for its number, and page and title then show the same', async ({ open, browserOf }) => {
  const page = await loadedPage(open, browserOf);
  // An estimate where none was known is announced at once, without a minute of quiet.
  await played(page, (answer) => {
    const known = inLine(answer, 1_200, 9_000) as StatusAnswer;
    return { ...known, texts: { ...known.texts, wait: '18–35 Minuten', announce: 'Noch 1.200 vor Ihnen.' } };
  }, AT_LOAD);
  await expect(page).toHaveTitle(/^Noch 1\.\d\d\d vor Ihnen · Summer sale$/);
  const seen = await page.evaluate(async () => {
    const numberIn = (text: string | null | undefined): number => Number(/\d+(?:\.\d{3})*/.exec(text ?? '')?.[0].replaceAll('.', ''));
    const numbers: { said: number; shown: number; titled: number }[] = [];
    const textOf = (slot: string): string => document.querySelector(`[data-slot="${slot}"]`)?.textContent?.trim() ?? '';
    for (const end = performance.now() + 8_000; performance.now() < end && textOf('announce') === ''; ) {
      numbers.push({ said: 0, shown: numberIn(textOf('ahead')), titled: numberIn(document.title) });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return [...numbers, { said: numberIn(textOf('announce')), shown: numberIn(textOf('ahead')), titled: numberIn(document.title) }];
  });
  expect(seen[0]!.shown, 'it falls first').toBeGreaterThan(1_200);
  expect(seen.at(-1), 'then all three are alike').toEqual({ said: 1_200, shown: 1_200, titled: 1_200 });
});

for (const { cause, event } of [
  { cause: 'the page asks again', event: 'online' },
  { cause: 'the connection is lost', event: 'offline' },
]) {
  test(`that the wait is known is read out also when ${cause} before its number is there`, async ({ open, browserOf }) => {
    const page = await loadedPage(open, browserOf);
    const waiting = new WaitingPage(page);
    let isUnknown = true;
    page.on('request', (request) => {
      const brief = new URL(request.url()).searchParams.get('brief');
      if (brief !== null) isUnknown = brief.split(',')[4] === '1';
    });
    let polls = 0;
    await played(page, (answer, poll) => {
      polls = poll;
      const known = inLine(answer, poll === 1 ? 1_400 : 1_200, 7_000) as StatusAnswer;
      // As the server does, which sends the sentence to a page that has not announced the wait.
      const announce = isUnknown ? 'Die Wartezeit ist bekannt.' : undefined;
      return { ...known, texts: { ...known.texts, wait: '18–35 Minuten', announce } };
    }, AT_LOAD);
    await expect(waiting.slot('ahead')).toHaveText(/^1\.[45]\d\d/);
    await expect(page).toHaveTitle(/^Noch 1\.[45]\d\d vor /);
    expect(polls, 'the number still falls to the first answer').toBe(1);
    await page.evaluate((event) => dispatchEvent(new Event(event)), event);
    await expect(waiting.slot('announce')).toHaveText('Die Wartezeit ist bekannt.', { timeout: 15_000 });
    expect(polls, 'not the first answer').toBe(2);
  });
}

test('a change of state is read out at once, and page and title have its number', async ({ open, browserOf }) => {
  const page = await loadedPage(open, browserOf);
  const waiting = new WaitingPage(page);
  let polls = 0;
  await played(page, (answer, poll) => {
    polls = poll;
    const moved = inLine(answer, poll === 1 ? 1_400 : 1_200, 30_000) as StatusAnswer;
    return poll === 1 ? moved : { ...moved, texts: { ...moved.texts, state: 'almost', announce: 'Noch 1.200 vor Ihnen.' } };
  }, AT_LOAD);
  await expect(page).toHaveTitle(/^Noch 1\.[45]\d\d vor /);
  expect(polls, 'the number still falls to the first answer').toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(waiting.html).toHaveAttribute('data-state', 'almost');
  // With the heading, and not at the end of the glide in 27 s.
  await expect(waiting.slot('announce')).toHaveText('Noch 1.200 vor Ihnen.', { timeout: 5_000 });
  expect(await waiting.slot('ahead').textContent()).toMatch(/^1\.200\b/);
  await expect(page).toHaveTitle('Noch 1.200 vor Ihnen · Summer sale');
});

test('answers whose number the page refuses do not hurry the number that is gliding', async ({ open, browserOf }) => {
  const page = await loadedPage(open, browserOf);
  const waiting = new WaitingPage(page);
  let polls = 0;
  await played(page, (answer, poll) => {
    polls = poll;
    // The sentence is news until it is read out, and 1,500 exceeds what the page has promised.
    const moved = inLine(answer, poll === 1 ? 1_400 : 1_500, 20_000) as StatusAnswer;
    return { ...moved, texts: { ...moved.texts, wait: '18–35 Minuten', announce: 'Noch 1.400 vor Ihnen.' } };
  }, AT_LOAD);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    expect(polls).toBeGreaterThanOrEqual(6);
  }).toPass();
  // It falls for 17 s; with three seconds less for each answer it would be there by now.
  await page.waitForTimeout(4_000);
  expect(await waiting.slot('ahead').textContent(), 'it still falls').toMatch(/^1\.(4[1-9]|5\d)\d\b/);
  await expect(waiting.slot('announce')).toHaveText('Noch 1.400 vor Ihnen.', { timeout: 20_000 });
});

test('a tab in the background has the newest number in its title at each poll', async ({ open, browserOf }) => {
  const page = await loadedPage(open, browserOf);
  let ahead = 1_400;
  await played(page, (answer) => inLine(answer, ahead, 2_000), AT_LOAD);
  await expect(page).toHaveTitle(/^Noch 1\.[456]\d\d vor /);
  await setHidden(page, true);
  expect(await page.title(), 'what fell is there at once').toBe('Noch 1.400 vor Ihnen · Summer sale');
  for (ahead of [1_100, 900]) {
    const isShown = (wanted: number): number | null => {
      const shown = document.querySelector('[data-slot="ahead"]')?.textContent?.replaceAll(/\D/g, '');
      return Number(shown) === wanted ? performance.now() : null;
    };
    await page.waitForFunction(isShown, ahead, { polling: 20, timeout: 10_000 });
    const text = new Intl.NumberFormat('de-DE').format(ahead);
    expect(await page.title()).toBe(`Noch ${text} vor Ihnen · Summer sale`);
  }
});

test('where nobody is ahead any more, and after a lost connection, the number is at once the newest', async ({ open, browserOf }) => {
  const page = await loadedPage(open, browserOf);
  const waiting = new WaitingPage(page);
  const ahead = waiting.slot('ahead');
  let next = (answer: StatusAnswer): object => inLine(answer, 1_400, 2_000);
  await played(page, (answer) => next(answer), AT_LOAD);
  await expect(ahead).toHaveText(/^1\.[45]\d\d$/);

  await page.context().setOffline(true);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  const note = (await waiting.slot('connection').textContent()) ?? '';
  expect(await page.title(), 'no number that nobody confirms').toBe(note);
  await page.waitForTimeout(1_500);
  expect(await page.title(), 'nor at the end of the glide').toBe(note);
  next = (answer) => inLine(answer, 300, 20_000);
  const told = page.waitForResponse('**/api/getStatus?*');
  await page.context().setOffline(false);
  await told;
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  expect(await ahead.textContent(), 'no glide of 20 s').toMatch(/^300\b/);
  await expect(page).toHaveTitle('Noch 300 vor Ihnen · Summer sale');

  next = (answer) => {
    const first = inLine(answer, 0, 20_000) as StatusAnswer;
    return { ...first, texts: { ...first.texts, state: 'first-in-line' } };
  };
  // Five seconds later the connection is not new any more.
  await expect(waiting.html).toHaveAttribute('data-connection', 'good', { timeout: 10_000 });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(waiting.html).toHaveAttribute('data-state', 'first-in-line');
  expect(await ahead.textContent(), 'under "No one is ahead of you"').toMatch(/^0\b/);
});
