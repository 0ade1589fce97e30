/** The share of the measurements that every run of the checks takes. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const THEMES = readdirSync(fileURLToPath(new URL('../../../style/themes', import.meta.url))).toSorted();

/** In a sample run every page, and every language of the figures, occurs once. */
export const IS_SAMPLE = process.env.ANTEROOM_SAMPLE === '1';

/** The colour schemes in which a page can be shown. */
export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/**
 * Returns the colour schemes in which to measure a page: in a sample run one, in turns, because the
 * pages of a theme have their colours from the same styles.
 */
export function schemesOf(turn: number): readonly Scheme[] {
  return IS_SAMPLE ? [SCHEMES[turn % SCHEMES.length]!] : SCHEMES;
}

/** Returns whether a run measures the item with that index of a share; the whole run: all items. */
export function isMeasured(index: number, share: number, shares: number): boolean {
  return !IS_SAMPLE || index % shares === share;
}
