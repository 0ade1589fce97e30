/**
 * Measures every page sample in every theme and four languages: in light and dark, narrow and wide,
 * and with the keyboard.
 */

import { expect } from '../support/test.ts';
import { focusShows } from './measures/contrast.ts';
import { measureSample } from './measures/measure-sample.ts';
import { install } from './measures/measure.ts';
import { IS_SAMPLE, isMeasured, SCHEMES, schemesOf, THEMES } from './measures/sample.ts';
import type { Scene } from '../support/server/preview.ts';
import { test } from '../support/preview.ts';
import { Tally } from './report/tally.ts';

/**
 * A language with Latin letters, one with long words, one without spaces, one written from right to
 * left.
 */
const LANGUAGES = ['en', 'de', 'ja', 'ar'];
const COMBINATIONS = THEMES.flatMap((theme) => LANGUAGES.map((language) => ({ theme, language })));

const WHOLE_MINUTES_MAX = 20;

test('the themes are those that the server has', async ({ preview }) => {
  expect(preview.themes.toSorted()).toEqual(THEMES);
  expect(preview.scenes.length).toBeGreaterThan(50);
});

COMBINATIONS.forEach(({ theme, language }, share) => {
  test(`${theme}, ${language}`, async ({ preview, page }, info) => {
    test.setTimeout(WHOLE_MINUTES_MAX * 60_000);
    const isMine = (_scene: Scene, index: number): boolean => isMeasured(index, share, COMBINATIONS.length);
    const tally = new Tally();
    await page.addInitScript(install);
    for (const [turn, scene] of preview.scenes.filter(isMine).entries()) {
      await page.goto(preview.address(scene, theme, language));
      const where = `${theme}, ${language}, ${scene.name}`;
      await measureSample(page, tally, { where, schemes: schemesOf(turn), withControls: IS_SAMPLE || language === 'en' });
    }
    tally.handTo(info);
    expect(tally.faults, tally.faults.join('\n')).toEqual([]);
  });
});

test('a button in the heading shows its focus, in every theme', async ({ preview, page }) => {
  test.setTimeout(120_000);
  const faults: string[] = [];
  await page.addInitScript(install);
  for (const theme of preview.themes) {
    const scenes = preview.scenes.filter(({ name }) => name === 'queue.almost.hold' || name === 'queue.aside');
    expect(scenes).toHaveLength(2);
    for (const scene of scenes) {
      await page.goto(preview.address(scene, theme, 'en'));
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        faults.push(...(await focusShows(page)).map((fault) => `${theme}, ${colorScheme}, ${scene.name}: ${fault}`));
      }
    }
  }
  expect(faults).toEqual([]);
});
