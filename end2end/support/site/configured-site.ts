import { join } from 'node:path';

import { CUSTOMER } from '../server/anteroom.ts';
import { Child, untilReady } from '../server/child.ts';
import { type Action, draftOf } from './integration.ts';
import { PROGRAMS } from '../server/paths.ts';
import type { StartSite } from './site.ts';

/**
 * The example site of the Rust connector, which protects the pages that the integration
 * configuration names.
 */
export function configured(actions: (site: string) => Action[]): StartSite {
  return async (anteroom, port, folder) => {
    const url = `http://127.0.0.1:${port}`;
    // The address of the queue contains the scheme, so that no certificate is needed.
    await anteroom.publish(draftOf(new URL(anteroom.http).host, actions(url)));
    const settings = {
      listen: `127.0.0.1:${port}`,
      queue: anteroom.http,
      customer: CUSTOMER,
      secret: anteroom.secretKey,
      'api-key': anteroom.apiKey,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const child = Child.start(PROGRAMS.configured, args, folder, join(folder, 'configured.log'));
    await untilReady(`${url}/payment_callback`, child);
    return { url, stop: () => child.stop() };
  };
}
