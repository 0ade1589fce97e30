/**
 * Tests of the tolerant parser: the vendor's own examples, and other text that an attribute may
 * contain.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Group, LENGTH_MAX, PAIRS_MAX, read, Reference } from '../syntax.ts';

/** Converts groups, which have no prototype, to plain objects. */
function plain(group: Group): unknown {
  return JSON.parse(JSON.stringify(group, (_, value: unknown) => (value instanceof Reference ? `→${value.path.join('.')}` : value)));
}

const READ: Record<string, [text: string, read: unknown]> = {
  'the texts of a button': [
    " button: { idle:'Please Wait', prequeue:'Join Queue', queue:'Enter Queue', postqueue:'Queue Ended'}",
    { button: { idle: 'Please Wait', prequeue: 'Join Queue', queue: 'Enter Queue', postqueue: 'Queue Ended' } },
  ],
  'the texts of a countdown, over two lines': [
    "label: { startingin: 'Starting in', \n lessthanminute:'less than a minute', day:'day', days:'days'}",
    { label: { startingin: 'Starting in', lessthanminute: 'less than a minute', day: 'day', days: 'days' } },
  ],
  'parameters with a function and a stray semicolon': [
    "{ show: '78', code: getCode(widget,\n key); }",
    { show: '78', code: '→getCode' },
  ],
  'a dotted path, called or not': ['{ a: shop.codes.next(widget, key), b: shop.code }', { a: '→shop.codes.next', b: '→shop.code' }],
  'JSON': ['{"show": "78", "count": 12, "ok": true, "less": -1.5}', { show: '78', count: '12', ok: 'true', less: '-1.5' }],
  'braces left out': ["idle: 'Wait'", { idle: 'Wait' }],
  'braces left open': ["button: { idle: 'Wait'", { button: { idle: 'Wait' } }],
  'a brace too many': ["{ a: '1' } }, b: '2' }", { a: '1', b: '2' }],
  'semicolons, or nothing, between pairs': ["a: '1'; b: '2' c: '3'", { a: '1', b: '2', c: '3' }],
  'two groups': ["button: { idle: 'a' }, label: { day: 'b' }", { button: { idle: 'a' }, label: { day: 'b' } }],
  'quotes inside quotes': [`a: 'it\\'s', b: "it's", c: 'say "so"', d: '\\\\'`, { a: "it's", b: "it's", c: 'say "so"', d: '\\' }],
  'quotes of a word processor': ['idle: ‘Wait’, queue: “Go”', { idle: 'Wait', queue: 'Go' }],
  'separators inside quotes': ["a: 'x, y; {z}: w', b: '2'", { a: 'x, y; {z}: w', b: '2' }],
  'a newline by its escape': ["a: 'one\\ntwo'", { a: 'one\ntwo' }],
  'a value that is missing': ["a: , b: '2'", { b: '2' }],
  'a name without a value': ["a, b: '2'", { b: '2' }],
  'a string that never ends': ["a: '1', b: 'oops", { a: '1' }],
  'the last of two': ["a: '1', a: '2'", { a: '2' }],
  'other scripts': ["idle: 'لم تُفتح بعد'", { idle: 'لم تُفتح بعد' }],
  'nothing': ['', {}],
};

for (const [name, [text, expected]] of Object.entries(READ)) {
  test(`reads ${name}`, () => assert.deepEqual(plain(read(text)), expected));
}

test('names of JavaScript itself are names like any other', () => {
  const group = read("{ __proto__: 'a', constructor: 'b', toString: { polluted: 'c' } }");
  assert.equal(Object.getPrototypeOf(group), null);
  assert.deepEqual(Object.keys(group), ['__proto__', 'constructor', 'toString']);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('nothing is evaluated', () => {
  const before = Object.keys(globalThis);
  for (const text of ['{ a: (globalThis.hit = 1) }', '{ a: function(){ globalThis.hit = 1 }() }', '{ a: `${globalThis.hit = 1}` }', '{ get a() { globalThis.hit = 1 } }']) {
    read(text);
  }
  assert.deepEqual(Object.keys(globalThis), before);
});

test('has bounds', () => {
  const many = (pairs: number): string => Array.from({ length: pairs }, (_, index) => `k${index}:'v'`).join();
  assert.equal(Object.keys(read(many(PAIRS_MAX))).length, PAIRS_MAX);
  assert.equal(Object.keys(read(many(PAIRS_MAX + 1))).length, PAIRS_MAX);
  const long = `a: '${'x'.repeat(LENGTH_MAX - 5)}'`;
  assert.equal(long.length, LENGTH_MAX);
  assert.equal(Object.keys(read(long)).length, 1);
  assert.deepEqual(Object.keys(read(`${long} `)), []);
});

test('takes whatever it is given', () => {
  const pieces = ['{', '}', '(', ')', "'", '"', '`', '‘', '’', ':', ';', ',', '\\', 'a', 'b.c', '1', ' ', '\n', '__proto__', '\u0000', '😀', '/*', '//', '${'];
  // A seeded generator, so that a failure can be reproduced.
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 5_000; round += 1) {
    const text = Array.from({ length: next(60) }, () => pieces[next(pieces.length)]).join('');
    assert.equal(Object.getPrototypeOf(read(text)), null, JSON.stringify(text));
  }
  for (const piece of pieces) {
    read(piece.repeat(Math.floor(LENGTH_MAX / piece.length)));
    read(`a:${piece}`.repeat(Math.floor(LENGTH_MAX / (piece.length + 2))));
  }
});
