/**
 * Compares our evaluation of integration configurations with the vendor’s own connector on
 * generated configurations, without a browser. A step of `cargo xtask test`.
 */

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'differential',
  outputDir: 'output/differential',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: [['list']],
});
