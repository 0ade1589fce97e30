/** The facts of the page for triggers. */

import { decode, readCookie } from './cookie.ts';
import type { Facts } from '../evaluate.ts';
import { withoutToken } from './url.ts';

export function factsOfPage(): Facts {
  return {
    url: withoutToken(location.href),
    userAgent: navigator.userAgent,
    cookie: (name) => decode(readCookie(name)),
    variable: (path) => variable(path, window),
  };
}

/**
 * Returns a variable by its path, such as `shop.items[0].kind`; the path is looked up, never
 * evaluated. A missing variable is empty.
 */
export function variable(path: string, from: unknown): string {
  let found = from;
  try {
    for (const name of path.split(/[.[\]'"\s]+/).filter(Boolean)) {
      found = (found as Record<string, unknown>)[name];
    }
    return path === '' || found === undefined || found === null ? '' : String(found);
  } catch {
    return '';
  }
}
