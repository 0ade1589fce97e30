import { createHmac } from 'node:crypto';

import { ROOM } from './anteroom.ts';

/** How long a token is good, seconds. */
export const TOKEN_SECONDS = 180;

/** A `queueittoken` as the platform signs it; `issuedAt` in unix seconds. */
export function mint(secretKey: string, queueId: string, issuedAt: number): string {
  const claims = `e_${ROOM}~q_${queueId}~ts_${issuedAt + TOKEN_SECONDS}~ce_true~rt_queue`;
  return `${claims}~h_${createHmac('sha256', secretKey).update(claims).digest('hex')}`;
}

/** The token of a URL, or null. */
export function tokenOf(url: string): string | null {
  return new URL(url).searchParams.get('queueittoken');
}

/** The queue id that a token names. */
export function queueIdOf(token: string): string | undefined {
  return /(?:^|~)q_([^~]+)/.exec(token)?.[1];
}

/** Why its visitor was let in, as the token says it. */
export function redirectTypeOf(token: string): string | undefined {
  return /(?:^|~)rt_([^~]+)/.exec(token)?.[1];
}

/** The same text with its last character changed to another hex digit. */
export function tampered(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
