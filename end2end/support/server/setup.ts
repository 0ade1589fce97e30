import { existsSync, mkdirSync, rmSync } from 'node:fs';

import { OUTPUT, PROGRAMS, SCREENSHOTS } from './paths.ts';

/** Reports missing programs at once, and empties the folder of screenshots. */
export default function setup(): void {
  const missing = Object.values(PROGRAMS).filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new Error(`run \`cargo xtask build\` first; there is no ${missing.join(' and no ')}`);
  }
  mkdirSync(OUTPUT, { recursive: true });
  rmSync(SCREENSHOTS, { recursive: true, force: true });
}
