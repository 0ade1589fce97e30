import type { TestInfo } from '@playwright/test';

/** The type of the annotation with which a test passes its tally to the report. */
export const TALLY = 'tally';

/** The findings of one check: the number of pages, and the faults. */
export interface Count {
  pages: number;
  faults: number;
}

/** The counts of a test by check. */
export class Tally {
  private readonly counts = new Map<string, Count>();
  /** Every fault, with its page. */
  readonly faults: string[] = [];
  /** Advice that is not a failure, by rule, with the number of pages. */
  readonly advice = new Map<string, number>();

  /** Adds a page to a check. */
  add(check: string, where: string, faults: string[]): void {
    const count = this.counts.get(check) ?? { pages: 0, faults: 0 };
    this.counts.set(check, { pages: count.pages + 1, faults: count.faults + faults.length });
    this.faults.push(...faults.map((fault) => `${where}: ${check}: ${fault}`));
  }

  advise(rule: string): void {
    this.advice.set(rule, (this.advice.get(rule) ?? 0) + 1);
  }

  /** Attaches the counts to the test for the report. */
  handTo(info: TestInfo): void {
    const description = JSON.stringify({ counts: [...this.counts], advice: [...this.advice] });
    info.annotations.push({ type: TALLY, description });
  }
}
