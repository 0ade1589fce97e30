/**
 * Facts about the server and the room from the page, and about the visitor from its address.
 */

import { parameter } from '../address.ts';

/** The server and the room of the page. */
export interface Home {
  /** The server's origin, with a slash at its end. */
  base: string;
  /** The room's name in addresses; empty on the page of visitors whose room is not known. */
  slug: string;
  /** The customer's public key; empty if neither the page nor the address has one. */
  key: string;
  /** The phase of the room for which the page was made; empty if it shows no room. */
  moment: string;
  /** Whether the browser's languages come before the room's. */
  detects: boolean;
}

/** The details about the visitor that an integration or a link passes to the page. */
export interface Visitor {
  /** The page that the visitor wants to see; empty for the room's own. */
  url: string;
  /** An access code; empty if there is none. */
  code: string;
  /** The view of an app that shows the page: `react-native` or `flutter`. */
  mode: string;
  /** The culture that the visitor has chosen; empty to use the browser's languages. */
  culture: string;
}

/** The parameter with the chosen culture, as on the room's own page. */
const CULTURE = 'cid';

/** Reads the running script's tag. */
export function ownHome(): Home | undefined {
  const own = document.currentScript;
  if (!(own instanceof HTMLScriptElement)) {
    return undefined;
  }
  // A page of no room has no key.
  const { slug = '', key = parameter(location.href, 'ch-public-key'), moment = '', detect = '' } = own.dataset;
  return { base: `${new URL(own.src).origin}/`, slug, key, moment, detects: detect !== '' };
}

export function visitorOf(address: string): Visitor {
  const of = (name: string): string => parameter(address, name);
  return { url: of('url'), code: of('ch-code'), mode: of('ch_mode'), culture: of(CULTURE) };
}

/** Returns the address of the room's own page, on the server's host, for the holder of a token. */
export function ownPage({ base, slug, key }: Home, { url, code }: Visitor, token: string): string {
  const page = new URL(encodeURIComponent(slug), base);
  const known = { 'ch-public-key': key, 'ch-id': token, 'ch-code': code, url };
  for (const [name, value] of Object.entries(known)) {
    if (value) {
      page.searchParams.set(name, value);
    }
  }
  return page.href;
}

/** Writes a parameter into the address bar, so that a reload finds it. */
function note(name: string, value: string): void {
  const url = new URL(location.href);
  url.searchParams.set(name, value);
  history.replaceState(history.state, '', url.href);
}

/** Notes the culture that the visitor has chosen. */
export function noteCulture(culture: string): void {
  note(CULTURE, culture);
}

/** Replaces a token in the address that the server no longer accepts. */
export function noteToken(token: string): void {
  const given = parameter(location.href, 'ch-id');
  if (given && given !== token) {
    note('ch-id', token);
  }
}
