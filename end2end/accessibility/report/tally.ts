import type { TestInfo } from '@playwright/test';

/** The type of annotation by which a test hands its tally to the report. */
export const TALLY = 'tally';

/** What one check has found: on how many pages it looked, and what was wrong. */
export interface Count {
  pages: number;
  faults: number;
}

/** What a test has counted, by check. */
export class Tally {
  private readonly counts = new Map<string, Count>();
  /** Every fault, with the page it is on. */
  readonly faults: string[] = [];
  /** What is no failure but worth a look, by rule: on how many pages. */
  readonly advice = new Map<string, number>();

  /** A check looked at one more page. */
  add(check: string, where: string, faults: string[]): void {
    const count = this.counts.get(check) ?? { pages: 0, faults: 0 };
    this.counts.set(check, { pages: count.pages + 1, faults: count.faults + faults.length });
    this.faults.push(...faults.map((fault) => `${where}: ${check}: ${fault}`));
  }

  advise(rule: string): void {
    this.advice.set(rule, (this.advice.get(rule) ?? 0) + 1);
  }

  /** Leaves the counts with the test for the report. */
  handTo(info: TestInfo): void {
    const description = JSON.stringify({ counts: [...this.counts], advice: [...this.advice] });
    info.annotations.push({ type: TALLY, description });
  }
}
