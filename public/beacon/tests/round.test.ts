/** Tests of what is read of a relay's answer, and of the order of relays. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inTurn, signatureOf } from '../round.ts';

const ROUND = 5_928_395;
const SIGNATURE = 'a5d07c0071b4e386b3ae09206522253c68fefe8490ad59ecc44a7dd0d0745be91da5779e2247a82403fbc0cb9a34cb61';

test('the signature of the round is found among whatever else a relay says', () => {
  const answer = { round: ROUND, randomness: '00', signature: SIGNATURE, previous_signature: '' };
  assert.equal(signatureOf(JSON.stringify(answer), ROUND), SIGNATURE);
});

test('another round, and anything that is no round, is nothing', () => {
  const told = (answer: unknown): string | undefined => signatureOf(JSON.stringify(answer), ROUND);
  for (const answer of [
    { round: ROUND + 1, signature: SIGNATURE },
    { round: String(ROUND), signature: SIGNATURE },
    { round: ROUND, signature: SIGNATURE.slice(2) },
    { round: ROUND, signature: `${SIGNATURE}&round=1` },
    { round: ROUND, signature: 7 },
    { round: ROUND },
    null,
    [],
    'round',
  ]) {
    assert.equal(told(answer), undefined, JSON.stringify(answer));
  }
  assert.equal(signatureOf('<html>', ROUND), undefined);
  assert.equal(signatureOf('', ROUND), undefined);
});

test('every relay is asked, and by chance another one first', () => {
  const urls = ['a', 'b', 'c'];
  assert.deepEqual(inTurn(urls, 0), ['a', 'b', 'c']);
  assert.deepEqual(inTurn(urls, 0.5), ['b', 'c', 'a']);
  assert.deepEqual(inTurn(urls, 0.99), ['c', 'a', 'b']);
  assert.deepEqual(inTurn([], 0.5), []);
});
