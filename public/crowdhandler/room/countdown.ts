/** The time to the start between two answers, by a monotonic clock. */

/** The time from which on the server's words are shown, in seconds. */
const WORDS_SECONDS_MIN = 3_600;

/** Returns minutes and seconds, such as `07:59`; empty if the server's words are shown. */
export function clock(leftMs: number, digits: string): string {
  const left = Math.max(0, Math.ceil(leftMs / 1_000));
  if (left >= WORDS_SECONDS_MIN) {
    return '';
  }
  const own = Array.from(digits);
  const two = (number: number): string => [Math.floor(number / 10), number % 10].map((digit) => own[digit] || digit).join('');
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`;
}
