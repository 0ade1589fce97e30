import type { Page } from '@playwright/test';

/** What Chromium reports of a reload whose page navigates at the same moment. */
const OVERTAKEN = /net::ERR_ABORTED|Not attached to an active page/;

/**
 * Reloads a page whose own poll may have it navigate at the same moment; the page that then takes
 * its place is as new as a reloaded one.
 */
export async function reload(page: Page): Promise<void> {
  await page.reload().catch(async (error: unknown) => {
    if (!OVERTAKEN.test(String(error))) {
      throw error;
    }
    await page.waitForLoadState();
  });
}
