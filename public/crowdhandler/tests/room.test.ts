/** Tests of the parts of rooms' static pages that need no browser. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { answerOf, LOOK_MS, LOOKS, SLOW_MS, type Status, throttled } from '../room/ask.ts';
import { json } from '../room/bridge.ts';
import { clock } from '../room/countdown.ts';
import { glideMs, numberAt } from '../room/glide.ts';
import { visitorOf } from '../room/home.ts';
import { Milestones } from '../room/milestones.ts';
import { afterAnswer, afterFailures } from '../room/pace.ts';
import { isOwnLanguage, momentOf } from '../room/page.ts';

test('the address says who comes, and words for a missing value say nothing', () => {
  const url = 'https://www.example.com/tickets?a=1&b=2#top';
  assert.deepEqual(
    visitorOf(`https://a.example/ch/sale?url=${encodeURIComponent(url)}&ch-code=V%201&ch-id=tok0&ch_mode=flutter&cid=ar`),
    { url, code: 'V 1', mode: 'flutter', culture: 'ar' },
  );
  assert.deepEqual(visitorOf('https://a.example/ch/sale?url=&ch-code=undefined&ch_mode=null'), { url: '', code: '', mode: '', culture: '' });
});

test('pages ask no faster than they may, and not all together', () => {
  assert.deepEqual([afterAnswer(10, 0), afterAnswer(10, 1), afterAnswer(0, 0)], [10_000, 11_500, 1_000]);
  assert.deepEqual([1, 2, 3].map((failures) => afterFailures(failures, 0)), [1_000, 2_000, 4_000]);
  assert.deepEqual([afterFailures(1, 1), afterFailures(20, 1), afterFailures(2_000, 0)], [2_000, 60_000, 30_000]);
});

test('an answer is read, and anything else is none', () => {
  const page = { status: null, returnUrl: 'https://a.example/' };
  const answer = answerOf({ result: { promoted: 1, status: 1, token: 'tok0', slug: 's', ttl: 60, onsale: 'x', urlRedirect: null, page } });
  assert.deepEqual(answer, {
    isPromoted: true, isThrottled: false, token: 'tok0', slug: 's', ttl: 60, onsale: 'x', urlRedirect: '', status: undefined, notice: undefined,
    returnUrl: 'https://a.example/',
  });
  assert.equal(answerOf({ result: { promoted: true } }).isPromoted, false);
  for (const none of [undefined, null, 'a', {}, { result: null }, { error: 'x' }]) {
    assert.throws(() => answerOf(none));
  }
});

test('a call too many says when to ask again, and nothing about the visitor', () => {
  const notice = { name: 'overload', heading: 'a', lead: 'b' };
  const { isThrottled, isPromoted, token, ttl, notice: told } = throttled({ message: 'Too Many Requests', page: { notice } }, 30);
  assert.deepEqual({ isThrottled, isPromoted, token, ttl, told }, { isThrottled: true, isPromoted: false, token: '', ttl: 30, told: notice });
  for (const body of [undefined, null, 'a', {}]) {
    assert.deepEqual([throttled(body, NaN).ttl, throttled(body, 0).notice], [0, undefined]);
  }
  const inBody = answerOf({ result: { status: 6, token: null, slug: '', promoted: 0, ttl: 0 } });
  assert.deepEqual([inBody.isThrottled, inBody.token, inBody.slug], [true, '', '']);
});

test('apps that cut at the first equals sign get the whole message', () => {
  const text = json({ requestURL: 'https://a.example/?a=1&b==' });
  assert.ok(!text.includes('='));
  assert.deepEqual(JSON.parse(text), { requestURL: 'https://a.example/?a=1&b==' });
});

test('the page before the start differs for those who have no place', () => {
  const of = (pageId: Status['pageId'], QueueId: string): string => momentOf({ pageId, ticket: { QueueId } } as Status);
  const [nobody, place] = ['00000000-0000-0000-0000-000000000000', '0f9e6d1c-5b7a-4c7e-9a55-3d1f0c2b4a68'];
  assert.deepEqual([of('before', nobody), of('before', place), of('queue', place), of('after', nobody)], ['idle', 'before', 'queue', 'after']);
});

test('a page is in the reader’s language by its family, and Chinese by its script', () => {
  for (const [lang, wanted, isOwn] of [
    ['en-US', 'en-GB', true], ['de', 'de-AT', true], ['en-US', 'ar', false], ['zh-Hans', 'zh-TW', false], ['zh-Hans', 'zh-hans', true],
  ] as const) {
    assert.equal(isOwnLanguage(lang, wanted), isOwn, `${lang} ${wanted}`);
  }
});

test('minutes and seconds are in the page’s digits, and hours are left to the server', () => {
  assert.deepEqual([clock(479_001, ''), clock(59_000, '٠١٢٣٤٥٦٧٨٩'), clock(-5, ''), clock(3_600_000, '')], ['08:00', '٠٠:٥٩', '00:00', '']);
});

test('the number ahead falls evenly until the next answer, and not below the last one', () => {
  assert.deepEqual([0, 9_000, 18_000, 36_000, 50_000].map((since) => numberAt(60, 20, since, 36_000)), [60, 50, 40, 20, 20]);
  assert.deepEqual([numberAt(60, 20, -5, 36_000), numberAt(5, 9, 0, 36_000)], [60, 9]);
  assert.deepEqual([glideMs(36), glideMs(1)], [36_000, 1_200]);
});

test('a screen reader hears of milestones only', () => {
  const milestones = new Milestones();
  const reached = (now: number, state: string, ahead: number | null, seconds: number | null = null): boolean =>
    milestones.isReached(now, state, ahead, seconds);
  assert.deepEqual(
    [
      reached(0, 'in-line', 100), reached(70_000, 'in-line', 51), reached(71_000, 'in-line', 50), reached(130_999, 'in-line', 10),
      reached(131_000, 'in-line', 10), reached(132_000, 'paused', 10), reached(133_000, 'paused', 10),
    ],
    [true, false, true, false, true, true, false],
  );
  const start = new Milestones();
  const told = [720, 601, 600, 590, 300, 60, 59].filter((seconds) => start.isReached(0, 'prequeue', null, seconds));
  assert.deepEqual(told, [720, 600, 300, 60]);
});

test('a network is silent after the same time as on the own pages of the server', () => {
  const controls = readFileSync('app/src/page/controls.js', 'utf8');
  const own = (name: string): number => Number(new RegExp(`^const ${name} = ([\\d_]+);$`, 'm').exec(controls)?.[1]?.replace(/_/g, ''));
  assert.deepEqual([LOOK_MS, LOOKS, SLOW_MS], ['LOOK_MS', 'LOOKS', 'REPEAT_MS'].map(own));
});
