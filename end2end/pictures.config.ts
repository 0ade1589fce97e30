/** The pictures of the documentation; `cargo xtask screenshots` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';

export default defineConfig({ ...usual, testDir: 'pictures' });
