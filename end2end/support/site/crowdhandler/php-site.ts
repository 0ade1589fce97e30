import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Child, untilReady } from '../../server/child.ts';

const PROGRAM = join(import.meta.dirname, 'site.php');

/** The settings of a site in PHP. */
export interface PhpSettings {
  publicKey: string;
  /** Where it finds the API. */
  api: string;
  /** Where it finds waiting rooms. */
  rooms: string;
}

/** A page view of a visitor without a browser. */
export interface PhpAnswer {
  status: number;
  location: URL | null;
  headers: Headers;
  text: string;
}

/** A site in PHP (`site.php`), served by PHP itself, and one visitor who keeps its cookie. */
export class PhpSite {
  token: string | undefined;

  private constructor(
    readonly url: string,
    private readonly child: Child,
    private readonly folder: string,
  ) {}

  static async start(port: number, { publicKey, api, rooms }: PhpSettings): Promise<PhpSite> {
    const folder = mkdtempSync(join(tmpdir(), 'anteroom-php-'));
    const settings = [`PUBLIC_KEY=${publicKey}`, `API=${api}`, `ROOMS=${rooms}`];
    const child = Child.start('env', [...settings, 'php', '-S', `127.0.0.1:${port}`, PROGRAM], folder, join(folder, 'php.log'));
    const url = `http://localhost:${port}`;
    await untilReady(`http://127.0.0.1:${port}/imprint`, child);
    return new PhpSite(url, child, folder);
  }

  /** Looks at a page. The site assumes that it is served over https, although it is not. */
  async get(address: string | URL): Promise<PhpAnswer> {
    const url = new URL(address, this.url);
    url.protocol = 'http:';
    const cookie: Record<string, string> = this.token === undefined ? {} : { cookie: `ch-id=${this.token}` };
    const headers = { 'user-agent': 'Mozilla/5.0 (Probe) +x', 'accept-language': 'de-DE,de;q=0.9', ...cookie };
    const response = await fetch(url, { redirect: 'manual', headers });
    for (const set of response.headers.getSetCookie()) {
      this.token = /^ch-id=([^;]*)/.exec(set)?.[1] ?? this.token;
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      location: location === null ? null : new URL(location),
      headers: response.headers,
      text: await response.text(),
    };
  }

  async stop(): Promise<void> {
    await this.child.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
