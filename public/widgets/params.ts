/** Target URL parameters: what `data-queueit-targetUrlParams` comes to at the moment of the click, and the address that one is sent to. */

import { type Group, Reference } from './syntax.ts';

/** More parameters are not sent. */
const PARAMETERS_MAX = 32;
/** What fills `{key}` of a room's target; nothing that could be anything else. */
const KEY = /^[\w.-]{1,64}$/;

/** The way into the room, with where to go in the end. */
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

/** As a link of the page would be read; what is none is the server's to refuse. */
function linked(target: string, { baseURI }: Element): string {
  try {
    return new URL(target, baseURI).href;
  } catch {
    return target;
  }
}

/** A function of the page is called with the widget and the key; one that fails, or gives no plain value, gives none. */
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
