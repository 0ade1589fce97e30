/** Single-page applications: each new address is handled like a new page. */

import { withoutToken } from './url.ts';

export function watchNavigation(look: () => void): void {
  let last = withoutToken(location.href);
  const changed = (): void => {
    const here = withoutToken(location.href);
    if (here !== last) {
      last = here;
      look();
    }
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (this: History, ...given: Parameters<History['pushState']>): void {
      original.apply(this, given);
      changed();
    };
  }
  addEventListener('popstate', changed);
}
