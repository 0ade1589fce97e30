/**
 * Supplies widgets with their content: one source per room and language, which sends one request
 * for all widgets of a page.
 *
 * A source requests again when the server's answer has expired, at most every five seconds, never
 * in a hidden tab, and at once when the tab becomes visible again. It sends and stores nothing: no
 * cookie, no storage.
 */

import type { Settings } from './settings.ts';
import { isRoomAnswer, type RoomAnswer } from './answer.ts';

const ASK_MS_MIN = 5_000;
/** The delay after a failure; doubled with each consecutive failure. */
const FAILED_MS = 5_000;
const FAILED_MS_MAX = 300_000;
/** The delay if the room does not exist, or is hidden. */
const ABSENT_MS = 30_000;
const ANSWER_MS_MAX = 15_000;
/**
 * The spread of requests, so that visitors who came at the same moment do not send requests at the
 * same moment.
 */
const SPREAD = 0.2;
const SPREAD_MS = 1_000;

/** The latest answer about a room. */
export interface News {
  answer: RoomAnswer;
  /** The time at which the answer was correct, by `performance.now()`. */
  at: number;
}

/** Receives answers; `undefined` means that there is no content. */
export type Reader = (news: News | undefined) => void;

const sources = new Map<string, Source>();
// Our own folder on the host from which the script was loaded, which may be a cache before the
// queue.
const script = document.currentScript ?? document.querySelector('script[src*="/queueit."]');
const base = new URL('..', script instanceof HTMLScriptElement && script.src || document.baseURI);

/** Reports a room to the reader until the returned function is called. */
export function follow({ customer, room, culture, layout }: Settings, reader: Reader): () => void {
  const url = new URL(`widget/${encodeURIComponent(customer)}/${encodeURIComponent(room)}.json`, base);
  for (const [name, value] of [['cid', culture], ['l', layout]] as const) {
    if (value) {
      url.searchParams.set(name, value);
    }
  }
  const source = sources.get(url.href) ?? new Source(url.href);
  sources.set(url.href, source);
  return source.tell(reader);
}

class Source {
  private readonly readers = new Set<Reader>();
  private news: News | undefined;
  private askedAt = -Infinity;
  private dueAt = -Infinity;
  private failures = 0;
  private asking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly url: string) {}

  tell(reader: Reader): () => void {
    this.readers.add(reader);
    reader(this.news);
    this.wake();
    return () => {
      this.readers.delete(reader);
      this.wake();
    };
  }

  /** Sends a request if it is due, or sets a timer for it. */
  wake(): void {
    clearTimeout(this.timer);
    if (this.asking || this.readers.size === 0 || document.hidden) {
      return;
    }
    const wait = this.dueAt - performance.now();
    if (wait <= 0) {
      void this.ask();
    } else {
      this.timer = setTimeout(() => this.wake(), wait);
    }
  }

  /**
   * Treats the latest answer as possibly outdated, because timers need not run while a computer
   * sleeps.
   */
  doubt(): void {
    this.dueAt = Math.min(this.dueAt, this.askedAt + ASK_MS_MIN);
    this.wake();
  }

  private async ask(): Promise<void> {
    this.asking = true;
    this.askedAt = performance.now();
    let wait: number;
    try {
      wait = await this.fetch();
      this.failures = 0;
    } catch {
      // The previous answer stays, because there is no newer one.
      wait = Math.min(FAILED_MS * 2 ** this.failures, FAILED_MS_MAX);
      this.failures += 1;
    }
    wait = Math.max(ASK_MS_MIN, wait);
    this.dueAt = performance.now() + wait + Math.random() * (SPREAD_MS + wait * SPREAD);
    this.asking = false;
    this.wake();
  }

  /** Requests the content; returns the milliseconds until it expires. */
  private async fetch(): Promise<number> {
    const response = await fetch(this.url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A cache on the way reports the age of its content, which the countdown needs; the browser's
      // own cache does not.
      cache: 'no-cache',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (response.status === 404) {
      this.publish(undefined);
      return ABSENT_MS;
    }
    const answer: unknown = await response.json();
    if (!response.ok || !isRoomAnswer(answer)) {
      throw new Error(String(response.status));
    }
    const age = Number(response.headers.get('age')) * 1_000 || 0;
    this.publish({ answer, at: performance.now() - age });
    const fresh = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '');
    return Number(fresh?.[1] ?? 0) * 1_000 - age;
  }

  private publish(news: News | undefined): void {
    this.news = news;
    this.readers.forEach((reader) => reader(news));
  }
}

const doubtAll = (): void => sources.forEach((source) => source.doubt());
// In a tab that has become hidden, this stops the requests.
document.addEventListener('visibilitychange', doubtAll);
addEventListener('pageshow', doubtAll);
addEventListener('online', doubtAll);
