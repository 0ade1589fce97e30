/** What is said aloud by screen readers: never more often than once a minute on the whole page; of each widget the latest. */

const MS_BETWEEN = 60_000;
/** Long enough to be read; after that nobody should come upon it twice. */
const MS_KEPT = 10_000;

const waiting = new Map<Element, string>();
let lastAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** `region` is a live region of the widget. */
export function announce(region: Element, text: string): void {
  waiting.set(region, text);
  timer ??= setTimeout(() => {
    timer = undefined;
    lastAt = performance.now();
    waiting.forEach((said, place) => {
      place.textContent = said;
      setTimeout(() => place.replaceChildren(), MS_KEPT);
    });
    waiting.clear();
  }, lastAt + MS_BETWEEN - performance.now());
}
