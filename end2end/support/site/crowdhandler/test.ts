import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Anteroom, ROOM, type RoomSettings } from '../../server/anteroom.ts';
import { freePort } from '../../server/ports.ts';
import { Redis } from '../../server/redis.ts';
import { test as base } from '../../test.ts';
import { Guest } from './guest.ts';
import { Recorder } from './recorder.ts';
import { CrowdHandlerSite, type Protection } from './site.ts';

export const POOL = 'shop';
export const SLUG = 'summer-sale';

/** The settings of a test that differ from the usual ones. */
export interface Wishes {
  /** Keys of the pool; by default, its rate is more than any test reaches. */
  pool?: object;
  /** Keys of the usual room for `/tickets`. */
  room?: object;
  /** The server's mail server. */
  smtp?: object;
  /** More rooms than the usual one for `/tickets`. */
  rooms?: RoomSettings[];
  options?: (site: string) => Protection['options'];
  /** The SDK sends people to the site's own waiting room. */
  ownRoom?: boolean;
  /** A CDN's worker serves the room's page on the site's own host. */
  behindCdn?: boolean;
  store?: string;
  /** The site's idea of the public key. */
  publicKey?: string;
}

/** A server, and a site that the vendor's SDK protects. */
export interface Scene {
  anteroom: Anteroom;
  site: CrowdHandlerSite;
  /** Records the calls between them. */
  api: Recorder;
  publicKey: string;
  privateKey: string;
}

interface Fixtures {
  protect(wishes?: Wishes): Promise<Scene>;
  /** Returns one more visitor without a browser. */
  guestOf(scene: Scene): Promise<Guest>;
  /** A store that can go away. */
  redis: Redis;
}

export const test = base.extend<Fixtures>({
  protect: ({ started }, use) =>
    use(async ({ pool, room, smtp, rooms = [], options, ownRoom = false, behindCdn = false, store, publicKey: told }: Wishes = {}) => {
      const port = await freePort();
      const url = `https://localhost:${port}`;
      const [publicKey, privateKey] = [hex(), hex()];
      const usual = { id: ROOM, slug: SLUG, url_match: 'contains', url_pattern: '/tickets', ...room };
      const placed = [usual, ...rooms].map((room) => ({ pool: POOL, max_outflow: 6000, target_hosts: ['localhost'], ...room }));
      const anteroom = await started.anteroom(placed, `${url}/tickets`, {
        store,
        smtp,
        customer: { public_key: publicKey, private_key: privateKey },
        pools: [{ id: POOL, domains: [url], rate: 6000, ...pool }],
      });
      const api = started.keep(await Recorder.start(anteroom.http));
      const site = await CrowdHandlerSite.start(port, {
        publicKey: told ?? publicKey,
        privateKey,
        api: api.url,
        rooms: ownRoom || behindCdn ? `${url}/ch` : anteroom.http,
        templates: behindCdn ? anteroom.http : undefined,
        options: options?.(url),
      });
      return { anteroom, site: started.keep(site), api, publicKey, privateKey };
    }),
  redis: async ({ started }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'anteroom-redis-'));
    await use(started.keep(await Redis.start(folder)));
    rmSync(folder, { recursive: true, force: true });
  },
  guestOf: async ({ playwright }, use) => {
    const contexts: { dispose(): Promise<void> }[] = [];
    await use(async ({ site }) => {
      const context = await playwright.request.newContext({ ignoreHTTPSErrors: true });
      contexts.push(context);
      return new Guest(context, site.url);
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },
});

function hex(): string {
  return randomBytes(32).toString('hex');
}

export { expect } from '@playwright/test';
