import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import type { Anteroom } from './server/anteroom.ts';

/** The answer of `GET /api/getStatus` to a visitor who waits. */
export interface Waiting {
  isRedirectToTarget?: undefined;
  pageId: string;
  forecastStatus: 'NotReadyYet' | 'InLine' | 'FirstInLine';
  updateInterval: number;
  message: string | null;
  texts: { state: string; headline: string; stock: string };
  ticket: {
    /** Null before the draw. */
    queueNumber: number | null;
    usersInLineAheadOfYou: number;
    waitSecondsLow: number | null;
    waitSecondsHigh: number | null;
    waitStatus: string | null;
    waitReason: string | null;
    stock: number | null;
    progress: number;
    queuePaused: boolean;
    QueueId: string;
  };
}

/** The answer when it is the visitor's turn. */
export interface Turn {
  isRedirectToTarget: true;
  redirectUrl: string;
}

export type Status = Waiting | Turn;

export function isTurn(status: Status): status is Turn {
  return status.isRedirectToTarget === true;
}

/** The server is running and not in service yet: a browser asks again. */
class Interrupted extends Error {}

/** A visitor without a browser: enters, and polls at the intervals in the answers. */
export class Visitor {
  /** The longest delay of a poll of this program after its stated time, in milliseconds. */
  lateMs = 0;

  private constructor(
    private readonly anteroom: Anteroom,
    readonly queueId: string,
    private readonly search: string,
    readonly cookie: string,
  ) {}

  /** Takes a place. */
  static async enter(anteroom: Anteroom, parameters: Record<string, string> = {}, room?: string): Promise<Visitor> {
    const response = await fetch(anteroom.enter(parameters, room), { redirect: 'manual' });
    await response.arrayBuffer();
    const [location, cookie] = [response.headers.get('location'), response.headers.getSetCookie()[0]];
    if (response.status !== 302 || location === null || cookie === undefined) {
      throw new Error(`no place: ${response.status}, location ${location}, cookie ${cookie}`);
    }
    const { search, searchParams } = new URL(location, anteroom.http);
    return new Visitor(anteroom, searchParams.get('q') ?? '', search, cookie.split(';')[0] ?? '');
  }

  /** Polls once. */
  async poll(): Promise<Status> {
    const response = await fetch(`${this.anteroom.http}/api/getStatus${this.search}`, {
      headers: { cookie: this.cookie },
    });
    if (response.status === 503) {
      throw new Interrupted(await response.text());
    }
    if (response.status !== 200) {
      throw new Error(`getStatus: ${response.status} ${await response.text()}`);
    }
    return response.json() as Promise<Status>;
  }

  /** Polls once and expects that the visitor still waits. */
  async waiting(): Promise<Waiting> {
    const status = await this.poll();
    if (isTurn(status)) {
      throw new Error('let in too early');
    }
    return status;
  }

  /**
   * Polls at the intervals in the answers until let in; returns the address of the target. Handles
   * an interruption of the server as a browser does.
   */
  async untilTurn(signal?: AbortSignal, heard?: (status: Waiting) => void): Promise<string> {
    for (;;) {
      signal?.throwIfAborted();
      const status = await this.poll().catch((error: unknown) => {
        if (error instanceof TypeError || error instanceof Interrupted) {
          return null;
        }
        throw error;
      });
      if (status !== null && isTurn(status)) {
        return status.redirectUrl;
      }
      if (status !== null) {
        heard?.(status);
      }
      const interval = status?.updateInterval ?? 1_000;
      const due = performance.now() + interval;
      await pause(interval, undefined, { signal });
      this.lateMs = Math.max(this.lateMs, performance.now() - due);
    }
  }
}

/** Takes places one after the other, so that the numbers are in the order of the list. */
export async function enterMany(anteroom: Anteroom, count: number, room?: string): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let taken = 0; taken < count; taken += 1) {
    visitors.push(await Visitor.enter(anteroom, {}, room));
  }
  return visitors;
}

/** Visitors in line, each until let in or dispersed. */
export class Crowd implements Disposable {
  private readonly dispersed = new AbortController();
  /** Resolves when all have been let in. */
  readonly allIn: Promise<string[]>;

  private constructor(readonly visitors: Visitor[]) {
    setMaxListeners(0, this.dispersed.signal);
    this.allIn = Promise.all(visitors.map((visitor) => visitor.untilTurn(this.dispersed.signal)));
    // The result of a dispersed crowd is not awaited.
    this.allIn.catch(() => undefined);
  }

  static async gather(anteroom: Anteroom, count: number, room?: string): Promise<Crowd> {
    return new Crowd(await enterMany(anteroom, count, room));
  }

  [Symbol.dispose](): void {
    this.dispersed.abort();
  }
}
