/** What the page says on the loader's tag. */

import { home } from './inject.ts';
import { folder } from './url.ts';

export interface Settings {
  customer: string;
  /** Where the waiting room answers, if the page says so: it is asked rather than an action's own domain. */
  host: string;
  /** Where the configuration lies. */
  configFolder: string;
  /** Always a new configuration, never one that a cache has. */
  isFresh: boolean;
  isManual: boolean;
  isSpa: boolean;
  /** AJAX calls are looked at. */
  intercepts: boolean;
  interceptDomain: string;
  redirectHeader: string;
  pathPrefix: string;
}

export function settingsOf(tag: Element): Settings {
  const of = (name: string): string => (tag.getAttribute(`data-queueit-${name}`) || '').trim();
  const is = (name: string): boolean => of(name).toLowerCase() === 'true';
  const base = home || location.href;
  const pathPrefix = of('queuepathprefix').replace(/^\/+|\/+$/g, '');
  return {
    customer: of('c').toLowerCase(),
    host: of('host') && withPrefix(folder(of('host'), base), pathPrefix),
    configFolder: of('jshost') ? folder(of('jshost'), base) : home,
    isFresh: is('nocachereq'),
    isManual: is('noautorun'),
    isSpa: is('spa'),
    intercepts: is('intercept') || tag.hasAttribute('data-queueit-interceptvnext'),
    interceptDomain: of('intercept-domain').toLowerCase(),
    redirectHeader: of('ku-redirect-headername') || 'x-queueit-redirect',
    pathPrefix,
  };
}

/** The waiting room of an action: the page's word, the action's, and else where the scripts came from. */
export function roomFolder({ host, pathPrefix }: Settings, queueDomain: string): string {
  return host || (queueDomain ? withPrefix(folder(queueDomain, home || location.href), pathPrefix) : home);
}

function withPrefix(base: string, prefix: string): string {
  return prefix ? `${base}${prefix}/` : base;
}
