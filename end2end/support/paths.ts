/** Where things are. Playwright runs in `end2end/`, but a worker may not: paths start from this file. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const END2END = fileURLToPath(new URL('..', import.meta.url));
/** The tests' profile, unless the command says otherwise. */
const FOLDER = process.env.ANTEROOM_PROGRAMS ?? join(END2END, '../target/debug');

/** The programs under test. */
export const PROGRAMS = {
  anteroom: join(FOLDER, 'anteroom'),
  shop: join(FOLDER, 'examples/shop'),
  /** A site that is driven by a published integration configuration. */
  configured: join(FOLDER, 'examples/configured'),
};

/** The verifier that shares nothing with the server. */
export const PYTHON_VERIFIER = join(END2END, '../docs/verify_draw.py');

/** What checks the admin API, in the environment that `cargo xtask test --only api` makes, and what it checks it against. */
export const SCHEMATHESIS = join(END2END, '../target/schemathesis/bin/schemathesis');
export const OPENAPI = join(END2END, '../docs/openapi.json');

/** A folder a language. */
export const LOCALES = join(END2END, '../locales');

/** What a run leaves; git ignores it. */
export const OUTPUT = join(END2END, 'output');
export const SCREENSHOTS = join(OUTPUT, 'screenshots');
