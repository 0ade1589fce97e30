/** Tests the admin API against its own description; `cargo xtask test --only api` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';

export default defineConfig({ ...usual, testDir: 'api' });
