/**
 * Requests generated from `docs/openapi.json`: no answer is a server error, and the description
 * lists every answer.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OPENAPI, OUTPUT, SCHEMATHESIS } from '../support/server/paths.ts';
import { expect, test } from '../support/test.ts';

/** A fixed seed, so that every run sends the same requests. */
const SEED = '1';
const TIME_LIMIT_MS = 240_000;
const CONFORMS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/**
 * The kinds of requests; each operation and phase gets random examples, in addition to those that
 * the description determines.
 */
const RUNS = {
  'of anything, well or badly': {
    config: 'any.toml',
    flags: { phases: 'coverage,fuzzing,stateful', 'max-examples': '20' },
    // Not `ignored_auth`: it mistakes the 429 after too many wrong tokens for access. The test
    // below checks every operation.
    checks: [...CONFORMS, 'negative_data_rejection', 'unsupported_method'],
  },
  'well, of what is there': {
    config: 'rooms.toml',
    flags: { phases: 'fuzzing,stateful', 'max-examples': '30', mode: 'positive', 'exclude-method': 'DELETE' },
    checks: CONFORMS,
  },
};

for (const [what, { config, flags, checks }] of Object.entries(RUNS)) {
  test(`the admin API keeps to its description, asked ${what}`, async ({ open }) => {
    test.setTimeout(TIME_LIMIT_MS);
    const anteroom = await open();
    // A token that the server issued stays valid after any number of wrong tokens from the same
    // address.
    const made = await fetch(`${anteroom.http}/admin/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anteroom.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'requests by chance', role: 'admin' }),
    });
    const { token } = (await made.json()) as { token: string };
    const options = {
      ...flags,
      checks: checks.join(','),
      seed: SEED,
      url: `${anteroom.http}/admin/v1`,
      header: `Authorization: Bearer ${token}`,
    };
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const file = fileURLToPath(new URL(config, import.meta.url));
    const run = spawnSync(SCHEMATHESIS, ['--config-file', file, 'run', OPENAPI, ...given, '--continue-on-failure', '--no-color'], {
      // The tool creates folders of its own.
      cwd: OUTPUT,
      encoding: 'utf8',
      timeout: TIME_LIMIT_MS,
    });
    const found = run.stdout.slice(Math.max(run.stdout.search(/^=+ (FAILURES|ERRORS) =+$/m), 0));
    expect(run.status, `${found}\n${run.stderr}`).toBe(0);
    expect(await (await fetch(`${anteroom.http}/health/ready`)).text(), 'and the server is well').toContain('ok');
  });
}

test('no operation is done for a missing or a wrong token', async ({ open }) => {
  const anteroom = await open();
  const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as { paths: Record<string, Record<string, unknown>> };
  const asked = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).flatMap((method) => (/^(get|put|post|patch|delete)$/.test(method) ? [{ path, method }] : [])),
  );
  expect(asked.length).toBeGreaterThan(40);
  for (const { path, method } of asked) {
    for (const headers of [{}, { authorization: 'Bearer nobody-has-this-one' }] as Record<string, string>[]) {
      const url = `${anteroom.http}/admin/v1${path.replace('/admin/v1', '').replaceAll(/\{[^}]+\}/g, 'demo')}`;
      const { status } = await fetch(url, { method: method.toUpperCase(), headers });
      expect.soft([401, 429], `${method} ${path}: ${status}`).toContain(status);
    }
  }
});
