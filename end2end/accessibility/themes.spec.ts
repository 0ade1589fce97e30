/**
 * `anteroom theme check` with a browser accepts the built-in themes; in a sample run, the showcase
 * alone.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { CHROMIUM } from '../support/browsers.ts';
import { CHECK_MS_MAX, themeCommand } from '../support/theme-check.ts';
import { IS_SAMPLE, THEMES } from './measures/sample.ts';

for (const theme of IS_SAMPLE ? ['ticketing'] : THEMES) {
  test(`${theme} hides nothing from a browser`, () => {
    test.setTimeout(CHECK_MS_MAX);
    const folder = mkdtempSync(join(tmpdir(), 'anteroom-check-'));
    const checked = themeCommand(folder, 'check', theme, '--browser', CHROMIUM);
    expect.soft(checked.problems).toBe('');
    expect.soft(checked.out).toMatch(/browser: .* looked at \d{3} pages/);
    expect.soft(checked.code).toBe(0);
    rmSync(folder, { recursive: true });
  });
}
