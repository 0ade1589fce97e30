/** Writes `docs/accessibility.md` from the counts of a run. */

import { CHECKS, CRITERIA } from './criteria.ts';
import { type Counts, outcomeOf, thousands } from './outcome.ts';

export interface Run {
  /** In the form `2026-12-01`. */
  date: string;
  chromium: string;
  axe: string;
  /** Whether the run covered a few pages instead of all. */
  isSample: boolean;
  counts: Counts;
  /**
   * Best practices that are not criteria: each rule, and the number of pages that it advises to
   * change.
   */
  advice: ReadonlyMap<string, number>;
}

export function documentOf(run: Run): string {
  const outcomes = CRITERIA.map((criterion) => ({ criterion, ...outcomeOf(criterion, run.counts) }));
  const failed = outcomes.filter((outcome) => outcome.failed).length;
  const looked = run.counts.get('axe')?.pages ?? 0;
  const rows = outcomes.map(({ criterion: { id, name, level }, how, result }) => `| ${id} | ${name} | ${level} | ${how} | ${result} |`);
  return [
    '# Accessibility',
    '',
    '<!-- Written by `cargo xtask accessibility`; a change by hand is lost with the next run. -->',
    '',
    `The findings of a run of ${run.date}, criterion by criterion of WCAG 2.2, levels A and AA: ${verdict(failed)}`,
    `Chromium ${run.chromium}, axe ${run.axe}. ${run.isSample ? 'A sample:' : 'All of it:'} ${thousands(looked)} renderings (page, state, sample values, theme, language, light and dark).`,
    '',
    'Pages are those of `anteroom theme preview`, made by the code that serves visitors; journeys go through a real server and its demo shop. `cargo xtask accessibility` repeats all of it, `--sample` a',
    'fixed part in which every page occurs once; `cargo xtask test` runs that part.',
    '',
    '## What this does not show',
    '',
    '- No user of a screen reader, a magnifier or a switch has tested these pages yet. A machine finds what is missing or too small; whether a page is pleasant and clear it cannot tell.',
    '- One browser was used, Chromium, with forced colours, reduced motion and zoom as it emulates them; no assistive technology was run.',
    '- Messages in all languages but English are translations that no speaker has reviewed.',
    '- A theme of your own can spoil contrast and layout: `anteroom theme check` says what it can see of that, and this run looks at the built-in themes alone.',
    '- An operator’s message is shown as it is written.',
    '',
    '## Criterion by criterion',
    '',
    '| | Criterion | Level | How it was checked | Result |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## The checks',
    '',
    '| Check | What it asks | Looks | Violations |',
    '| --- | --- | ---: | ---: |',
    ...Object.entries(CHECKS).map(([check, asks]) => {
      const count = run.counts.get(check);
      return `| \`${check}\` | ${asks} | ${count === undefined ? 'not run' : thousands(count.pages)} | ${count === undefined ? '' : thousands(count.faults)} |`;
    }),
    '',
    ...adviceOf(run.advice),
  ].join('\n');
}

function verdict(failed: number): string {
  const all = CRITERIA.length;
  return failed === 0 ? `all ${all} are met or do not apply.` : `**${failed} of ${all} are not met or were not checked.**`;
}

function adviceOf(advice: Run['advice']): string[] {
  if (advice.size === 0) {
    return ['Best practices that are no criterion: axe advises nothing.', ''];
  }
  const rules = [...advice].toSorted().map(([rule, pages]) => `\`${rule}\` (${thousands(pages)} renderings)`);
  return [`Best practices that are no criterion, on which axe advises a change: ${rules.join(', ')}.`, ''];
}
