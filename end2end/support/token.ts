import { createHmac } from 'node:crypto';

import { ROOM } from './server/anteroom.ts';

/** The validity of a token, in seconds. */
export const TOKEN_SECONDS = 180;

/** Returns a `queueittoken` as the platform signs it; `issuedAt` is in Unix seconds. */
export function mint(secretKey: string, queueId: string, issuedAt: number): string {
  const claims = `e_${ROOM}~q_${queueId}~ts_${issuedAt + TOKEN_SECONDS}~ce_true~rt_queue`;
  return `${claims}~h_${createHmac('sha256', secretKey).update(claims).digest('hex')}`;
}

/** Returns the token of a URL, or null. */
export function tokenOf(url: string): string | null {
  return new URL(url).searchParams.get('queueittoken');
}

/** Returns the queue id in a token. */
export function queueIdOf(token: string): string | undefined {
  return /(?:^|~)q_([^~]+)/.exec(token)?.[1];
}

/** Returns the redirect type in the token, which states why its visitor was let in. */
export function redirectTypeOf(token: string): string | undefined {
  return /(?:^|~)rt_([^~]+)/.exec(token)?.[1];
}

/** Returns the text with its last character changed to another hex digit. */
export function tampered(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
