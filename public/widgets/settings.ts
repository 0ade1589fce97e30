/** The settings of a widget, in the vendor's attributes or in ours. */

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
  /** The site's own texts. */
  texts: Group;
  /** CSS for this widget alone. */
  style: string;
  target: string;
  params: Group;
}

/**
 * Our attributes, and the vendor's without their prefix; attributes that the vendor lacks have the
 * same name in both.
 */
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

/** Returns `undefined` if the element does not name a widget and a room. */
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
  // The vendor groups texts under the name of the element that shows them.
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
