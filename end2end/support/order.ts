import type { Grant } from './server/anteroom.ts';

/** The window of the bound. */
export const WINDOW_MS = 60_000;

/** Returns the number of distinct places granted in the half-open window `(t − 60 s, t]`. */
export function distinctIn(grants: Grant[], t: number): number {
  const inside = grants.filter(({ grantedAt }) => grantedAt > t - WINDOW_MS && grantedAt <= t);
  return new Set(inside.map(({ queueId }) => queueId)).size;
}

/**
 * Returns the longest time by which a visitor was let in before one with a lower number; 0 if all
 * were in order.
 */
export function inversionMs(grants: Grant[]): number {
  const inOrder = grants.toSorted((one, other) => one.queueNumber - other.queueNumber);
  let latest = Number.NEGATIVE_INFINITY;
  let longest = 0;
  for (const { grantedAt } of inOrder) {
    longest = Math.max(longest, latest - grantedAt);
    latest = Math.max(latest, grantedAt);
  }
  return longest;
}
