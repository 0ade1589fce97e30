/** The calls of the public API. They send no cookies and, about the visitor, only the page. */

import { query, type Visit } from './address.ts';
import type { FeedRoom } from './feed.ts';
import type { Tag } from './tag.ts';
import { judge, TRUSTED, type Verdict } from './verdict.ts';

/** The time for which a page waits for an answer. */
export const ANSWER_MS_MAX = 4_000;
/** One in this many pages reports its time. */
export const SAMPLE_RATE = 5;

const REFUSED_CODE = 401;

function call({ base, key }: Tag, path: string, method: string, body?: object, keepalive = false): Promise<Response> {
  return fetch(`${base}v1/${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit',
    keepalive,
  });
}

/** Returns the result, or `otherwise` if the result comes too late or not at all. */
function inTime<T>(result: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((done) => setTimeout(() => done(otherwise), ANSWER_MS_MAX));
  return Promise.race([result.catch(() => otherwise), late]);
}

/** Returns whether the visitor may see the page. */
export function ask(tag: Tag, visit: Visit): Promise<Verdict> {
  return inTime(askAgain(tag, visit), TRUSTED);
}

/** Asks, and asks once more without the code if the code is refused. */
async function askAgain(tag: Tag, { url, code, token }: Visit): Promise<Verdict> {
  // Fragments belong to the page alone.
  const page = url.split('#')[0] as string;
  const response = token
    ? await call(tag, `requests/${encodeURIComponent(token)}?${query([['url', page], ['code', code]])}`, 'GET')
    : await call(tag, 'requests', 'POST', { url: page, ...(code && { code }) });
  if (response.status === REFUSED_CODE && code) {
    return askAgain(tag, { url, code: '', token });
  }
  // A refusal counts even if its body cannot be read; any other answer does not.
  return judge(response.status, await response.json().catch(() => undefined));
}


/** Returns the customer's rooms; none if they cannot be read in time. */
export function rooms(tag: Tag): Promise<FeedRoom[]> {
  const read = async (): Promise<FeedRoom[]> => {
    const response = await call(tag, 'rooms', 'GET');
    const { result } = (await response.json()) as { result?: FeedRoom[] };
    return result || [];
  };
  return inTime(read(), []);
}

/** Reports how long the site took for a page. The report outlives the page. */
export function report(tag: Tag, responseId: string, httpCode: number, time: number): void {
  call(tag, `responses/${encodeURIComponent(responseId)}`, 'PUT', { httpCode, sampleRate: SAMPLE_RATE, time }, true).catch(() => undefined);
}
