/**
 * Announcements for screen readers: at most one per minute on the whole page, with the latest text
 * of each widget.
 */

const MS_BETWEEN = 60_000;
/**
 * Long enough to be read; after that the text is removed, so that it is not read a second time.
 */
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
