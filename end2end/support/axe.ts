import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Passed checks are only counted, because their descriptions would take most of the time. */
const BRIEF = { resultTypes: ['violations' as const] };

/** Checks that the present page violates no WCAG rule that a program can check. */
export async function withoutViolations(page: Page): Promise<void> {
  // Otherwise, axe opens a separate page, in which it collects its findings from each frame.
  const isSingle = page.frames().length === 1;
  const { violations, passes } = await new AxeBuilder({ page }).options(BRIEF).withTags(LEVELS).setLegacyMode(isSingle).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)])).toEqual([]);
  expect(passes.length, 'axe has looked at the page').toBeGreaterThan(5);
}

/** Checks that the page needs no sideways scrolling. */
export async function fitsItsWidth(page: Page): Promise<void> {
  const [needed, given] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(needed).toBe(given);
}
