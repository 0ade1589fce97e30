/**
 * Solves challenges in the format of ALTCHA's proof of work, version 2, with `PBKDF2/SHA-256`:
 * finds the counter for which the key derived from `nonce ‖ counter` and the salt begins with the
 * prefix. The browser derives keys natively; several derivations are requested at once, so that the
 * delays of requests do not add up.
 */

/** A challenge as the server makes it. */
export interface Challenge {
  parameters: {
    algorithm: string;
    /** Iterations of one derivation. */
    cost: number;
    /** The most counters that have to be tried. */
    data: { work: number };
    keyLength: number;
    keyPrefix: string;
    nonce: string;
    salt: string;
  };
  signature: string;
}

export interface Solution {
  counter: number;
  derivedKey: string;
}

const ALGORITHM = 'PBKDF2/SHA-256';
/** The number of derivations that are requested at once. */
const AT_ONCE = 16;
const COUNTER_BYTES = 4;

/** Tries counters from 0; `undefined` if none of them solves the challenge. */
export async function solve(
  { parameters }: Challenge,
  onTried: (tried: number) => void,
): Promise<Solution | undefined> {
  const { subtle } = crypto;
  if (parameters.algorithm !== ALGORITHM || !subtle) {
    return undefined;
  }
  const nonce = bytesOf(parameters.nonce);
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: bytesOf(parameters.salt),
    iterations: parameters.cost,
  };
  const derive = async (counter: number): Promise<Solution> => {
    const password = new Uint8Array(nonce.length + COUNTER_BYTES);
    password.set(nonce);
    new DataView(password.buffer).setUint32(nonce.length, counter);
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derived = await subtle.deriveBits(derivation, key, parameters.keyLength * 8);
    return { counter, derivedKey: hexOf(new Uint8Array(derived)) };
  };
  const { work } = parameters.data;
  for (let first = 0; first < work; first += AT_ONCE) {
    const counters = Array.from({ length: Math.min(AT_ONCE, work - first) }, (_, index) => first + index);
    const tried = await Promise.all(counters.map(derive));
    const found = tried.find(({ derivedKey }) => derivedKey.startsWith(parameters.keyPrefix));
    if (found) {
      return found;
    }
    onTried(first + tried.length);
  }
  return undefined;
}

/** Returns the payload that sends a solution to the server. */
export function payload(challenge: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge, solution }));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
