import { expect, type Page } from '@playwright/test';

import type { Anteroom } from '../server/anteroom.ts';

/**
 * A protected site: an open landing page at `/`; product, basket, checkout and "thank you" behind
 * the connector.
 */
export interface Site {
  /** Its origin. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The type of functions that start a site behind a server. */
export type StartSite = (anteroom: Anteroom, port: number, folder: string) => Promise<Site>;

/** Waits for a page of the site, including the time in line. */
export async function arrived(page: Page, name: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-shop', name, { timeout: 30_000 });
}

/**
 * Walks from the product page to the end of the purchase. The pages of all sites have the same
 * marks.
 */
export async function purchase(page: Page): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-shop', 'product');
  await page.locator('#add').click();
  await expect(html).toHaveAttribute('data-shop', 'basket');
  await page.locator('#checkout').click();
  await expect(html).toHaveAttribute('data-shop', 'checkout');
  await page.locator('#pay').click();
  await expect(html).toHaveAttribute('data-shop', 'thank-you');
}
