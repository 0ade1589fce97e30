/** How long a cheap phone works for a place; `cargo xtask abuse --phone` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';

export default defineConfig({ ...usual, testDir: 'phone', timeout: 400_000, workers: 1 });
