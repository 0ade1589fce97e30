import type { Case } from './case.ts';

/** Reduces a case to a minimum: removes all parts without which it still differs. */
export async function smallest(found: Case, differs: (candidate: Case) => Promise<boolean>): Promise<Case> {
  let least = found;
  for (let shrunk = true; shrunk; ) {
    shrunk = false;
    for (const candidate of smaller(least)) {
      if (await differs(candidate)) {
        least = candidate;
        shrunk = true;
        break;
      }
    }
  }
  return least;
}

/**
 * Yields the case without one element of one of its lists, or without one key of the request’s
 * maps.
 */
function* smaller(of: Case): Generator<Case> {
  for (const path of listsIn(of)) {
    const length = (at(of, path) as unknown[]).length;
    for (let index = 0; index < length; index++) {
      const copy = structuredClone(of);
      (at(copy, path) as unknown[]).splice(index, 1);
      yield copy;
    }
  }
  for (const map of ['cookies', 'headers'] as const) {
    for (const key of Object.keys(of.request[map])) {
      const copy = structuredClone(of);
      delete copy.request[map][key];
      yield copy;
    }
  }
}

type Path = (string | number)[];

function listsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const within = Object.entries(value).flatMap(([key, inner]) => listsIn(inner, [...path, key]));
  return Array.isArray(value) ? [path, ...within] : within;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}
