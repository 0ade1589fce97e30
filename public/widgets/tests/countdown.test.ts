/** Tests of the countdown between two answers of the server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { words } from '../countdown.ts';
import { read } from '../syntax.ts';
import type { Countdown } from '../answer.ts';

const NONE = read('');
const COUNTDOWN: Countdown = {
  text: 'Time until the start:',
  seconds: 185,
  steps: [[180, '3 minutes'], [120, '2 minutes'], [60, '1 minute']],
  lessThanAMinute: 'less than a minute',
  started: 'It has started',
};

function counted(elapsed: number, own = NONE): string {
  return words('prequeue', COUNTDOWN, elapsed, own).text;
}

test('counts down without polling', () => {
  assert.equal(counted(0), 'Time until the start: 3 minutes');
  assert.equal(counted(5), 'Time until the start: 3 minutes');
  assert.equal(counted(5.1), 'Time until the start: 2 minutes');
  assert.equal(counted(125.1), 'Time until the start: less than a minute');
  assert.equal(counted(184.9), 'Time until the start: less than a minute');
  assert.equal(counted(185), 'It has started');
  assert.equal(counted(9_999), 'It has started');
});

test('says when it changes next', () => {
  const next = (seconds: number): number => words('idle', { ...COUNTDOWN, seconds }, 0, NONE).changesIn;
  assert.deepEqual([next(185), next(180), next(59)], [5, 60, 59]);
  assert.deepEqual([next(2 * 86_400 + 10), next(2 * 86_400)], [10, 3_600]);
  assert.equal(words('queue', { text: 'It has started' }, 0, NONE).changesIn, Infinity);
});

test('never tells a time that is too long', () => {
  const far = { ...COUNTDOWN, seconds: 1_000, steps: [[960, '16 minutes'], [900, '15 minutes']] as [number, string][] };
  assert.equal(words('idle', far, 99, NONE).text, 'Time until the start: 15 minutes');
  assert.equal(words('idle', far, 101, NONE).text, 'Time until the start: –', 'no step is left');
});

test('is over when the room is', () => {
  assert.equal(words('queue', { text: 'It has started' }, 0, NONE).text, 'It has started');
  assert.equal(words('postqueue', { text: 'It is over' }, 0, NONE).text, 'It is over');
});

test("speaks the site's own words", () => {
  const own = read("startingin:'Starting in', lessthanminute:'soon', eventstarted:'Go!', eventended:'Gone', day:'day', days:'days', hour:'hour', hours:'hours', minute:'minute', minutes:'minutes'");
  const at = (seconds: number): string => words('idle', { ...COUNTDOWN, seconds }, 0, own).text;
  assert.equal(at(2 * 86_400 + 3 * 3_600 + 61), 'Starting in 2 days 3 hours');
  assert.equal(at(86_400), 'Starting in 1 day');
  assert.equal(at(86_399), 'Starting in 23 hours 59 minutes');
  assert.equal(at(3_660), 'Starting in 1 hour 1 minute');
  assert.equal(at(120), 'Starting in 2 minutes');
  assert.equal(at(30), 'Starting in soon');
  assert.equal(counted(185, own), 'Go!');
  assert.equal(words('queue', { text: 'It has started' }, 0, own).text, 'Go!');
  assert.equal(words('postqueue', { text: 'It is over' }, 0, own).text, 'Gone');
});

test("takes the server's time where a word of the site is missing", () => {
  assert.equal(counted(0, read("startingin:'In', minute:'min'")), 'In 3 minutes');
  assert.equal(counted(65.1, read("minute:'Minute'")), 'Time until the start: 1 Minute');
});

test('passes milestones once', () => {
  const countdown = { ...COUNTDOWN, seconds: 7_200 };
  const passed = [];
  for (let elapsed = 0; elapsed <= 7_200; elapsed += 1) {
    passed.push(words('idle', countdown, elapsed, NONE).milestone);
  }
  assert.deepEqual([...new Set(passed)], [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(passed.lastIndexOf(0), 7_200 - 3_601);
  assert.equal(words('queue', { text: 'It has started' }, 0, NONE).milestone, 6, 'the start is no news after it was counted to');
});
