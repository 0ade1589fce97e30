/** The round of a beacon that a draw waits for: what the server says of it, and relays' answers. */

/** The server's answer about the round. */
export interface Awaited {
  /** Null if no draw waits for a round. */
  readonly round: number | null;
  /** Milliseconds until the network publishes the round; 0 once it has. */
  readonly dueInMs: number;
  /** The addresses of the round at its relays. */
  readonly urls: readonly string[];
}

/**
 * Returns the signature in a relay's answer; undefined if the answer is not this round's. Whether
 * the signature is the network's is for the server to verify.
 */
export function signatureOf(text: string, round: number): string | undefined {
  let answer: { round?: unknown; signature?: unknown } | null;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { round: found, signature } = answer ?? {};
  const isOne = typeof signature === 'string' && /^[0-9a-f]{96}$/i.test(signature);
  return found === round && isOne ? signature : undefined;
}

/** Returns the addresses in turn, from one of them on, so that pages begin at different relays. */
export function inTurn(urls: readonly string[], random: number): string[] {
  const first = Math.floor(random * urls.length);
  return [...urls.slice(first), ...urls.slice(0, first)];
}
