import type { Page, Route } from '@playwright/test';

import { expect } from './test.ts';

/**
 * A network that swallows requests to the API without an error, as a radio out of reach does, while
 * the browser counts as online.
 */
export class SilentNetwork {
  /** The swallowed requests, in order. */
  readonly swallowed: Route[] = [];
  private isSilent = true;

  private constructor(private readonly page: Page) {}

  /** Stops the page's clock, and from then on swallows all requests that match. */
  static async of(page: Page, requests: Parameters<Page['route']>[0]): Promise<SilentNetwork> {
    const network = new SilentNetwork(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await page.route(requests, async (route) => {
      if (network.isSilent) {
        network.swallowed.push(route);
      } else {
        await route.continue();
      }
    });
    expect(await page.evaluate(() => navigator.onLine), 'the browser does not know').toBe(true);
    return network;
  }

  /** Returns how many requests to paths with this ending were swallowed. */
  count(ending: string): number {
    return this.swallowed.filter((route) => new URL(route.request().url()).pathname.endsWith(ending)).length;
  }

  /** Swallows again. */
  falls(): void {
    this.isSilent = true;
  }

  /** Lets the newest of the swallowed requests through, and all that come from now on. */
  async returns(): Promise<void> {
    this.isSilent = false;
    await this.swallowed.at(-1)?.continue();
  }

  /** Makes the page poll, and waits until the network has swallowed the poll. */
  async swallowPoll(): Promise<void> {
    const before = this.count('getStatus');
    await expect(async () => {
      await this.page.evaluate(() => dispatchEvent(new Event('online')));
      expect(this.count('getStatus')).toBeGreaterThan(before);
    }).toPass();
  }
}
