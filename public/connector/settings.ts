/** The settings on the loader's tag. */

import { home } from './browser/inject.ts';
import { folder } from './browser/url.ts';

export interface Settings {
  customer: string;
  /**
   * The host of the waiting room if the page names one; it has precedence over an action's own
   * domain.
   */
  host: string;
  /** The folder of the configuration. */
  configFolder: string;
  /** Whether to bypass caches and always load the present configuration. */
  isFresh: boolean;
  isManual: boolean;
  isSpa: boolean;
  /** Whether AJAX calls are intercepted. */
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

/**
 * Returns the folder of an action's waiting room: the page's setting, else the action's, else the
 * origin of the scripts.
 */
export function roomFolder({ host, pathPrefix }: Settings, queueDomain: string): string {
  return host || (queueDomain ? withPrefix(folder(queueDomain, home || location.href), pathPrefix) : home);
}

function withPrefix(base: string, prefix: string): string {
  return prefix ? `${base}${prefix}/` : base;
}
