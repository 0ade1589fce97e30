/**
 * The time to the start as text, counted by the browser from the server's answer. Pure: the caller
 * supplies the elapsed time, which never comes from the device's time of day.
 */

import type { Group } from './syntax.ts';
import type { Countdown, Phase } from './answer.ts';

/** The text, and when it changes next without an answer of the server. */
export interface Words {
  text: string;
  /** In seconds; infinite if nothing is counted. */
  changesIn: number;
  /** Increases by one with every milestone; the text is announced only then. */
  milestone: number;
}

/** Seconds before the start at which the time is announced. */
const MILESTONES = [3600, 1800, 600, 300, 60, 0];
const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/** `elapsed` is the age of `countdown` in seconds; `own` are the site's own texts. */
export function words(phase: Phase, countdown: Countdown, elapsed: number, own: Group): Words {
  const over = { changesIn: Infinity, milestone: MILESTONES.length };
  if (phase === 'postqueue') {
    return { text: wordOf(own, 'eventended') ?? countdown.text, ...over };
  }
  const left = (countdown.seconds ?? 0) - elapsed;
  if (left <= 0) {
    return { text: wordOf(own, 'eventstarted') ?? countdown.started ?? countdown.text, ...over };
  }
  const label = wordOf(own, 'startingin') ?? countdown.text;
  return {
    text: `${label} ${timeOf(countdown, left, own)}`,
    // A time of a day or more is shown in hours.
    changesIn: left < MINUTE ? left : nextBelow(left, left >= DAY ? HOUR : MINUTE),
    milestone: MILESTONES.filter((seconds) => seconds >= left).length,
  };
}

/** Returns a text that the site supplies. */
export function wordOf(own: Group, name: string): string | undefined {
  const word = own[name];
  return typeof word === 'string' ? word : undefined;
}

function timeOf(countdown: Countdown, left: number, own: Group): string {
  if (left < MINUTE) {
    return wordOf(own, 'lessthanminute') ?? countdown.lessThanAMinute ?? '';
  }
  const step = countdown.steps?.find(([least]) => least <= left);
  // After the last step, the server has not answered for a long time, and the last text would show
  // too long a time.
  return ownTime(left, own) ?? step?.[1] ?? '–';
}

/**
 * Returns the time in the site's own words, using the two largest units, if the site supplies the
 * words needed.
 */
function ownTime(left: number, own: Group): string | undefined {
  const [great, small, unit] = left < DAY ? ['hour', 'minute', MINUTE] : ['day', 'hour', HOUR];
  const all = Math.floor(left / unit);
  const among = unit === MINUTE ? 60 : 24;
  const parts = [[Math.floor(all / among), great], [all % among, small]] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, name]) => {
    const word = wordOf(own, count === 1 ? name : `${name}s`);
    return word && `${count} ${word}`;
  });
  return said.every(Boolean) ? said.join(' ') : undefined;
}

/** Returns the seconds until `left` falls below its present multiple of `unit`. */
function nextBelow(left: number, unit: number): number {
  return left % unit || unit;
}
