/** The pictures of the documentation; `cargo xtask screenshots` runs it. */

import { defineConfig } from '@playwright/test';

import usual from './playwright.config.ts';
import { CHROMIUM, starting } from './support/browsers.ts';

export default defineConfig({ ...usual, use: { ...usual.use, launchOptions: starting(CHROMIUM) }, testDir: 'pictures' });
