/**
 * `anteroom evaluate` and the vendor’s connector agree on every generated configuration and
 * request.
 */

import { isDeepStrictEqual } from 'node:util';

import { expect, test } from '@playwright/test';

import type { Case } from './case.ts';
import { SeededRandom } from './seeded-random.ts';
import { config, request } from './generate.ts';
import { ours } from './ours.ts';
import { smallest } from './smallest.ts';
import { vendor } from './vendor.ts';

const CONFIGS = Number(process.env.DIFFERENTIAL_CONFIGS ?? 600);
const REQUESTS = 40;
const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 1);

test('our evaluation and the vendor’s agree', async ({}, info) => {
  const file = info.outputPath('config.json');
  const differs = async (one: Case): Promise<boolean> =>
    !isDeepStrictEqual(ours(file, one.config, [one.request])[0], await vendor(one.config, one.request));

  const seen = new Map<string, number>();
  for (let number = 0; number < CONFIGS; number++) {
    const random = new SeededRandom(SEED * 1_000_003 + number);
    const made = config(random);
    const requests = Array.from({ length: REQUESTS }, () => request(random));
    const answers = ours(file, made, requests);
    expect(answers).toHaveLength(requests.length);
    for (const [index, asked] of requests.entries()) {
      const theirs = await vendor(made, asked);
      seen.set(String(theirs.type), 1 + (seen.get(String(theirs.type)) ?? 0));
      if (!isDeepStrictEqual(answers[index], theirs)) {
        const least = await smallest({ config: made, request: asked }, differs);
        const both = { ...least, ours: ours(file, least.config, [least.request])[0], theirs: await vendor(least.config, least.request) };
        throw new Error(`seed ${SEED}, configuration ${number}:\n${JSON.stringify(both, null, 2)}`);
      }
    }
  }

  // Without enough matches the test would prove nothing.
  for (const type of ['Queue', 'Cancel', 'Ignore', 'null']) {
    expect(seen.get(type), `requests that end with ${type}`).toBeGreaterThan((CONFIGS * REQUESTS) / 50);
  }
});
