/** The accessibility proof, which `cargo xtask accessibility` runs and which writes the report. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';

export default defineConfig({
  ...usual,
  testDir: 'accessibility',
  snapshotPathTemplate: '{testDir}/found/{arg}{ext}',
  reporter: [['list'], ['./accessibility/report/reporter.ts']],
});
