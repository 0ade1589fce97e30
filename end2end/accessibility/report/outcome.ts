/** The result of a run for each criterion. Pure functions from counts to texts. */

import type { Criterion } from './criteria.ts';
import type { Count } from './tally.ts';

/**
 * The counts of each check: pages that were measured or tests that were run, and how many of them
 * failed.
 */
export type Counts = ReadonlyMap<string, Count>;

export interface Outcome {
  /** The method by which the criterion was judged. */
  how: string;
  result: string;
  failed: boolean;
}

export function outcomeOf({ id, checks, why, applies }: Criterion, counts: Counts): Outcome {
  if (!applies) {
    return { how: `does not apply: ${why}`, result: 'does not apply', failed: false };
  }
  const rules = counts.get(`axe ${id}`);
  const parts = [...(rules === undefined ? [] : ['rules of axe']), ...checks.map((name) => `\`${name}\``), ...(why === '' ? [] : [why])];
  const how = parts.join('; ');
  const missing = checks.filter((name) => !counts.has(name));
  if (missing.length > 0 || parts.length === 0) {
    return { how, result: `**not run**${missing.length > 0 ? `: ${missing.join(', ')}` : ''}`, failed: true };
  }
  const found = [rules, ...checks.map((name) => counts.get(name))].filter((count) => count !== undefined);
  const [looks, faults] = [sum(found, 'pages'), sum(found, 'faults')];
  if (found.length === 0) {
    return { how, result: 'met, by reasoning', failed: false };
  }
  return faults === 0
    ? { how, result: `met: ${thousands(looks)} looks, no violation`, failed: false }
    : { how, result: `**FAILED**: ${thousands(faults)} violations in ${thousands(looks)} looks`, failed: true };
}

/** Adds the counts of one more test. */
export function add(counts: Map<string, Count>, check: string, { pages, faults }: Count): void {
  const before = counts.get(check) ?? { pages: 0, faults: 0 };
  counts.set(check, { pages: before.pages + pages, faults: before.faults + faults });
}

export function thousands(count: number): string {
  return count.toLocaleString('en');
}

function sum(counts: Count[], of: keyof Count): number {
  return counts.reduce((total, count) => total + count[of], 0);
}
