/**
 * Calls of the page to a server behind a connector: they name their page, and the answer may send
 * the page to the waiting room.
 */

import { decode } from '../browser/cookie.ts';
import { withoutToken } from '../browser/url.ts';

export const PAGE_HEADER = 'x-queueit-ajaxpageurl';

export interface Interception {
  /** Hosts that contain this text belong to the site, besides the page's own host. */
  domain: string;
  /** The header with which a connector sends visitors to the waiting room. */
  header: string;
}

/**
 * Returns whether a call goes to the site; only to such a call can headers be added, because other
 * hosts would have to allow them first.
 */
export function isOurs(url: string, domain: string): boolean {
  try {
    const { protocol, host } = new URL(url, document.baseURI);
    return /^https?:$/.test(protocol) && (host === location.host || (domain !== '' && host.includes(domain)));
  } catch {
    return false;
  }
}

export function pageUrl(): string {
  return encodeURIComponent(withoutToken(location.href));
}

/** Navigates to the address in the header. */
export function follow(value: string | null): void {
  const url = decode(value || '');
  if (/^https?:\/\//i.test(url)) {
    location.href = withMark(url);
  }
}

/** Marks an address to show that a call, not a page, led there. */
export function withMark(url: string): string {
  const mark = '_jsar=1';
  const at = url.indexOf('&t=');
  if (at >= 0) {
    return `${url.slice(0, at)}&${mark}${url.slice(at)}`;
  }
  return url + (url.includes('?') ? '&' : '?') + mark;
}
