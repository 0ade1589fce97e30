import type { Page } from '@playwright/test';

import type { Anteroom, Extras, RoomSettings } from '../server/anteroom.ts';
import { StaticPage } from './static-page.ts';

/** The customer's public key. */
export const PUBLIC_KEY = '8a21c4f09b7d53e6a1f0b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f506';
const PRIVATE_KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0';
/** The slug of the room for tickets. */
export const SLUG = 'the-sale';
export const POOL = 'shop';

/** The paths of our scripts. */
export const MAIN = '/js/latest/main.js';
export const LITE = '/js/latest/lite-validator/main.js';

/** A room for every page under `/tickets`. */
export const TICKETS: RoomSettings = {
  pool: POOL,
  slug: SLUG,
  url_match: 'contains',
  url_pattern: '/tickets',
  target_hosts: ['localhost'],
  max_outflow: 6_000,
};

/** Returns the configuration of a site on `localhost` that lets this many people in per minute. */
export function sellingAt(rate: number): Extras {
  return {
    customer: { public_key: PUBLIC_KEY, private_key: PRIVATE_KEY },
    pools: [{ id: POOL, domains: ['http://localhost'], rate }],
  };
}

interface Tag {
  /** The script's path. */
  path?: string;
  key?: string;
  isSpa?: boolean;
  /** Additional attributes. */
  attributes?: string;
}

/** Returns the tag of a script. */
export function tagOf({ http }: Anteroom, { path = MAIN, key = PUBLIC_KEY, isSpa = false, attributes = '' }: Tag = {}): string {
  return `<script ${attributes} src="${http}${path}?id=${key}${isSpa ? '&amp;spa=true' : ''}"></script>`;
}

/**
 * Starts a static page of another site with our script, under a policy that allows only the script
 * and its calls. Every path is the same page.
 */
export function scripted(anteroom: Anteroom, tag: Tag = {}): Promise<StaticPage> {
  const policy = `default-src 'none'; script-src 'self' ${anteroom.http}; connect-src ${anteroom.http}; img-src data:`;
  return StaticPage.start('<p id="page">The shop</p>', { head: tagOf(anteroom, tag), policy });
}

/** Returns everything that the page's policy refused. */
export const refused = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);

/** The data that the scripts keep in the browser. */
interface Kept {
  countdown?: object;
  positions?: object;
  token?: Record<string, string>;
}

/** Returns the data that the browser keeps for the site. */
export function kept(page: Page): Promise<Kept | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('crowdhandler') ?? 'null') as Kept | null);
}

/** Returns the visitor's token. */
export async function tokenOf(page: Page): Promise<string> {
  return (await kept(page))?.token?.[PUBLIC_KEY] ?? '';
}

/** Makes the browser keep a token for the site from its next page on. */
export async function giveToken(page: Page, token: string): Promise<void> {
  await page.addInitScript(([key, given]) => {
    if (location.hostname === 'localhost' && localStorage.getItem('crowdhandler') === null) {
      localStorage.setItem('crowdhandler', JSON.stringify({ positions: { a: 1 }, other: 2, token: { b: 'tok0B', [key!]: given } }));
    }
  }, [PUBLIC_KEY, token]);
}

/** Records the calls of the API, without preflights, and visits of its redirect. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/v1/') && request.method() !== 'OPTIONS') {
      calls.push(`${request.method()} ${pathname}`);
    }
  });
  return calls;
}

export const isCall = (url: URL): boolean => url.pathname.includes('/v1/');
