/**
 * The way of the number ahead from one answer to the next: as on the room's own page, it falls
 * evenly until the page asks again, and never below the number in the last answer.
 */

/** The shortest time that the number takes. */
const GLIDE_MS_MIN = 1_200;

/** Returns how long the number takes after an answer that is valid for `ttl` seconds. */
export function glideMs(ttl: number): number {
  return Math.max(GLIDE_MS_MIN, ttl * 1_000);
}

/** Returns the number to show `sinceMs` after it began to fall; `to` at the end. */
export function numberAt(from: number, to: number, sinceMs: number, overMs: number): number {
  const left = 1 - Math.min(1, Math.max(0, sinceMs / overMs));
  return Math.max(to, Math.ceil(to + (from - to) * left));
}
