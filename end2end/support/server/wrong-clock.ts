import { existsSync } from 'node:fs';

/** The library's paths in Debian, by architecture. */
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`);

/**
 * Returns settings for `env` with which a program's wall clock shows this time now, in milliseconds
 * since the Unix epoch, to the second. Its monotonic clock is unaffected.
 */
export function clockAt(wallMs: number): string[] {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) {
    throw new Error('install Debian’s faketime');
  }
  const seconds = Math.round((wallMs - Date.now()) / 1_000);
  return [`LD_PRELOAD=${library}`, `FAKETIME=${seconds < 0 ? '' : '+'}${seconds}`, 'FAKETIME_DONT_FAKE_MONOTONIC=1'];
}
