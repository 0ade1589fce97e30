/** Single-page applications: each new address is handled like a new page. */

/** Calls `look` whenever the page gets another address, as `address` returns it. */
export function watchNavigation(address: () => string, look: () => void): void {
  let last = address();
  const changed = (): void => {
    const here = address();
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
