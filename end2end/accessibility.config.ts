/** The accessibility proof, which `cargo xtask accessibility` runs and which writes the report. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';
import { CHROMIUM, starting } from './support/browsers.ts';

export default defineConfig({
  ...usual,
  use: { ...usual.use, launchOptions: starting(CHROMIUM) },
  testDir: 'accessibility',
  snapshotPathTemplate: '{testDir}/found/{arg}{ext}',
  reporter: [['list'], ['./accessibility/report/reporter.ts']],
});
