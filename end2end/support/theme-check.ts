/** Runs `anteroom theme`. */

import { spawnSync } from 'node:child_process';

import { PROGRAMS } from './server/paths.ts';

/** The time for one check with a browser. */
export const CHECK_MS_MAX = 240_000;

export interface Checked {
  code: number | null;
  out: string;
  problems: string;
}

/** Runs `anteroom theme` with these arguments in that folder. */
export function themeCommand(folder: string, ...args: string[]): Checked {
  const ran = spawnSync(PROGRAMS.anteroom, ['theme', ...args], { cwd: folder, encoding: 'utf8', timeout: CHECK_MS_MAX });
  return { code: ran.status, out: ran.stdout, problems: ran.stderr };
}
