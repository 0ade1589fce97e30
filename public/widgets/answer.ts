/** The server's answer about a room; `src/http/queueit/widget.rs` writes it. */

export type Phase = 'idle' | 'prequeue' | 'queue' | 'postqueue';

export interface RoomAnswer {
  phase: Phase;
  /** BCP 47 tag and direction of all texts in this answer. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The button's text. */
  button: string;
  /** The address for entering the room, while it can be entered. */
  enter?: string;
  countdown: Countdown;
  /** One line each. */
  status: string[];
}

export interface Countdown {
  /** The label before the time; the whole text if nothing is counted. */
  text: string;
  /** Seconds to the start; the following fields are present with it. */
  seconds?: number;
  /** Times as text, each valid while at least that many seconds are left; the longest first. */
  steps?: [least: number, time: string][];
  lessThanAMinute?: string;
  started?: string;
}

/**
 * Returns whether the value has the expected form, unlike for instance the page of a captive
 * portal.
 */
export function isRoomAnswer(value: unknown): value is RoomAnswer {
  const answer = value as Partial<RoomAnswer> | null;
  return typeof answer?.phase === 'string' && typeof answer.button === 'string' && Array.isArray(answer.status) && typeof answer.countdown === 'object';
}
