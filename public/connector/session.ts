/**
 * The session cookie, as far as a browser can judge it: it has no key, so a session is good while the browser keeps it. That is why a queue by script alone can be passed by who wants
 * to.
 */

import { decode, readCookie, writeCookie } from './cookie.ts';

/** The value of a cookie that lets people in because the waiting room did not answer. */
const TIMEOUT = 'timeout';
const TIMEOUT_SECONDS = 180;

export type State = 'verified' | 'disabled' | 'timeout';

export interface Session {
  state: State;
  /** The cookie's value, decoded. */
  value: string;
  queueId: string;
  redirectType: string;
  /** It lasts so many minutes, and is never extended. */
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

/** What a value says; `undefined` where it is no session of this room. */
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

/** The session that the browser has now. A fixed one is no longer good than it says, by either clock. */
export function current(room: string, nowMs: number): Session | undefined {
  const session = parse(decode(readCookie(nameOf(room))), room);
  const isOver = session && session.fixed > 0 && Math.abs(nowMs / 1_000 - session.issuedAt) > session.fixed * 60;
  return isOver ? undefined : session;
}

/** The value as it is, whatever it says. */
export function rawValue(room: string): string {
  return decode(readCookie(nameOf(room)));
}

/** Keeps a session so many minutes; says whether the browser did. */
export function keep(room: string, value: string, minutes: number, where: Where): boolean {
  write(room, value, minutes * 60, where);
  return rawValue(room) === value;
}

/** Lets this visitor be for a while. */
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
    // A domain that is not this page's: the browser took nothing.
    writeCookie(nameOf(room), value, seconds, '', secure);
  }
}
