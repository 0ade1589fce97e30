/**
 * Paths. Playwright runs in `end2end/`, but a worker may not, so paths are relative to this file.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const END2END = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of the tests' profile, unless the environment names another. */
const FOLDER = process.env.ANTEROOM_PROGRAMS ?? join(END2END, '../target/debug');

/** The programs under test. */
export const PROGRAMS = {
  anteroom: join(FOLDER, 'anteroom'),
  shop: join(FOLDER, 'examples/shop'),
  /** A site that is controlled by a published integration configuration. */
  configured: join(FOLDER, 'examples/configured'),
};

/** The verifier that shares no code with the server. */
export const PYTHON_VERIFIER = join(END2END, '../docs/verify_draw.py');

/**
 * The tool that checks the admin API, in the environment that `cargo xtask test --only api`
 * creates, and the description that it reads.
 */
export const SCHEMATHESIS = join(END2END, '../target/schemathesis/bin/schemathesis');
export const OPENAPI = join(END2END, '../docs/openapi.json');

/** The folder with one folder per language. */
export const LOCALES = join(END2END, '../locales');

/** The output of a run; git ignores it. */
export const OUTPUT = join(END2END, 'output');
export const SCREENSHOTS = join(OUTPUT, 'screenshots');
