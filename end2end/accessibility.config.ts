/** The proof of accessibility: `cargo xtask accessibility` runs it and has the report written. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';

export default defineConfig({
  ...usual,
  testDir: 'accessibility',
  snapshotPathTemplate: '{testDir}/found/{arg}{ext}',
  reporter: [['list'], ['./accessibility/report/reporter.ts']],
});
