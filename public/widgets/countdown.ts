/** The time to the start in words, counted on by the browser from what the server told. Pure: what time it is comes from outside, and is never the device's time of day. */

import type { Group } from './syntax.ts';
import type { Countdown, Phase } from './told.ts';

/** What is shown, and when that changes next without news from the server. */
export interface Words {
  text: string;
  /** In seconds; infinite where nothing is counted. */
  changesIn: number;
  /** Rises by one with every milestone that is passed; only then is the text said aloud. */
  milestone: number;
}

/** Seconds before the start at which the time is said aloud. */
const MILESTONES = [3600, 1800, 600, 300, 60, 0];
const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/** `elapsed` is how many seconds ago `told` was true; `own` are the site's own words. */
export function words(phase: Phase, told: Countdown, elapsed: number, own: Group): Words {
  const over = { changesIn: Infinity, milestone: MILESTONES.length };
  if (phase === 'postqueue') {
    return { text: wordOf(own, 'eventended') ?? told.text, ...over };
  }
  const left = (told.seconds ?? 0) - elapsed;
  if (left <= 0) {
    return { text: wordOf(own, 'eventstarted') ?? told.started ?? told.text, ...over };
  }
  const label = wordOf(own, 'startingin') ?? told.text;
  return {
    text: `${label} ${timeOf(told, left, own)}`,
    // A day and more is told by the hour.
    changesIn: left < MINUTE ? left : nextBelow(left, left >= DAY ? HOUR : MINUTE),
    milestone: MILESTONES.filter((seconds) => seconds >= left).length,
  };
}

/** A word that the site gives. */
export function wordOf(own: Group, name: string): string | undefined {
  const word = own[name];
  return typeof word === 'string' ? word : undefined;
}

function timeOf(told: Countdown, left: number, own: Group): string {
  if (left < MINUTE) {
    return wordOf(own, 'lessthanminute') ?? told.lessThanAMinute ?? '';
  }
  const step = told.steps?.find(([least]) => least <= left);
  // Past the last step the server has been silent for long; a time too long would be a wrong one.
  return ownTime(left, own) ?? step?.[1] ?? '–';
}

/** The time in the site's own words, if it gives those that are needed: the two greatest units. */
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

/** Seconds until `left` falls below the multiple of `unit` that it stands on. */
function nextBelow(left: number, unit: number): number {
  return left % unit || unit;
}
