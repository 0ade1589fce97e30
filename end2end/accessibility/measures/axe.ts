/** The accessibility rules that a program can check without a person. */

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { Tally } from '../report/tally.ts';
import { contrast, over, Picture } from './picture.ts';

/** The levels that the law requires, and advice beyond them. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const ADVICE = 'best-practice';

/** Passed checks are only counted, because their descriptions would take most of the time. */
const BRIEF = { resultTypes: ['violations' as const, 'incomplete' as const] };

/** The contrast that text needs; large text needs less. */
const CONTRAST_MIN = 4.5;
const CONTRAST_MIN_LARGE = 3;
/** The rule about text and its background, and its criterion. */
const COLOR_RULE = 'color-contrast';

interface Rule {
  id: string;
  tags: string[];
  nodes: { html: string; target: unknown[]; failureSummary?: string }[];
}

/**
 * Runs axe; each rule counts for the criteria that it names. Contrasts over a gradient, which axe
 * leaves undecided, are measured by pixels.
 */
export async function rules(page: Page, tally: Tally, where: string): Promise<void> {
  // There is a single frame, so nothing has to be collected from others in a separate page.
  const axe = new AxeBuilder({ page }).options(BRIEF).withTags([...LEVELS, ADVICE]).setLegacyMode(true);
  const { passes, violations, incomplete } = await axe.analyze();
  const isAdvice = ({ tags }: Rule): boolean => tags.includes(ADVICE);
  for (const rule of violations.filter(isAdvice)) {
    tally.advise(rule.id);
  }
  const broken = (violations as Rule[]).filter((rule) => !isAdvice(rule));
  const open = (incomplete as Rule[]).filter((rule) => !isAdvice(rule));
  const faults = new Map<string, string[]>();
  const note = (rule: Rule, found: string[]): void => {
    for (const criterion of criteriaOf(rule)) {
      faults.set(criterion, [...(faults.get(criterion) ?? []), ...found]);
    }
  };
  for (const rule of (passes as Rule[]).filter((passed) => !isAdvice(passed))) {
    note(rule, []);
  }
  for (const rule of broken) {
    note(rule, rule.nodes.map(({ html, failureSummary }) => `${rule.id}: ${html} ${failureSummary ?? ''}`.replace(/\s+/g, ' ')));
  }
  for (const rule of open) {
    note(rule, rule.id === COLOR_RULE ? await pale(page, rule) : [`${rule.id} could not be judged: ${rule.nodes[0]?.html}`]);
  }
  tally.add('axe', where, passes.length > 5 ? [] : [`only ${passes.length} rules found something to judge`]);
  for (const [criterion, found] of faults) {
    tally.add(`axe ${criterion}`, where, found);
  }
}

/** Converts a tag such as `wcag143` to a criterion such as 1.4.3. */
function criteriaOf({ tags }: Rule): string[] {
  return tags.flatMap((tag) => {
    const digits = /^wcag(\d)(\d)(\d+)$/.exec(tag);
    return digits === null ? [] : [`${digits[1]}.${digits[2]}.${digits[3]}`];
  });
}

/**
 * Returns the texts of these elements that have too little contrast with the pixels around them.
 */
async function pale(page: Page, { nodes }: Rule): Promise<string[]> {
  const selectors = nodes.map(({ target }) => target.join(' '));
  const inks = await page.evaluate((all) => window.measure.inks(all), selectors);
  if (inks.length === 0) {
    return [];
  }
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { color: transparent !important; text-decoration: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  const ground = await Picture.of(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const faults = inks.flatMap(({ selector, color, large, x, y, width, height }) => {
    const needed = large ? CONTRAST_MIN_LARGE : CONTRAST_MIN;
    let least = Number.POSITIVE_INFINITY;
    for (const right of [0, 0.25, 0.5, 0.75, 1]) {
      for (const down of [0.25, 0.5, 0.75]) {
        const under = ground.at(x + right * (width - 1), y + down * height);
        least = Math.min(least, contrast(over(color, under), under));
      }
    }
    return least < needed ? [`${selector}: contrast ${least.toFixed(2)}, needed ${needed}`] : [];
  });
  return [...new Set(faults)];
}
