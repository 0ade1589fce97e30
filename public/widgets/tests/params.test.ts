/** Tests of the target of a click. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { address } from '../params.ts';
import { read } from '../syntax.ts';

const ENTER = 'https://queue.example/?c=demo&e=sale';
const WIDGET = { baseURI: 'https://shop.example/sale/' } as Element;
const page = globalThis as unknown as Record<string, unknown>;

function leads(params: string, target = ''): Record<string, string> {
  const url = new URL(address(ENTER, target, read(params), WIDGET));
  assert.equal(url.origin, 'https://queue.example');
  const { c, e, ...others } = Object.fromEntries(url.searchParams);
  assert.deepEqual([c, e], ['demo', 'sale']);
  return others;
}

afterEach(() => {
  delete page.getCode;
  delete page.shop;
});

test('leads in with the target and its parameters', () => {
  assert.deepEqual(leads(''), {});
  assert.deepEqual(leads("{ show: '7 & 8', day: 2 }", 'https://tickets.example/a?b=c&d'), {
    t: 'https://tickets.example/a?b=c&d',
    t_show: '7 & 8',
    t_day: '2',
  });
});

test('reads a target as a link of the page', () => {
  assert.deepEqual(leads('', '../hall?x'), { t: 'https://shop.example/hall?x' });
  assert.deepEqual(leads('', 'https://['), { t: 'https://[' });
});

test('calls functions of the page with the widget and the key', () => {
  page.getCode = (...given: unknown[]) => (given[0] === WIDGET ? `${given.length}-${String(given[1])}` : 'no');
  assert.deepEqual(leads('{ code: getCode(widget, key), plain: getCode }'), { t_code: '2-code', t_plain: '2-plain' });
  page.shop = { name: 'lantern', codes: { last: 41, next(this: { last: number }) { return this.last + 1; } } };
  assert.deepEqual(leads('{ code: shop.codes.next(widget, key), of: shop.name }'), { t_code: '42', t_of: 'lantern' });
});

test('leaves out what gives nothing', (context) => {
  context.mock.method(console, 'error', () => {});
  page.getCode = () => {
    throw new Error('sold out');
  };
  page.shop = { nothing: null, object: {}, later: () => Promise.resolve('x') };
  const params = '{ a: getCode(), b: noSuch(), c: noSuch.at.all(), d: shop.nothing, e: shop.object, f: shop.later(), ok: 1 }';
  assert.deepEqual(leads(params), { t_ok: '1' });
});

test('sends no parameter that is none, and not too many', () => {
  assert.deepEqual(leads("{ '&q': '1', 'a b': '2', '': '3', a: { b: '4' }, ok: '5' }"), { t_ok: '5' });
  const many = Array.from({ length: 40 }, (_, index) => `k${index}: '1'`).join();
  assert.equal(Object.keys(leads(many)).length, 32);
});
