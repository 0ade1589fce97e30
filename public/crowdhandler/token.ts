/** The visitor's token: its form, its age, and where the browser keeps it. */

import { parameter } from './address.ts';

/** The key in the browser's local storage. Other parts of its content stay unchanged. */
const STORAGE = 'crowdhandler';
/** The time after which the server has to see a token again. */
const AGE_MS_MAX = 12 * 60 * 60 * 1_000;
/** The digits of the time in a token, base 60: neither `O` nor `o`. */
const DIGITS = '0123456789ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz';

interface Stored {
  countdown?: object;
  positions?: object;
  /** Tokens by public key. */
  token?: Record<string, unknown>;
}

/** Tokens by public key, for browsers that block storage. */
const kept: Record<string, string> = {};

function valid(token: unknown): string {
  return typeof token === 'string' && /^tok[\w-]+$/.test(token) ? token : '';
}

/** Returns the token in the page's address; empty if there is none. */
export function tokenIn(address: string): string {
  return valid(parameter(address, 'ch-id'));
}

/** Returns the token that the browser keeps; empty if there is none. */
export function keptToken(key: string): string {
  return valid((stored().token || {})[key]) || kept[key] || '';
}

export function keepToken(key: string, token: string): void {
  if (!valid(token)) {
    return;
  }
  kept[key] = token;
  const before = stored();
  const value = { countdown: {}, positions: {}, ...before, token: { ...before.token, [key]: token } };
  try {
    localStorage.setItem(STORAGE, JSON.stringify(value));
  } catch {
    // Storage is blocked or full.
  }
}

function stored(): Stored {
  try {
    return Object(JSON.parse(localStorage.getItem(STORAGE) || '{}')) as Stored;
  } catch {
    return {};
  }
}

/**
 * Returns whether a token is too old, by the time in the token. A token of the older form has no
 * time.
 */
export function isOld(token: string, nowMs: number): boolean {
  const [, time = ''] = /^tok0(.{6})/.exec(token) || [];
  const [year = NaN, month = 1, day, hour, minute, second] = Array.from(time, (digit) => DIGITS.indexOf(digit));
  return nowMs - Date.UTC(2000 + year, month - 1, day, hour, minute, second) > AGE_MS_MAX;
}
