/** Addresses of pages with the waiting room's parameters, and the addresses that lead there. */

import type { Tag } from './tag.ts';

/** The parameters that do not belong to the page's own address. */
const NAMES = ['ch-code', 'ch-fresh', 'ch-id', 'ch-id-signature', 'ch-public-key', 'ch-requested'];

/** A visit to a page. */
export interface Visit {
  /** The page's own address. */
  url: string;
  /** A priority code; empty if there is none. */
  code: string;
  /** The visitor's token; empty if there is none. */
  token: string;
}

/** Splits an address into page, query with its `?`, and fragment with its `#`. */
function cut(address: string): [string, string, string] {
  const [, page = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(address) || [];
  return [page, query, fragment];
}

function isOurs(pair: string): boolean {
  return [...new URLSearchParams(pair).keys()].some((name) => NAMES.includes(name.toLowerCase()));
}

/** Returns the page's own address; all other parameters stay as they are, byte for byte. */
export function clean(address: string): string {
  const [page, query, fragment] = cut(address);
  const pairs = query.slice(1).split('&');
  const kept = pairs.filter((pair) => !isOurs(pair));
  return kept.length === pairs.length ? address : page + (kept.length > 0 ? `?${kept.join('&')}` : '') + fragment;
}

/** Returns the part of an address that identifies a page: no fragment, none of our parameters. */
export function identity(address: string): string {
  const [page, query] = cut(clean(address));
  return page + query;
}

/**
 * Returns a parameter's value; empty if there is none. Integrations write the words that their
 * language shows for a missing value.
 */
export function parameter(address: string, name: string): string {
  const pairs = [...new URLSearchParams(cut(address)[1])];
  const found = pairs.find(([key, value]) => key.toLowerCase() === name && !['', 'null', 'undefined'].includes(value));
  return found ? found[1] : '';
}

/** Returns the address of a room's page; without a slug, the page has to find the room. */
export function roomAddress({ base, key }: Tag, slug: string, { url, code, token }: Visit): string {
  return `${base}${encodeURIComponent(slug)}?${query([['url', url], ['ch-code', code], ['ch-id', token], ['ch-public-key', key]])}`;
}

/** Returns the address at which the server decides between the page and the room. */
export function redirectAddress({ base, key }: Tag, { url, code, token }: Visit): string {
  const path = token && `/${encodeURIComponent(token)}`;
  return `${base}v1/redirect/requests${path}?${query([['ch-public-key', key], ['url', url], ['ch-code', code]])}`;
}

/** Writes parameters as the vendor's integrations do. */
export function query(pairs: [string, string][]): string {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
