/** Tests of the modules that need no browser: addresses, tag, token, verdict, feed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean, identity, parameter, redirectAddress, roomAddress } from '../address.ts';
import { isCovered } from '../feed.ts';
import { tagOf } from '../tag.ts';
import { isOld, tokenIn } from '../token.ts';
import { judge } from '../verdict.ts';

const KEY = '0a'.repeat(32);
const TAG = { base: 'https://wait.example/', key: KEY, isSpa: false };

test('the tag says where the waiting room is, whose it is, and what the page is', () => {
  const of = (src: string): unknown => tagOf(src);
  assert.deepEqual(of(`https://wait.example/js/latest/main.js?id=${KEY}`), TAG);
  assert.deepEqual(of(`https://wait.example/js/latest/main.js?id=${KEY}&spa=true`), { ...TAG, isSpa: true });
  assert.deepEqual(of(`https://wait.example/js/latest/lite-validator/main.js?spa=1&id=${KEY}#x`), TAG);
  assert.deepEqual(of(`http://localhost:8080/queue/js/latest/main.js?id=${KEY}`), { ...TAG, base: 'http://localhost:8080/queue/' });
  assert.deepEqual(of(`https://wait.example/script/crowdhandler.min.js?id=${KEY}`), TAG);
  assert.equal(of('https://wait.example/js/latest/main.js?spa=true'), undefined);
});

test('our parameters are taken out wherever they stand, and the rest stays byte for byte', () => {
  const rows: [string, string][] = [
    ['https://a.example/', 'https://a.example/'],
    ['https://a.example/?', 'https://a.example/?'],
    ['https://a.example/b?ch-id=1&ch-fresh=true#top', 'https://a.example/b#top'],
    ['https://a.example/b?x=%7E+é&&=&ch-id=1&y&ch-idx=2#ch-id=3?ch-id=4', 'https://a.example/b?x=%7E+é&&=&y&ch-idx=2#ch-id=3?ch-id=4'],
    ['/?CH-Code=1&Ch-Fresh&ch-ID=2&ch-id-signature=3&ch-public-key=4&ch-requested=5', '/'],
    ['/?c%68-id=1&%43H%2dcode=2&ch%2Did=3&a=%', '/?a=%'],
    ['/?ch-id=1&ch%252Did=2', '/?ch%252Did=2'],
    ['/?&ch-id=1', '/?'],
    ['/ch-id=1&ch-id=2', '/ch-id=1&ch-id=2'],
  ];
  for (const [address, expected] of rows) {
    assert.equal(clean(address), expected, address);
  }
  assert.equal(identity('https://a.example/b?a=1&ch-id=1#top'), 'https://a.example/b?a=1');
});

test('a parameter is decoded, and the words for nothing are nothing', () => {
  const code = (address: string): string => parameter(address, 'ch-code');
  assert.equal(code('/?a=1&CH-CODE=VIP+1#ch-code=x'), 'VIP 1');
  assert.equal(code('/?ch-code=&ch-code=null&ch-code=undefined&ch-code=a%26b&ch-code=c'), 'a&b');
  assert.deepEqual([code('/'), code('/?ch-code'), code('/#ch-code=x')], ['', '', '']);
});

test('a token has the form of one', () => {
  const of = (value: string): string => tokenIn(`https://a.example/?ch-id=${value}`);
  assert.deepEqual([of('tok0M7SBFAp9J8kK'), of('tok_abc-DEF123')], ['tok0M7SBFAp9J8kK', 'tok_abc-DEF123']);
  for (const bad of ['x', 'undefined', 'null', '', 'tok', 'tok/..', 'tok0%00', 'tok0%2F..']) {
    assert.equal(of(bad), '', bad);
  }
});

test('a token is old after twelve hours by the time in it', () => {
  const token = 'tok0M7SBFAp9J8kK';
  const born = Date.UTC(2022, 6, 27, 11, 15, 10);
  const hours = 60 * 60 * 1_000;
  assert.equal(isOld(token, born + 12 * hours), false);
  assert.equal(isOld(token, born + 12 * hours + 1), true);
  assert.equal(isOld(token, 0), false);
  assert.equal(isOld('tok_M7SBFAp9J8kK', born + 99_999 * hours), false);
  assert.equal(isOld('tok0M7', born + 99_999 * hours), false);
});

test('the addresses of the room and of the redirect are those of the vendor', () => {
  const visit = { url: 'https://a.example/t?evt=1&x=a%20b#top', code: 'V 1', token: 'tok0A' };
  const url = 'https%3A%2F%2Fa.example%2Ft%3Fevt%3D1%26x%3Da%2520b%23top';
  const room = `https://wait.example/main-sale?url=${url}&ch-code=V%201&ch-id=tok0A&ch-public-key=${KEY}`;
  assert.equal(roomAddress(TAG, 'main-sale', visit), room);
  const bare = { url: 'https://a.example/', code: '', token: '' };
  const noRoom = `https://wait.example/?url=https%3A%2F%2Fa.example%2F&ch-code=&ch-id=&ch-public-key=${KEY}`;
  assert.equal(roomAddress(TAG, '', bare), noRoom);
  const redirect = 'https://wait.example/v1/redirect/requests';
  assert.equal(redirectAddress(TAG, visit), `${redirect}/tok0A?ch-public-key=${KEY}&url=${url}&ch-code=V%201`);
  assert.equal(redirectAddress(TAG, bare), `${redirect}?ch-public-key=${KEY}&url=https%3A%2F%2Fa.example%2F&ch-code=`);
});

test('who is let in stays, who is held or refused leaves, and a fault is trusted', () => {
  const of = (status: number, body?: unknown): string => judge(status, body).outcome;
  const result = { promoted: 1, token: 'tok0A', slug: 'sale', responseID: '0f', status: 1 };
  assert.deepEqual(judge(200, { result }), { outcome: 'admitted', token: 'tok0A', slug: 'sale', responseId: '0f' });
  const empty = { promoted: 1, token: null, slug: null, responseID: null, status: 0 };
  assert.deepEqual(judge(200, { result: empty }), { outcome: 'admitted', token: '', slug: '', responseId: '' });
  for (const promoted of [0, true, '1', null, undefined]) {
    assert.equal(of(200, { result: { ...result, promoted } }), 'held', String(promoted));
  }
  for (const status of [3, 5]) {
    assert.equal(of(200, { result: { ...result, promoted: 0, status } }), 'held', String(status));
  }
  assert.equal(of(200, { result: { promoted: 0, token: null, slug: '', status: 6 } }), 'trusted');
  for (const body of [undefined, null, '', '<html>', {}, { result: null }, { result: 'x' }, { error: 'x' }]) {
    assert.equal(of(200, body), 'trusted', JSON.stringify(body));
  }
  for (const status of [429, 500, 502, 503, 599, 204]) {
    assert.equal(of(status, { result: { promoted: 0 } }), 'trusted', String(status));
  }
  for (const status of [400, 401, 403, 404]) {
    assert.equal(of(status, { result }), 'held', String(status));
    assert.equal(of(status), 'held', String(status));
  }
});

test('the feed covers pages by host and pattern, as the server does', () => {
  const on = (page: string, patternType: string, urlPattern: string, domain = 'https://www.example.com'): boolean =>
    isCovered([{ domain, patternType, urlPattern }], new URL(page, 'https://www.example.com'));
  assert.ok(on('/', 'all', ''));
  assert.ok(on('/en/tickets?a', 'contains', '/tickets') && !on('/Tickets', 'contains', '/tickets'));
  assert.ok(on('/about', 'contains-not', '/tickets') && !on('/tickets', 'contains-not', '/tickets'));
  assert.ok(on('/tickets?evt=1', 'regex', '^\\/tickets\\?evt=\\d') && !on('/tickets?a', 'regex', '^/tickets$'));
  assert.ok(on('/tickets', 'regex-not', '^/about') && !on('/about', 'regex-not', '^/about'));
  assert.ok(!on('/', 'none', '/') && !on('/', 'of tomorrow', ''));
  // The server decides about an expression that browsers do not know.
  assert.ok(on('/about', 'regex', '(?x) ^ /tickets (?<') && on('/about', 'regex-not', '(?x) ^ /tickets (?<'));
  for (const [domain, page, covered] of [
    ['https://www.example.com', 'https://example.com:8443/', true],
    ['http://EXAMPLE.com:81', 'https://www.example.com./', true],
    ['https://*.example.com', 'https://a.b.example.com/', true],
    ['https://*.example.com', 'https://example.com/', false],
    ['https://www.example.com', 'https://wwwxexample.com/', false],
    ['https://example.com', 'https://evil-example.com/', false],
  ] as const) {
    assert.equal(on(page, 'all', '', domain), covered, `${domain} ${page}`);
  }
  assert.equal(isCovered([], new URL('https://www.example.com/')), false);
});
