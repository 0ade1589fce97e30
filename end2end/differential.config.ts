/** Our evaluation of integration configurations beside the vendor’s own connector, on generated ones; no browser. A step of `cargo xtask test`. */

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'differential',
  outputDir: 'output/differential',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: [['list']],
});
