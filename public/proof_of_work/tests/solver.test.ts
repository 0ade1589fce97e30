import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';

import { payload, solve, type Challenge } from '../solver.ts';

const NONCE = '000102030405060708090a0b0c0d0e0f';
const SALT = 'f0e0d0c0b0a090807060504030201000';

/** The key of a counter, derived by node's own function. */
function keyOf(counter: number): string {
  const password = Buffer.alloc(20);
  password.write(NONCE, 'hex');
  password.writeUInt32BE(counter, 16);
  return pbkdf2Sync(password, Buffer.from(SALT, 'hex'), 1_000, 32, 'sha256').toString('hex');
}

function challenge(counter: number, work: number): Challenge {
  return {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1_000,
      data: { work },
      keyLength: 32,
      keyPrefix: keyOf(counter).slice(0, 32),
      nonce: NONCE,
      salt: SALT,
    },
    signature: 'ab',
  };
}

test('the counter is found wherever it lies', async () => {
  for (const counter of [0, 15, 16, 49]) {
    const solution = await solve(challenge(counter, 50), () => undefined);
    assert.deepEqual(solution, { counter, derivedKey: keyOf(counter) });
  }
});

test('no more is tried than was asked for, and progress rises to it', async () => {
  const told: number[] = [];
  assert.equal(await solve(challenge(50, 50), (tried) => told.push(tried)), undefined);
  assert.deepEqual(told, [16, 32, 48, 50]);
});

test('another algorithm is not tried', async () => {
  const other = challenge(0, 1);
  other.parameters.algorithm = 'SCRYPT';
  assert.equal(await solve(other, () => undefined), undefined);
});

test('the payload holds challenge and solution', () => {
  const solution = { counter: 1, derivedKey: 'cd' };
  const decoded = JSON.parse(Buffer.from(payload(challenge(1, 2), solution), 'base64').toString());
  assert.deepEqual(decoded, { challenge: challenge(1, 2), solution });
});
