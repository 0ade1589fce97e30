/**
 * The pages of a room's life and of its draw: WCAG rules, the content for a screen reader, narrow
 * screens, both writing directions.
 */

import type { Page } from '@playwright/test';

import { type Anteroom, CUSTOMER, ROOM, type RoomSettings } from '../../support/server/anteroom.ts';
import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import { played } from '../../support/played.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany, Visitor } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** A page, and the room that shows it. */
interface Scene {
  room(): RoomSettings;
  bring(page: Page, anteroom: Anteroom, cid: string): Promise<void>;
}

const FAR_SECONDS = 1_800;
/** T is this far in the past, so that the pre-queue closes soon, at T+15 s. */
const DRAWN_SOON_SECONDS = -9;

async function enter(page: Page, anteroom: Anteroom, cid: string): Promise<WaitingPage> {
  await page.goto(anteroom.enter({ cid }));
  return new WaitingPage(page);
}

async function openDraw(page: Page, { http }: Anteroom, cid: string, q: string): Promise<void> {
  await page.goto(`${http}/draw/${CUSTOMER}/${ROOM}?${new URLSearchParams({ q, cid })}`);
}

/** The texts of that moment. */
const DRAWING: Record<string, object> = {
  en: {
    headline: 'Drawing the numbers',
    lead: 'This takes a few seconds. Your number will appear by itself.',
    announce: 'Drawing the numbers. This takes a few seconds.',
  },
  ar: {
    headline: 'يجري الآن سحب الأرقام',
    lead: 'لن يستغرق ذلك سوى ثوانٍ. وسيظهر رقمك تلقائيًا فور انتهاء القرعة.',
    announce: 'يجري الآن سحب الأرقام. لن يستغرق ذلك سوى ثوانٍ.',
  },
};

const SCENES: Record<string, Scene> = {
  before: {
    room: () => startingIn(FAR_SECONDS),
    bring: async (page, anteroom, cid) => (await enter(page, anteroom, cid)).is('idle'),
  },
  prequeue: {
    room: () => startingIn(FAR_SECONDS, { prequeue_minutes: 60 }),
    bring: async (page, anteroom, cid) => (await enter(page, anteroom, cid)).is('prequeue'),
  },
  // The numbers are drawn within milliseconds, so the test simulates that moment: the server's page
  // with a poll's answer for the moment.
  drawing: {
    room: () => startingIn(FAR_SECONDS, { prequeue_minutes: 60 }),
    bring: async (page, anteroom, cid) => {
      await enter(page, anteroom, cid);
      await played(page, (answer) => {
        const texts = { ...answer.texts, state: 'drawing', ...DRAWING[cid], countdown: '' };
        return { ...answer, texts, ticket: { ...answer.ticket, secondsToStart: null, secondsToDraw: null } };
      });
      await new WaitingPage(page).is('drawing');
    },
  },
  drawn: {
    room: () => startingIn(DRAWN_SOON_SECONDS, { max_outflow: 0 }),
    bring: async (page, anteroom, cid) => {
      await enterMany(anteroom, 3);
      await enter(page, anteroom, cid);
      await expect.poll(async () => (await anteroom.stats()).phase).toBe('queue');
      await page.reload();
      await new WaitingPage(page).shown();
    },
  },
  'draw to come': {
    room: () => startingIn(FAR_SECONDS, { prequeue_minutes: 60 }),
    bring: async (page, anteroom, cid) => {
      const { queueId } = await Visitor.enter(anteroom);
      await openDraw(page, anteroom, cid, queueId);
      await expect(page.locator('html')).toHaveAttribute('data-state', 'not-yet');
    },
  },
  'draw held': {
    room: () => startingIn(DRAWN_SOON_SECONDS, { max_outflow: 0 }),
    bring: async (page, anteroom, cid) => {
      const [visitor] = await enterMany(anteroom, 3);
      await expect.poll(async () => (await anteroom.stats()).phase).toBe('queue');
      await openDraw(page, anteroom, cid, visitor!.queueId);
      await expect(page.locator('html')).toHaveAttribute('data-state', 'drawn');
    },
  },
  after: {
    room: () => ({ max_outflow: 0 }),
    bring: async (page, anteroom, cid) => {
      await anteroom.act('end');
      await (await enter(page, anteroom, cid)).is('ended');
    },
  },
};

/** The content for a screen reader in English: roles and names. */
const FOUND: Record<string, string> = {
  before: `
    - link "Skip to the content":
      - /url: "#status"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading "Not started yet" [level=1]
      - paragraph: /You don’t have a place in line yet/
      - term: Time until the start
      - definition:
        - time: /\\d+:\\d\\d/
      - paragraph:
        - text: Last updated
        - time: /\\d+:\\d\\d:\\d\\d/
      - status: /It starts in/
      - paragraph: /This page updates by itself/
    - contentinfo:
      - paragraph: Powered by Anteroom
  `,
  prequeue: `
    - link "Skip to the content":
      - /url: "#status"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading "You’re in the draw" [level=1]
      - paragraph: /Everyone here at the start has the same chance/
      - term: Time until the start
      - definition:
        - time: /\\d+:\\d\\d/
      - paragraph:
        - text: Last updated
        - time: /\\d+:\\d\\d:\\d\\d/
      - status: /It starts in/
      - paragraph: /Please keep this page open/
      - region "What happens at the start":
        - heading "What happens at the start" [level=2]
        - list:
          - listitem: /the draw closes/
          - listitem: /Everyone has the same chance/
          - listitem: /Your number appears on this page/
        - paragraph: /Anyone can check the draw afterwards/
        - list:
          - listitem:
            - link "Download your receipt"
          - listitem:
            - link "How to check the draw"
    - contentinfo:
      - paragraph:
        - link "Leave the line"
      - paragraph:
        - link "Continue on another device"
      - paragraph: Powered by Anteroom
  `,
  drawing: `
    - main:
      - heading "Drawing the numbers" [level=1]
      - paragraph: /Your number will appear by itself/
      - paragraph:
        - text: Last updated
        - time: /\\d+:\\d\\d:\\d\\d/
      - status: /Drawing the numbers/
      - paragraph: /Please keep this page open/
      - region "What happens at the start"
  `,
  drawn: `
    - main:
      - heading /You(’re next| drew \\d of 4)/ [level=1]
      - paragraph
      - term: People ahead of you
      - definition: /\\d/
      - term: Estimated wait
      - definition
      - term: Your number in line
      - definition: /\\d/
      - progressbar "Your progress through the line"
      - paragraph:
        - text: Last updated
        - time: /\\d+:\\d\\d:\\d\\d/
      - status: /ahead of you|You drew/
      - paragraph:
        - link "Your number was drawn – check the draw"
      - paragraph: /Please keep this page open/
  `,
  'draw to come': `
    - link "Skip to the content":
      - /url: "#content"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading "Your number hasn’t been drawn yet" [level=1]
      - paragraph: /Everyone who joins before the draw closes has the same chance/
      - heading "What was checked" [level=2]
      - list
      - heading "What this doesn’t show" [level=2]
      - list
      - heading "Check it yourself" [level=2]
      - list
      - paragraph:
        - link "Back to your place in line"
    - contentinfo:
      - paragraph: Powered by Anteroom
  `,
  'draw held': `
    - link "Skip to the content":
      - /url: "#content"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading /You drew number [1-3]/ [level=1]
      - paragraph: /3 took part/
      - heading "What was checked" [level=2]
      - list:
        - listitem: /signed with the same key/
        - listitem: /committed to a secret/
        - listitem: /how many people take part. 3/
        - listitem: /the secret was published/
        - listitem: /Your receipt is genuine/
      - heading "What this doesn’t show" [level=2]
      - list
      - heading "Check it yourself" [level=2]
      - list:
        - listitem:
          - link "Download the published draw"
        - listitem:
          - link "Download your receipt and keep it"
        - listitem:
          - text: /Put the files in one folder/
          - code: anteroom verify-draw draw-sale.json --receipt receipt-sale.json
          - code: python3 verify_draw.py draw-sale.json --receipt receipt-sale.json
        - listitem:
          - text: /Compare this key/
          - code: /[0-9a-f]{64}/
      - paragraph:
        - link "Back to your place in line"
    - contentinfo:
      - paragraph: Powered by Anteroom
  `,
  after: `
    - link "Skip to the content":
      - /url: "#status"
    - banner:
      - paragraph: Summer sale
    - main:
      - heading "This waiting room is closed" [level=1]
      - paragraph: /No one else will be let in/
      - paragraph: /please go to the site itself/
      - paragraph:
        - link "Back to the site"
    - contentinfo:
      - paragraph: Powered by Anteroom
  `,
};

/** Returns the roles without the names, for every other language. */
function rolesOf(found: string): string {
  const words = /^(\s*- (?!code|\/)\w+)(?: "[^"]*"| \/.*?\/(?= \[))?( \[[^\]]*\])?(?:(:)$|: .*$)?$/;
  const lines = found.split('\n').filter((line) => !line.includes('- text:'));
  return lines.map((line) => line.replace(words, '$1$2$3')).join('\n');
}

for (const [name, { room, bring }] of Object.entries(SCENES)) {
  for (const cid of ['en', 'ar']) {
    test(`${name}, ${cid}: what is found, no violations in light and dark, nothing to scroll at 320 px`, async ({
      open,
      page,
    }) => {
      const anteroom = await open(room());
      await bring(page, anteroom, cid);
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', new RegExp(`^${cid}`));
      await expect(html).toHaveAttribute('dir', cid === 'ar' ? 'rtl' : 'ltr');
      const found = FOUND[name]!;
      await expect(page.locator('body')).toMatchAriaSnapshot(cid === 'en' ? found : rolesOf(found));
      await withoutViolations(page);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await withoutViolations(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await fitsItsWidth(page);
    });
  }
}
