/**
 * A Playwright reporter that writes the document; `ANTEROOM_REPORT` is the path of the document.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

import { documentOf } from './document.ts';
import { add } from './outcome.ts';
import { type Count, TALLY } from './tally.ts';

export default class AccessibilityReporter implements Reporter {
  private readonly counts = new Map<string, Count>();
  private readonly advice = new Map<string, number>();
  private executable = '';

  onBegin(config: FullConfig): void {
    this.executable = config.projects[0]?.use.launchOptions?.executablePath ?? '';
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') {
      return;
    }
    for (const tag of test.tags) {
      add(this.counts, tag.slice(1), { pages: 1, faults: result.status === 'passed' ? 0 : 1 });
    }
    for (const { description } of result.annotations.filter(({ type }) => type === TALLY)) {
      const tally = JSON.parse(description ?? '{}') as { counts: [string, Count][]; advice: [string, number][] };
      tally.counts.forEach(([check, count]) => add(this.counts, check, count));
      tally.advice.forEach(([rule, pages]) => this.advice.set(rule, (this.advice.get(rule) ?? 0) + pages));
    }
  }

  onEnd(): void {
    const path = process.env.ANTEROOM_REPORT;
    if (path === undefined) {
      return;
    }
    const version = execFileSync(this.executable, ['--version'], { encoding: 'utf8' });
    const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/package.json');
    const run = {
      date: new Date().toISOString().slice(0, 10),
      chromium: /\d[\d.]*/.exec(version)?.[0] ?? 'of an unknown version',
      axe: (JSON.parse(readFileSync(axe, 'utf8')) as { version: string }).version,
      isSample: process.env.ANTEROOM_SAMPLE === '1',
      counts: this.counts,
      advice: this.advice,
    };
    writeFileSync(path, documentOf(run));
  }
}
