/**
 * Pictures for the documentation, in `docs/pictures/`: sample pages with fixed values, so that only
 * a change of the pages changes the pictures.
 */

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { BrowserContextOptions } from '@playwright/test';

import { test } from '../support/preview.ts';
import type { Preview } from '../support/server/preview.ts';
import { expect } from '../support/test.ts';

const PICTURES = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
/** The size limit of all pictures together, because they are part of every clone. */
const BYTES_MAX = 2_500_000;
const QUALITY = 88;
/** The theme that the README shows. */
const SHOWCASE = 'ticketing';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1_280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };

interface Look {
  scene: string;
  language: string;
  options: BrowserContextOptions;
}

/** Pictures of each theme, for `docs/themes.md`. */
const OF_THEME: Record<string, Look> = {
  desktop: { scene: 'queue.in-line.message', language: 'en', options: DESKTOP },
  phone: { scene: 'queue.in-line', language: 'en', options: { ...PHONE, colorScheme: 'dark' } },
  rtl: { scene: 'queue.in-line.operator-slowed', language: 'ar', options: DESKTOP },
  turn: { scene: 'queue.first-in-line', language: 'en', options: DESKTOP },
  before: { scene: 'before.prequeue', language: 'en', options: DESKTOP },
  error: { scene: 'error.token-expired', language: 'en', options: DESKTOP },
};

/** Pictures of further pages in the default theme, for `docs/rooms.md`. */
const OF_ROOMS: Record<string, Look> = {
  'stock': { scene: 'queue.in-line.stock', language: 'en', options: PHONE },
  'sold-out': { scene: 'queue.sold-out', language: 'en', options: PHONE },
  'room-full': { scene: 'room-full.room-full', language: 'en', options: PHONE },
  'priority': { scene: 'move.priority', language: 'en', options: PHONE },
  'email': { scene: 'email.ask', language: 'en', options: PHONE },
};

/** Pictures of the showcase, for the README. */
const OF_README: Record<string, Look> = {
  'waiting-desktop': { scene: 'queue.in-line.message', language: 'en', options: DESKTOP },
  'waiting-phone': { scene: 'queue.in-line', language: 'en', options: PHONE },
  'waiting-dark-rtl': { scene: 'queue.in-line', language: 'ar', options: { ...PHONE, colorScheme: 'dark' } },
};

test('pictures of every theme and of the README', async ({ preview, browser }) => {
  test.setTimeout(300_000);
  const take = async (file: string, theme: string, { scene, language, options }: Look): Promise<void> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', ...options });
    const page = await context.newPage();
    await page.goto(preview.address(sceneOf(preview, scene), theme, language));
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const path = join(PICTURES, `${file}.webp`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(data, 'base64'));
    await context.close();
  };
  for (const theme of preview.themes) {
    for (const [name, look] of Object.entries(OF_THEME)) {
      await take(`themes/${theme}/${name}`, theme, look);
    }
  }
  for (const [name, look] of Object.entries(OF_ROOMS)) {
    await take(`rooms/${name}`, 'default', look);
  }
  for (const [name, look] of Object.entries(OF_README)) {
    await take(name, SHOWCASE, look);
  }
  const files = readdirSync(PICTURES, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(files.length).toBeGreaterThanOrEqual(preview.themes.length * Object.keys(OF_THEME).length + Object.keys(OF_ROOMS).length);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});

function sceneOf(preview: Preview, name: string): Preview['scenes'][number] {
  const scene = preview.scenes.find((candidate) => candidate.name === name);
  if (scene === undefined) {
    throw new Error(`there is no page sample called ${name}`);
  }
  return scene;
}
