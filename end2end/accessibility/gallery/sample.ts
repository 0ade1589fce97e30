/** The share of the measurements that every run of the checks takes. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const THEMES = readdirSync(fileURLToPath(new URL('../../../style/themes', import.meta.url))).toSorted();

/** In a sample run every page, and every language of the figures, occurs once. */
export const IS_SAMPLE = process.env.ANTEROOM_SAMPLE === '1';

/** Returns whether a run measures the item with that index of a share; the whole run: all items. */
export function isMeasured(index: number, share: number, shares: number): boolean {
  return !IS_SAMPLE || index % shares === share;
}
