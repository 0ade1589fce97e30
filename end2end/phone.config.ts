/** How long a cheap phone works for a place; `cargo xtask abuse --phone` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';
import { CHROMIUM, starting } from './support/browsers.ts';

export default defineConfig({ ...usual, use: { ...usual.use, launchOptions: starting(CHROMIUM) }, testDir: 'phone', timeout: 400_000, workers: 1 });
