import { availableParallelism } from 'node:os';

import { defineConfig } from '@playwright/test';

import { HEADLESS_SHELL, starting } from './support/browsers.ts';

export default defineConfig({
  testDir: 'specs',
  outputDir: 'output/results',
  globalSetup: './support/server/setup.ts',
  fullyParallel: true,
  // Many tests wait for a turn or a time-out, and leave their core to another test.
  workers: availableParallelism() + 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./support/failures.ts', { outputFile: 'output/failures.txt' }]],
  use: {
    browserName: 'chromium',
    launchOptions: starting(HEADLESS_SHELL),
    // Connectors always write https://, and the server's certificate is self-signed.
    ignoreHTTPSErrors: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without a graphics card, animations cost more than all other work together.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
