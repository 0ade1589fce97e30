/**
 * Loads the page in another language, or for another phase of the room, from the server, and
 * replaces the shown page with it.
 */

import type { Status } from './ask.ts';
import type { Home } from './home.ts';

/** The most of the browser's languages that are sent to the server. */
const LANGUAGES_MAX = 4;
/** A status without a place has this queue id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Returns the phase of the room to which a status belongs. */
export function momentOf({ pageId, ticket }: Status): string {
  return pageId === 'before' && ticket.QueueId === NOBODY ? 'idle' : pageId;
}

/** Whether the page's language is the one that the browser asks for first. */
export function isOwnLanguage(lang: string, wanted: string): boolean {
  const [own, other] = [lang.toLowerCase(), wanted.toLowerCase()];
  const [family] = own.split('-');
  // The first part of the tag does not distinguish the scripts of Chinese.
  return own === other || (family !== 'zh' && family === other.split('-')[0]);
}

/** Loads the page and shows it. Rejects if it cannot be loaded. */
export async function turnTo({ base, slug }: Home, moment: string, culture: string): Promise<void> {
  const languages = (navigator.languages || [navigator.language]).slice(0, LANGUAGES_MAX).join(',') || 'en';
  const path = ['ch-pages', moment, languages, slug].map(encodeURIComponent).join('/');
  const response = await fetch(`${base}${path}${culture && `?cid=${encodeURIComponent(culture)}`}`, { credentials: 'omit' });
  if (!response.ok) {
    throw new Error(String(response.status));
  }
  replace(new DOMParser().parseFromString(await response.text(), 'text/html'));
}

function replace(next: Document): void {
  const [own, other] = [document.documentElement, next.documentElement];
  const focused = document.activeElement ? document.activeElement.id : '';
  for (const { name } of Array.from(own.attributes)) {
    if (!other.hasAttribute(name)) {
      own.removeAttribute(name);
    }
  }
  for (const { name, value } of Array.from(other.attributes)) {
    own.setAttribute(name, value);
  }
  replaceStyles(next);
  document.title = next.title;
  document.body.replaceWith(document.adoptNode(next.body));
  const again = focused && document.getElementById(focused);
  if (again) {
    again.focus();
  }
}

/** Rooms have their own themes. An old style stays until the new one has loaded. */
function replaceStyles(next: Document): void {
  const links = (of: Document): HTMLLinkElement[] => Array.from(of.head.querySelectorAll('link'));
  const [old, wanted] = [links(document), links(next)];
  const fresh = wanted.filter(({ href }) => !old.some((link) => link.href === href));
  const past = old.filter(({ href }) => !wanted.some((link) => link.href === href));
  for (const link of fresh) {
    const style = document.importNode(link);
    style.onload = () => past.forEach((old) => old.remove());
    document.head.append(style);
  }
}
