/**
 * Target URL parameters: the values of `data-queueit-targetUrlParams` at the moment of the click,
 * and the resulting address.
 */

import { type Group, Reference } from './syntax.ts';

/** Most parameters that are sent. */
const PARAMETERS_MAX = 32;
/** The names that can fill `{key}` in a room's target; other characters are not allowed. */
const KEY = /^[\w.-]{1,64}$/;

/** Returns the address for entering the room, with the final target. */
export function address(enter: string, target: string | null, params: Group, widget: Element): string {
  const url = new URL(enter);
  if (target) {
    url.searchParams.set('t', linked(target, widget));
  }
  const keys = Object.keys(params).filter((key) => KEY.test(key));
  for (const key of keys.slice(0, PARAMETERS_MAX)) {
    const value = valueOf(params[key], widget, key);
    if (value !== undefined) {
      url.searchParams.set(`t_${key}`, value);
    }
  }
  return url.href;
}

/** Resolves the target like a link of the page; the server rejects an invalid one. */
function linked(target: string, { baseURI }: Element): string {
  try {
    return new URL(target, baseURI).href;
  } catch {
    return target;
  }
}

/**
 * Evaluates a value. A function of the page is called with the widget and the key; if it fails or
 * returns no plain value, the result is undefined.
 */
function valueOf(value: unknown, widget: Element, key: string): string | undefined {
  try {
    if (value instanceof Reference) {
      let owner: unknown;
      let found: unknown = globalThis;
      for (const name of value.path) {
        [owner, found] = [found, (found as Record<string, unknown>)[name]];
      }
      value = typeof found === 'function' ? found.call(owner, widget, key) : found;
    }
  } catch (error) {
    console.error(error);
    return undefined;
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
