/** Tests of the game's rules. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deal, type Game, isFound, isOpen, PAIRS, read, turn } from '../pairs.ts';

/** Cards in the order 0 0 1 1 2 2 … */
const ORDERED: Game = { cards: Array.from({ length: PAIRS * 2 }, (_, at) => at >> 1), open: [], found: [] };

test('every pair lies there once, in an order that depends on chance', () => {
  const { cards } = deal(() => 0);
  assert.deepEqual([...cards].sort((a, b) => a - b), ORDERED.cards);
  assert.notDeepEqual(cards, ORDERED.cards);
  assert.notDeepEqual(deal(() => 0.5).cards, cards);
});

test('two equal cards stay open, two others until the next one is turned', () => {
  const pair = turn(turn(ORDERED, 0), 1);
  assert.deepEqual(pair.found, [0]);
  const others = turn(turn(pair, 2), 4);
  assert.deepEqual(others.found, [0]);
  assert.deepEqual([0, 1, 2, 3, 4].filter((at) => isOpen(others, at)), [0, 1, 2, 4]);
  const next = turn(others, 3);
  assert.deepEqual([0, 1, 2, 3, 4].filter((at) => isOpen(next, at)), [0, 1, 3]);
  assert.equal(isFound(next, 3), false);
});

test('an open card, a found one and no card at all cannot be turned', () => {
  const one = turn(ORDERED, 5);
  assert.equal(turn(one, 5), one);
  const pair = turn(turn(ORDERED, 0), 1);
  assert.equal(turn(pair, 0), pair);
  assert.equal(turn(ORDERED, 99), ORDERED);
});

test('all pairs can be found', () => {
  const end = ORDERED.cards.reduce((game, _, position) => turn(game, position), ORDERED);
  assert.equal(end.found.length, PAIRS);
});

test('a game that was kept goes on, and anything else is none', () => {
  const game = turn(deal(Math.random), 3);
  assert.deepEqual(read(JSON.stringify(game)), game);
  for (const text of [null, '', '{', '{}', '[]', JSON.stringify({ ...game, cards: [0, 1] }), JSON.stringify({ ...game, open: [99] })]) {
    assert.equal(read(text), undefined, String(text));
  }
});
