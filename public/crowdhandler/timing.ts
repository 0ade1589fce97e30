/** The time that the site took for the page, from which the waiting room can adjust its rate. */

/** Calls `done` with the page's HTTP status and time, once the page has loaded. */
export function timePage(done: (httpCode: number, ms: number) => void): void {
  if (document.readyState !== 'complete') {
    addEventListener('load', () => timePage(done), { once: true });
    return;
  }
  const [page] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & { responseStatus?: number })[];
  // The time of a page from the browser's cache does not depend on the site.
  if (page && page.transferSize !== 0) {
    done(page.responseStatus || 200, Math.round(page.responseEnd - page.requestStart));
  }
}
