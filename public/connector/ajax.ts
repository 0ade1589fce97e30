/** Calls of the page to a server that is protected by a connector: they say which page they are made for, and the answer may send the page to the waiting room. */

import { decode } from './cookie.ts';
import { withoutToken } from './url.ts';

export const PAGE_HEADER = 'x-queueit-ajaxpageurl';

export interface Interception {
  /** Hosts that contain it are the site's, beside the page's own. */
  domain: string;
  /** The header by which a connector sends people to the waiting room. */
  header: string;
}

/** Whether a call goes to the site; only then may anything be added to it, since other hosts would have to agree first. */
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

/** Goes where the header's value leads. */
export function follow(value: string | null): void {
  const url = decode(value || '');
  if (/^https?:\/\//i.test(url)) {
    location.href = withMark(url);
  }
}

/** Says that a call led here, not a page. */
export function withMark(url: string): string {
  const mark = '_jsar=1';
  const at = url.indexOf('&t=');
  if (at >= 0) {
    return `${url.slice(0, at)}&${mark}${url.slice(at)}`;
  }
  return url + (url.includes('?') ? '&' : '?') + mark;
}
