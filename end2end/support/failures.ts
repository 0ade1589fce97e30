/**
 * Writes a line for each failed test to a file, for programs that report failures in short: the
 * place, the title, and the first line of the error. The file is absent when nothing failed.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { FullConfig, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

interface Options {
  outputFile: string;
}

export default class Failures implements Reporter {
  private readonly file: string;
  private readonly lines: string[] = [];
  private root = '';

  constructor(options: Options) {
    this.file = options.outputFile;
  }

  onBegin(config: FullConfig): void {
    this.root = config.rootDir;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') {
      return;
    }
    const place = `${relative(this.root, test.location.file)}:${test.location.line}`;
    this.lines.push(`${place} ${test.title}: ${firstLine(result.error) || result.status}`);
  }

  /** Notes an error outside any test, such as one of the global setup. */
  onError(error: TestError): void {
    this.lines.push(firstLine(error));
  }

  onEnd(): void {
    rmSync(this.file, { force: true });
    if (this.lines.length > 0) {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(this.file, `${this.lines.join('\n')}\n`);
    }
  }
}

function firstLine(error: TestError | undefined): string {
  const text = stripVTControlCharacters(error?.message ?? error?.value ?? '');
  return text.split('\n', 1)[0] ?? '';
}
