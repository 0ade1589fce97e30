import { join } from 'node:path';

import { type Anteroom, CUSTOMER, ROOM } from '../server/anteroom.ts';
import { Child, untilReady } from '../server/child.ts';
import { PROGRAMS } from '../server/paths.ts';
import type { Site } from './site.ts';

/** Starts the demo shop behind the Rust connector. */
export async function startShop(anteroom: Anteroom, port: number, folder: string): Promise<Site> {
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    listen: `127.0.0.1:${port}`,
    queue: anteroom.http,
    customer: CUSTOMER,
    room: ROOM,
    secret: anteroom.secretKey,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = Child.start(PROGRAMS.shop, args, folder, join(folder, 'shop.log'));
  await untilReady(url, child);
  return { url, stop: () => child.stop() };
}
