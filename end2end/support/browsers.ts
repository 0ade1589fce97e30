/** Debian's browsers. `CHROMIUM` in the environment names another one for all tests. */

import type { LaunchOptions } from '@playwright/test';

/** The browser that people use, but without windows. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/**
 * The same engine without the browser around it, which would open a window with toolbars for each
 * visitor of a test and take four times as long.
 */
export const HEADLESS_SHELL = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** Arguments that prevent all traffic except the tested page's. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the options with which Playwright starts that browser. */
export function starting(executablePath: string): LaunchOptions {
  return { executablePath, args: ARGUMENTS };
}
