import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, type Page } from '@playwright/test';

import type { RoomSettings } from './server/anteroom.ts';
import { PROGRAMS, PYTHON_VERIFIER } from './server/paths.ts';

const execute = promisify(execFile);

/**
 * Returns a room whose T is this many seconds from now; its pre-queue opens a minute before. No
 * visitors are let in before T+30 s.
 */
export function startingIn(seconds: number, more: RoomSettings = {}): RoomSettings {
  const start = new Date(Date.now() + seconds * 1_000);
  return { start, prequeue_minutes: 1, opening: 'even', max_outflow: 120, ...more };
}

/** Saves the file that a click downloads in a folder under that name; returns its path. */
export async function download(page: Page, link: string, folder: string, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()]);
  const path = join(folder, name);
  await file.saveAs(path);
  return path;
}

/** Returns the common output of both verifiers for a draw and a receipt. */
export async function verified(document: string, receipt: string): Promise<string> {
  const ours = await execute(PROGRAMS.anteroom, ['verify-draw', document, '--receipt', receipt]);
  const theirs = await execute('python3', [PYTHON_VERIFIER, document, '--receipt', receipt]);
  expect(theirs.stdout).toBe(ours.stdout);
  return ours.stdout;
}
