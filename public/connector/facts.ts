/** The page as triggers see it. */

import { decode, readCookie } from './cookie.ts';
import type { Facts } from './evaluate.ts';
import { withoutToken } from './url.ts';

export function factsOfPage(): Facts {
  return {
    url: withoutToken(location.href),
    userAgent: navigator.userAgent,
    cookie: (name) => decode(readCookie(name)),
    variable: (path) => variable(path, window),
  };
}

/** A variable by its path, such as `shop.items[0].kind`: looked up, never evaluated. What is not there is empty. */
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
