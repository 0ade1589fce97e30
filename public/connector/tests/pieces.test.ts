/** Tests of the small modules: addresses, sessions, stamps, variables. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withMark } from '../ajax/interception.ts';
import { variable } from '../browser/facts.ts';
import { parse } from '../session.ts';
import { stamp } from '../stamp.ts';
import { folder, tokenIn, valueIn, withoutToken } from '../browser/url.ts';

test('a token is found and taken out wherever it stands', () => {
  const rows: [string, string, string][] = [
    ['https://s.example/p?queueittoken=X&b=1', 'X', 'https://s.example/p?b=1'],
    ['https://s.example/p?a=1&QueueItToken=X#f?queueittoken=Y', 'X', 'https://s.example/p?a=1#f?queueittoken=Y'],
    ['https://s.example/p?queueittoken=X', 'X', 'https://s.example/p'],
    ['https://s.example/p?myqueueittoken=X', '', 'https://s.example/p?myqueueittoken=X'],
    ['https://s.example/#queueittoken=X', '', 'https://s.example/#queueittoken=X'],
    ['https://s.example', '', 'https://s.example'],
  ];
  for (const [url, token, clean] of rows) {
    assert.deepEqual([tokenIn(url), withoutToken(url)], [token, clean], url);
  }
});

test('a value of a token', () => {
  const token = 'e_sale~q_1111-2222~ts_1700000180~rt_queue~h_0f';
  assert.deepEqual([valueIn(token, 'e'), valueIn(token, 'q'), valueIn(token, 'rt'), valueIn(token, 'cv')], ['sale', '1111-2222', 'queue', '']);
});

test('a host is https, but for the one that is known to be otherwise', () => {
  const base = 'http://127.0.0.1:8080/';
  assert.equal(folder('127.0.0.1:8080', base), 'http://127.0.0.1:8080/');
  assert.equal(folder('queue.example', base), 'https://queue.example/');
  assert.equal(folder('//queue.example/', base), 'https://queue.example/');
  assert.equal(folder('http://queue.example:81/q', base), 'http://queue.example:81/q/');
});

const VALUE = 'EventId=sale&QueueId=1111&RedirectType=queue&IssueTime=1700000000&Hash=0f';

test('what a session says', () => {
  const of = (value: string): string | undefined => parse(value, 'sale')?.state;
  assert.equal(of(VALUE), 'verified');
  assert.equal(of(VALUE.replace('queue', 'Idle')), 'disabled');
  assert.equal(of('timeout'), 'timeout');
  assert.equal(of(VALUE.replace('sale', 'other')), undefined);
  assert.equal(of(VALUE.replace('Hash', 'Cash')), undefined);
  assert.equal(of(''), undefined);
  const fixed = parse(VALUE.replace('&RedirectType', '&FixedValidityMins=3&RedirectType'), 'sale');
  assert.deepEqual([fixed?.fixed, fixed?.queueId, fixed?.issuedAt], [3, '1111', 1_700_000_000]);
});

test('the stamp changes every five minutes', () => {
  assert.equal(stamp(new Date(2026, 0, 2, 3, 4), false), '202601020300');
  assert.equal(stamp(new Date(2026, 11, 31, 23, 59), false), '202612312311');
  assert.equal(stamp(new Date(1_700_000_000_123), true), '1700000000123');
});

test('the mark of a call goes before the target', () => {
  assert.equal(withMark('https://q.example/?c=demo&e=sale&t=https%3A%2F%2Fs'), 'https://q.example/?c=demo&e=sale&_jsar=1&t=https%3A%2F%2Fs');
  assert.equal(withMark('https://q.example/?c=demo'), 'https://q.example/?c=demo&_jsar=1');
  assert.equal(withMark('https://q.example/'), 'https://q.example/?_jsar=1');
});

test('a variable is looked up by its path and never evaluated', () => {
  const page = { shop: { items: [{ kind: 'ticket' }], count: 0, open: false } };
  const of = (path: string): string => variable(path, page);
  assert.equal(of('shop.items[0].kind'), 'ticket');
  assert.equal(of("shop['items'][0]['kind']"), 'ticket');
  assert.deepEqual([of('shop.count'), of('shop.open')], ['0', 'false']);
  assert.deepEqual([of('shop.nothing'), of('nothing.at.all'), of(''), of('shop.items[0].kind.length()')], ['', '', '', '']);
});
