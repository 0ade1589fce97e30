import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, type Page, test as base } from '@playwright/test';

import { Anteroom, type Extras, type RoomSettings } from './server/anteroom.ts';
import { configured } from './site/configured-site.ts';
import { behind, behindLocalConfig } from './site/express-site.ts';
import type { Action } from './site/integration.ts';
import { SCREENSHOTS } from './server/paths.ts';
import { freePort } from './server/ports.ts';
import { startShop } from './site/shop.ts';
import type { Site, StartSite } from './site/site.ts';
import { VENDOR } from './site/vendor.ts';

/** The sites, by their connector. */
export const SITES: Record<string, StartSite> = {
  'Rust connector': startShop,
  'JavaScript connector 5': behind(VENDOR['JavaScript connector 5']),
  'JavaScript connector 4': behind(VENDOR['JavaScript connector 4']),
  'JavaScript connector 5, local config': behindLocalConfig,
};

/** Sites whose integration configuration decides which pages send people to the line. */
export const CONFIGURED: Record<string, (actions: (site: string) => Action[]) => StartSite> = {
  'Rust connector': configured,
  'JavaScript connector 5': (actions) => behind(VENDOR['JavaScript connector 5'], actions),
};

/** The configuration of every other page. */
const USUAL = { ignoreHTTPSErrors: true, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' } as const;

/** A server and the site that it protects. */
export interface Stage {
  anteroom: Anteroom;
  site: Site;
}

export interface Fixtures {
  /** Starts a server for this test, with these rooms (by default one). */
  open(room?: RoomSettings, ...more: RoomSettings[]): Promise<Anteroom>;
  /** Starts a server as `open` does, and a site that it protects. */
  openWithSite(start: StartSite, room?: RoomSettings, ...more: RoomSettings[]): Promise<Stage>;
  /** Saves a picture of a page for people. */
  picture(page: Page, name: string): Promise<void>;
  /** Opens a browser of another visitor, or of the same visitor at another time. */
  browserOf: (options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<BrowserContext>;
}

interface Stoppable {
  stop(): Promise<void>;
}

export const test = base.extend<Fixtures & { started: Started }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  started: async ({}, use, info) => {
    const started = new Started();
    await use(started);
    const failed = info.status !== info.expectedStatus;
    await started.stop(failed ? (name, body) => info.attach(name, { body, contentType: 'text/plain' }) : null);
  },
  open: ({ started }, use) => use((room = {}, ...more) => started.anteroom([room, ...more], 'http://127.0.0.1:9/')),
  openWithSite: ({ started }, use) => use((start, room = {}, ...more) => started.stage(start, [room, ...more])),
  // eslint-disable-next-line no-empty-pattern
  picture: ({}, use) =>
    use(async (page, name) => {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true, animations: 'disabled' });
    }),
  browserOf: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...USUAL, ...options });
      contexts.push(context);
      return context;
    });
    await unroute(contexts.flatMap((context) => context.pages()));
    await Promise.all(contexts.map((context) => context.close()));
  },
  page: async ({ page }, use) => {
    await use(page);
    await unroute([page]);
  },
});

/**
 * Stops intercepting the requests that a test answers itself, because one can still be pending when
 * its page closes. The test can already have closed some of its pages.
 */
async function unroute(pages: Page[]): Promise<void> {
  const open = pages.filter((page) => !page.isClosed());
  await Promise.all(open.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** The processes that a test started, in a temporary folder. */
export class Started {
  private readonly folder = mkdtempSync(join(tmpdir(), 'anteroom-end2end-'));
  private readonly running: Stoppable[] = [];
  private readonly servers: Anteroom[] = [];

  async anteroom(rooms: RoomSettings[], targetUrl: string, extras: Extras = {}): Promise<Anteroom> {
    const anteroom = await Anteroom.start(mkdtempSync(join(this.folder, 'server-')), rooms, targetUrl, extras);
    this.servers.push(anteroom);
    return this.keep(anteroom);
  }

  /** Registers another process to stop at the end of the test. */
  keep<T extends Stoppable>(thing: T): T {
    this.running.push(thing);
    return thing;
  }

  async stage(start: StartSite, rooms: RoomSettings[], extras: Extras = {}): Promise<Stage> {
    const port = await freePort();
    const anteroom = await this.anteroom(rooms, `http://127.0.0.1:${port}/product`, extras);
    return { anteroom, site: this.keep(await start(anteroom, port, this.folder)) };
  }

  async stop(attach: ((name: string, log: string) => Promise<void>) | null): Promise<void> {
    await Promise.all(this.running.map((thing) => thing.stop()));
    for (const server of attach === null ? [] : this.servers) {
      await attach?.('anteroom.log', server.log);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export { expect } from '@playwright/test';
