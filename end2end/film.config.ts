/** The films of journeys; `cargo xtask screenshots --film` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';
import { CHROMIUM, starting } from './support/browsers.ts';

// A film runs in real time, and four browsers at once would stutter on a small machine.
export default defineConfig({ ...usual, use: { ...usual.use, launchOptions: starting(CHROMIUM) }, testDir: 'film', workers: 2, timeout: 300_000 });
