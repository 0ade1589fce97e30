/**
 * Decides when to check a page: at once, at every new address of a single-page application, and
 * when the browser restores a page. Checks never overlap, and the last one decides.
 */

import { watchNavigation } from '../connector/browser/navigation.ts';
import { clean, identity } from './address.ts';
import { ANSWER_MS_MAX } from './calls.ts';
import { hide } from './curtain.ts';
import type { Tag } from './tag.ts';

/** Checks the present address; returns the address to go to, or an empty text to stay. */
export type Look = () => Promise<string>;

export function guard({ isSpa }: Tag, look: Look): void {
  let isLooking = false;
  let isDue = false;
  let isLeaving = false;
  const show = hide();
  const patience = setTimeout(show, ANSWER_MS_MAX);

  const run = async (): Promise<void> => {
    isDue = true;
    if (isLooking || isLeaving) {
      return;
    }
    isLooking = true;
    let address = '';
    while (isDue) {
      isDue = false;
      address = await look().catch(() => '');
    }
    isLooking = false;
    clearTimeout(patience);
    if (address) {
      isLeaving = true;
      // Replaces this page in the history, because going back to it would only lead here again.
      location.replace(address);
    } else {
      show();
    }
  };
  void run();
  if (isSpa) {
    watchNavigation(() => identity(location.href), run);
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      isLeaving = false;
      void run();
    }
  });
}

/** Removes our parameters from the address bar. */
export function tidy(): void {
  const url = clean(location.href);
  if (url !== location.href) {
    history.replaceState(history.state, '', url);
  }
}
