/** What a site says about a widget, in the vendor's attributes or in ours. */

import { type Group, Reference, read } from './syntax.ts';

export const VENDOR = 'data-queueit-';
export const KINDS = ['button', 'countdown', 'status'] as const;
export type Kind = (typeof KINDS)[number];

export interface Settings {
  kind: Kind;
  customer: string;
  room: string;
  culture: string;
  layout: string;
  /** The site's own words. */
  texts: Group;
  /** CSS for this widget alone. */
  style: string;
  target: string;
  params: Group;
}

/** Our attributes, and the vendor's behind their prefix; where the vendor has none both are called the same. */
const NAMES = {
  customer: 'customerid',
  room: 'eventid',
  culture: 'culture',
  layout: 'layout',
  texts: 'texts',
  css: 'style',
  target: 'targeturl',
  'target-params': 'targeturlparams',
} as const;
export const OURS = Object.keys(NAMES);
export const THEIRS = ['widget', ...Object.values(NAMES)].map((name) => VENDOR + name);

/** `undefined` where it does not say which widget of which room. */
export function settingsOf(host: Element): Settings | undefined {
  const theirs = host.getAttribute(`${VENDOR}widget`);
  const name = (theirs ?? host.localName.replace('anteroom-', '')).toLowerCase();
  const kind = KINDS.find((known) => known === name);
  const of = (ours: keyof typeof NAMES): string =>
    host.getAttribute(theirs === null ? ours : VENDOR + NAMES[ours])?.trim() ?? '';
  const [customer, room] = [of('customer'), of('room')];
  if (!kind || !customer || !room) {
    return undefined;
  }
  const texts = read(of('texts'));
  // The vendor's words stand in a group named after the element they are shown in.
  const group = texts[kind === 'button' ? 'button' : 'label'];
  return {
    kind,
    customer,
    room,
    culture: of('culture') || host.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang,
    layout: of('layout'),
    texts: typeof group === 'object' && !(group instanceof Reference) ? group : texts,
    style: of('css'),
    target: of('target'),
    params: read(of('target-params')),
  };
}
