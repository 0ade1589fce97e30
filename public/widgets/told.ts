/** What the server tells of a room; the other half is `src/edge/widget.rs`. */

export type Phase = 'idle' | 'prequeue' | 'queue' | 'postqueue';

export interface Told {
  phase: Phase;
  /** BCP 47 tag and direction of every text here. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The button's text. */
  button: string;
  /** The way in, while there is one. */
  enter?: string;
  countdown: Countdown;
  /** One line each. */
  status: string[];
}

export interface Countdown {
  /** The label that a time follows; the whole text where there is nothing to count. */
  text: string;
  /** Seconds to the start; the fields after it come with it. */
  seconds?: number;
  /** Times in words, each true while at least so many seconds are left; the longest first. */
  steps?: [least: number, time: string][];
  lessThanAMinute?: string;
  started?: string;
}

/** Whether it is what we take it for, and not the page of some portal. */
export function isTold(value: unknown): value is Told {
  const told = value as Partial<Told> | null;
  return typeof told?.phase === 'string' && typeof told.button === 'string' && Array.isArray(told.status) && typeof told.countdown === 'object';
}
