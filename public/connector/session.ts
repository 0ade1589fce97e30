/**
 * The session cookie, as far as a browser can judge it: without a key, a session is valid while the
 * browser keeps it. A visitor can therefore bypass a queue that relies on scripts alone.
 */

import { decode, readCookie, writeCookie } from './browser/cookie.ts';

/** The value of a cookie that lets a visitor in because the waiting room did not answer. */
const TIMEOUT = 'timeout';
const TIMEOUT_SECONDS = 180;

export type State = 'verified' | 'disabled' | 'timeout';

export interface Session {
  state: State;
  /** The cookie's value, decoded. */
  value: string;
  queueId: string;
  redirectType: string;
  /** The validity in minutes if it is never extended. */
  fixed: number;
  issuedAt: number;
}

export interface Where {
  domain: string;
  secure: boolean;
}

function nameOf(room: string): string {
  return `QueueITAccepted-SDFrts345E-V3_${room}`;
}

/** Parses a value; returns `undefined` if it is not a session of this room. */
export function parse(value: string, room: string): Session | undefined {
  const field = (name: string): string => {
    const pair = value.split('&').find((text) => text.slice(0, name.length + 1) === `${name}=`);
    return pair ? pair.slice(name.length + 1) : '';
  };
  const redirectType = field('RedirectType').toLowerCase();
  const isTimeout = value === TIMEOUT || redirectType === TIMEOUT;
  if (!isTimeout && (field('EventId').toLowerCase() !== room || !redirectType || !field('Hash'))) {
    return undefined;
  }
  return {
    state: isTimeout ? TIMEOUT : redirectType === 'idle' ? 'disabled' : 'verified',
    value,
    queueId: field('QueueId'),
    redirectType: isTimeout ? TIMEOUT : redirectType,
    fixed: Number(field('FixedValidityMins')) || 0,
    issuedAt: Number(field('IssueTime')) || 0,
  };
}

/**
 * Returns the browser's present session. A fixed session ends after its validity, by either clock.
 */
export function current(room: string, nowMs: number): Session | undefined {
  const session = parse(decode(readCookie(nameOf(room))), room);
  const isOver = session && session.fixed > 0 && Math.abs(nowMs / 1_000 - session.issuedAt) > session.fixed * 60;
  return isOver ? undefined : session;
}

/** Returns the decoded value without interpreting it. */
export function rawValue(room: string): string {
  return decode(readCookie(nameOf(room)));
}

/** Stores a session for this many minutes; returns whether the browser did. */
export function keep(room: string, value: string, minutes: number, where: Where): boolean {
  write(room, value, minutes * 60, where);
  return rawValue(room) === value;
}

/** Lets this visitor pass for a while. */
export function keepTimeout(room: string, where: Where): void {
  write(room, TIMEOUT, TIMEOUT_SECONDS, where);
}

export function forget(room: string, domain: string): void {
  writeCookie(nameOf(room), '', 0, domain);
  writeCookie(nameOf(room), '', 0);
}

function write(room: string, value: string, seconds: number, { domain, secure }: Where): void {
  writeCookie(nameOf(room), value, seconds, domain, secure);
  if (domain && rawValue(room) !== value) {
    // The domain does not cover this page, so the browser stored nothing.
    writeCookie(nameOf(room), value, seconds, '', secure);
  }
}
