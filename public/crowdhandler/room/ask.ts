/** The page's calls of the public API, and the parts of their answers that the page reads. */

import { query } from '../address.ts';
import type { FeedRoom } from '../feed.ts';
import type { Home } from './home.ts';

/** The time after which a call counts as failed. */
const ANSWER_MS_MAX = 10_000;
/** The time between two looks at whether a call is answered. */
export const LOOK_MS = 600;
/**
 * The looks without an answer after which the connection counts as lost: 4.8 s, as on the server's
 * own pages, whose `controls.js` cannot share a module with this script.
 */
export const LOOKS = 8;
/** An answer that takes longer comes over a slow network, or from a slow server. */
export const SLOW_MS = 3_000;
const WRONG_CODE = 401;
const TOO_MANY = 429;
/** The API's status for a call above the rate limit. */
const THROTTLED = 6;

/** The texts of a status, ready to show. */
export interface StatusTexts {
  state: string;
  title: string;
  headline: string;
  lead: string;
  ahead: string;
  wait: string;
  reason: string;
  stock: string;
  number: string;
  countdown: string;
  announce: string;
}

/** A visitor's status, in the form that the room's own page receives. */
export interface Status {
  pageId: 'before' | 'queue' | 'after';
  message: string | null;
  texts: StatusTexts;
  ticket: {
    usersInLineAheadOfYou: number | null;
    progress: number | null;
    waitReason: string | null;
    secondsToStart: number | null;
    lastUpdatedUTC: string | null;
    QueueId: string;
  };
}

/** The text that the page shows if there is no status. */
export interface Notice {
  /** The subject, as in `data-state` of the server's own pages. */
  name: string;
  heading: string;
  lead: string;
}

/** An answer. */
export interface Answer {
  /** Whether the visitor is let in. */
  isPromoted: boolean;
  /**
   * Whether the call exceeded the rate limit: the answer then contains nothing about the visitor.
   */
  isThrottled: boolean;
  /** The visitor's token; empty if the answer has none. */
  token: string;
  /** The room; empty if the visitor is in none. */
  slug: string;
  /** How long the answer holds, seconds. */
  ttl: number;
  /** When the room opens. */
  onsale: string;
  /** The room's own target. */
  urlRedirect: string;
  status: Status | undefined;
  notice: Notice | undefined;
  /** Where a visitor goes who is let in. */
  returnUrl: string;
}

/** A call about the visitor. */
export interface Question {
  token: string;
  code: string;
  /** The page to return to; empty for the room's own. */
  url: string;
  /** The page's language. */
  lang: string;
}

/**
 * Whether the last answer was slow: then only [ANSWER_MS_MAX] ends the wait for the next one. The
 * first call is as slow, since it also opens the connection.
 */
let isSlow = true;

/** Asks about the visitor. Rejects if there is no answer. */
export async function ask(home: Home, question: Question): Promise<Answer> {
  const { token, code, url, lang } = question;
  const subject: [string, string] = home.slug ? ['slug', home.slug] : ['url', url];
  const more: [string, string][] = [['code', code], ['return', url]];
  const fields: [string, string][] = [subject, ['lang', lang], ['page', '1'], ...more.filter(([, value]) => value)];
  const response = token
    ? await call(home, `requests/${encodeURIComponent(token)}?${query(fields)}`)
    : await call(home, 'requests', Object.assign({}, ...fields.map(([name, value]) => ({ [name]: value }))) as object);
  if (response.status === WRONG_CODE && code) {
    return ask(home, { ...question, code: '' });
  }
  if (response.status === TOO_MANY) {
    return throttled(await response.json().catch(() => undefined), Number(response.headers.get('retry-after')));
  }
  if (!response.ok) {
    throw new Error(String(response.status));
  }
  return answerOf(await response.json());
}

/** Returns the customer's room for all pages; empty if there is none. */
export async function catchAll(home: Home): Promise<string> {
  const response = await call(home, 'rooms');
  const { result } = (await response.json()) as { result: (FeedRoom & { slug: string })[] };
  const room = result.find(({ patternType }) => patternType === 'all');
  return room ? room.slug : '';
}

/** Reads the body of an answer; throws if it is not an answer. */
export function answerOf(body: unknown): Answer {
  const { result } = Object(body) as { result?: Record<string, unknown> };
  if (typeof result !== 'object' || result === null) {
    throw new Error('no result');
  }
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const { status, notice, returnUrl } = Object(result.page) as { status?: Status; notice?: Notice; returnUrl?: string };
  return {
    isPromoted: result.promoted === 1,
    isThrottled: result.status === THROTTLED,
    token: text(result.token),
    slug: text(result.slug),
    ttl: Number(result.ttl) || 0,
    onsale: text(result.onsale),
    urlRedirect: text(result.urlRedirect),
    status: status || undefined,
    notice: notice || undefined,
    returnUrl: text(returnUrl),
  };
}

/**
 * Returns the answer to a call above the rate limit; `seconds` is 0 if the server names no time.
 */
export function throttled(body: unknown, seconds: number): Answer {
  const { page } = Object(body) as { page?: object };
  return answerOf({ result: { status: THROTTLED, ttl: seconds, page } });
}

/**
 * Calls the API. A network can swallow a call without an error: if no answer comes to a page that
 * is shown, it says after [LOOKS] that the connection is lost, and waits on. In a hidden page
 * timers come late, so time counts from when it is shown.
 */
async function call({ base, key }: Home, path: string, body?: object): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ANSWER_MS_MAX);
  const begun = performance.now();
  let looks = 0;
  const looking = setInterval(() => {
    looks = document.hidden ? 0 : looks + 1;
    if (looks === LOOKS && !isSlow) {
      dispatchEvent(new Event('offline'));
    }
  }, LOOK_MS);
  try {
    const response = await fetch(`${base}v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      signal: late.signal,
    });
    isSlow = performance.now() - begun > SLOW_MS;
    return response;
  } finally {
    clearTimeout(timer);
    clearInterval(looking);
  }
}
