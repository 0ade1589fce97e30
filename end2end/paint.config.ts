/** When a first page shows itself; `cargo xtask bench --paint` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';
import { CHROMIUM, starting } from './support/browsers.ts';

export default defineConfig({ ...usual, use: { ...usual.use, launchOptions: starting(CHROMIUM) }, testDir: 'paint', timeout: 900_000, workers: 1 });
