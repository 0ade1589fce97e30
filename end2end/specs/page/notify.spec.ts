/**
 * "Tell me when it’s my turn": enabled only by the visitor's click, kept for the tab, notified
 * once.
 */

import type { Locator, Page } from '@playwright/test';

import { startingIn } from '../../support/draw.ts';
import type { StatusAnswer } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { type State, WaitingPage } from '../../support/waiting-page.ts';

/** The calls to the browser: tones started, vibrations, permission requests, notifications. */
interface Heard {
  tones: number;
  vibrations: number;
  asked: number;
  notifications: string[];
}

/** Instruments the page: real sounds are counted; vibration and notifications are only recorded. */
async function listen(page: Page, permission: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript((answer) => {
    const heard: Heard = { tones: 0, vibrations: 0, asked: 0, notifications: [] };
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.tones += 1;
      return create.call(this);
    };
    Object.defineProperty(navigator, 'vibrate', { value: () => (heard.vibrations += 1) > 0 });
    class Silent {
      static permission = sessionStorage.getItem('permission') ?? 'default';
      static async requestPermission(): Promise<string> {
        heard.asked += 1;
        sessionStorage.setItem('permission', answer);
        return (Silent.permission = answer);
      }
      constructor(title: string, options: { silent?: boolean }) {
        if (!options.silent) {
          heard.notifications.push(title);
        }
      }
      close(): void {}
    }
    Object.assign(window, { heard, Notification: Silent });
  }, permission);
}

const heardOn = (page: Page): Promise<Heard> => page.evaluate(() => (window as unknown as { heard: Heard }).heard);

/** Returns where the knob of a switch is, from 0 (at the start) to 100 (at the end), in percent. */
const knobOf = (shown: Locator): Promise<number> =>
  shown.evaluate((shown) => Number.parseFloat(getComputedStyle(shown, '::before').backgroundPosition));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A handheld device, which can vibrate. */
const HAND = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

test('each way is chosen by a click, kept over a reload, and tells once when the turn comes', async ({ open, browserOf }) => {
  const page = await (await browserOf(HAND)).newPage();
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 2);
  await listen(page, 'granted');
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  expect(await heardOn(page), 'nothing before a click').toEqual({ tones: 0, vibrations: 0, asked: 0, notifications: [] });

  for (const name of ['Play a sound', 'Vibrate', 'Show a notification']) {
    await expect(button(page, name)).toHaveAttribute('aria-pressed', 'false');
    expect(await knobOf(button(page, name))).toBe(0);
    await button(page, name).click();
    await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
    expect(await knobOf(button(page, name)), 'a switch, by its side as well').toBe(100);
    const box = (await button(page, name).boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  expect(await heardOn(page), 'tried out, quietly').toEqual({ tones: 2, vibrations: 1, asked: 1, notifications: [] });

  await page.reload();
  await waiting.hydrated();
  await expect(button(page, 'Play a sound')).toHaveAttribute('aria-pressed', 'true');
  let state: State = 'almost';
  await page.route('**/api/getStatus?*', async (route) => {
    const told = (await (await route.fetch()).json()) as { texts: object; ticket: object };
    const texts = { ...told.texts, state, title: 'It’s your turn', headline: 'It’s your turn', lead: 'Stay.' };
    await route.fulfill({ json: { ...told, updateInterval: 500, texts } });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await waiting.is('almost');
  await page.waitForResponse('**/api/getStatus?*');
  expect(await heardOn(page), 'almost there is not the turn').toEqual({ tones: 0, vibrations: 0, asked: 0, notifications: [] });
  await expect(button(page, 'Play a sound')).toBeVisible();
  state = 'first-in-line';
  await waiting.is('first-in-line');
  await expect(button(page, 'Play a sound'), 'there is nothing more to tell').toBeHidden();
  await expect.poll(() => heardOn(page)).toEqual({ tones: 2, vibrations: 1, asked: 0, notifications: ['It’s your turn'] });
  await page.waitForResponse('**/api/getStatus?*');
  await page.waitForResponse('**/api/getStatus?*');
  expect((await heardOn(page)).notifications, 'once').toHaveLength(1);
});

test('the number of a draw is told in the ways that were chosen, and in no other', async ({ open, browserOf }) => {
  const anteroom = await open(startingIn(3_600, { prequeue_minutes: 90 }));
  for (const chosen of [['Play a sound', 'Show a notification'], []]) {
    const page = await (await browserOf()).newPage();
    // The page is loaded again at the number, and forgets what it has told.
    const told: string[] = [];
    await page.exposeFunction('noteTold', (what: string) => told.push(what));
    await listen(page, 'granted');
    await page.addInitScript(() => {
      const note = (what: string): void => (window as unknown as { noteTold(what: string): void }).noteTold(what);
      const create = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        note('tone');
        return create.call(this);
      };
      class Noted extends Notification {
        constructor(title: string, options: NotificationOptions) {
          super(title, options);
          if (!options.silent) {
            note(options.body ?? '');
          }
        }
      }
      Object.assign(window, { Notification: Noted });
    });
    await page.goto(anteroom.enter());
    await new WaitingPage(page).hydrated('before');
    for (const name of chosen) {
      await button(page, name).click();
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
    }
    told.length = 0;
    // A younger page does not load another one.
    await page.waitForFunction(() => performance.now() > 2_100);
    await page.route('**/api/getStatus?*', async (route) => {
      const answer = (await (await route.fetch()).json()) as StatusAnswer;
      const texts = { ...answer.texts, state: 'drawn', headline: 'You drew 3 of 9' };
      await route.fulfill({ json: { ...answer, pageId: 'queue', texts } });
    }, { times: 1 });
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await loaded;
    expect(told.toSorted()).toEqual(chosen.length > 0 ? ['You drew 3 of 9', 'tone', 'tone'] : []);
  }
});

test('a browser that allows no notifications says so, and another click takes the choice back', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await listen(page, 'denied');
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated();
  await button(page, 'Show a notification').click();
  await expect(page.getByRole('alert')).toHaveText(/doesn’t allow notifications/);
  await expect(button(page, 'Show a notification')).toHaveAttribute('aria-pressed', 'false');

  await button(page, 'Play a sound').click();
  await expect(button(page, 'Play a sound')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Play a sound').press('Enter');
  await expect(button(page, 'Play a sound')).toHaveAttribute('aria-pressed', 'false');
});

test('what a browser has not is not offered, and nothing is where no script runs', async ({ open, page, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).hydrated();
  await expect(button(page, 'Play a sound')).toBeVisible();
  await expect(button(page, 'Vibrate'), 'a desktop lies still').toBeHidden();
  const phone = await (await browserOf(HAND)).newPage();
  await phone.addInitScript(() => delete (Navigator.prototype as { vibrate?: unknown }).vibrate);
  await phone.goto(anteroom.enter());
  await new WaitingPage(phone).hydrated();
  await expect(button(phone, 'Play a sound')).toBeVisible();
  await expect(button(phone, 'Vibrate'), 'nor does a phone that cannot').toBeHidden();

  const bare = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await bare.goto(anteroom.enter());
  await new WaitingPage(bare).shown();
  await expect(bare.locator('.notify'), 'no gap either').toHaveCSS('display', 'none');
});
