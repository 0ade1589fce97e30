/** Requests made of `docs/openapi.json`: no answer is a failure of ours, and each is one that the description names. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { OPENAPI, OUTPUT, SCHEMATHESIS } from '../support/paths.ts';
import { expect, test } from '../support/test.ts';

/** The same requests in every run. */
const SEED = '1';
const TIME_LIMIT_MS = 240_000;
const CONFORMS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** What is asked; examples are requests by chance for each operation and phase, and what the description makes certain comes besides. */
const RUNS = {
  'of anything, well or badly': {
    config: 'any.toml',
    flags: { phases: 'coverage,fuzzing,stateful', 'max-examples': '20' },
    checks: [...CONFORMS, 'negative_data_rejection', 'unsupported_method', 'ignored_auth'],
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
    const options = {
      ...flags,
      checks: checks.join(','),
      seed: SEED,
      url: `${anteroom.http}/admin/v1`,
      header: `Authorization: Bearer ${anteroom.adminToken}`,
    };
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const file = fileURLToPath(new URL(config, import.meta.url));
    const run = spawnSync(SCHEMATHESIS, ['--config-file', file, 'run', OPENAPI, ...given, '--continue-on-failure', '--no-color'], {
      // It leaves folders of its own.
      cwd: OUTPUT,
      encoding: 'utf8',
      timeout: TIME_LIMIT_MS,
    });
    const found = run.stdout.slice(Math.max(run.stdout.search(/^=+ (FAILURES|ERRORS) =+$/m), 0));
    expect(run.status, `${found}\n${run.stderr}`).toBe(0);
    expect(await (await fetch(`${anteroom.http}/health/ready`)).text(), 'and the server is well').toContain('ok');
  });
}
