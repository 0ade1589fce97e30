import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { PROGRAMS } from '../support/server/paths.ts';
import type { Answer, Config, Request } from './case.ts';

/** Returns the answers of `anteroom evaluate` to the requests; overwrites `file`. */
export function ours(file: string, config: Config, requests: readonly Request[]): Answer[] {
  writeFileSync(file, JSON.stringify(config));
  const input = requests.map((request) => JSON.stringify(request)).join('\n');
  const done = spawnSync(PROGRAMS.anteroom, ['evaluate', '--config', file], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (done.status !== 0) {
    throw new Error(`anteroom evaluate: ${done.stderr || done.error}`);
  }
  const answers = done.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Answer);
  return answers.map((answer) => (answer.type === 'Ignore' ? { ...answer, room: null } : answer));
}
