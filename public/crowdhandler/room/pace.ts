/**
 * The waits before the page asks again. They are spread, so that the pages of a crowd do not ask
 * together.
 */

/** The shortest time for which an answer is valid, in seconds. */
const TTL_SECONDS_MIN = 1;
/** The longest delay after the end of an answer's validity, as a share of the validity. */
const SPREAD = 0.15;
/** The wait after the first call that failed, milliseconds; each further one doubles it. */
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 60_000;

/** Returns the wait after an answer that is valid for `ttl` seconds. `share` is from 0 to 1. */
export function afterAnswer(ttl: number, share: number): number {
  return Math.max(TTL_SECONDS_MIN, ttl) * 1_000 * (1 + SPREAD * share);
}

/**
 * Returns the wait after this many consecutive failed calls: half of a time that doubles with each
 * failure, plus a random part of the other half.
 */
export function afterFailures(failures: number, share: number): number {
  const whole = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** (failures - 1));
  return (whole * (1 + share)) / 2;
}
