/**
 * The content of every kind of page for a screen reader: roles, names and order, as in
 * `found/<page>/<state>.aria.yml`. After changing a page, review the difference and accept it with
 * `--update-snapshots`.
 */

import { expect } from '../support/test.ts';
import { test } from '../support/preview.ts';

/**
 * The number of parts that name the page and its state; further parts of a name are sample values.
 */
const KIND_PARTS = 2;
/** Page samples arrive complete, so there is nothing to wait for. */
const SHOWN_MS_MAX = 3_000;
/** Errors have more states than one folder should contain; these have folders of their own. */
const ERROR_GROUPS = /^error\.(invitation|key|token|unknown)-/;

test('every kind of page', { tag: '@found' }, async ({ preview, page }) => {
  test.setTimeout(180_000);
  const kinds = preview.scenes.filter(({ name }) => name.split('.').length <= KIND_PARTS);
  for (const kind of kinds) {
    await page.goto(preview.address(kind, 'default', 'en'));
    await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect.soft(page.locator('body'), kind.name).toMatchAriaSnapshot({ name: fileOf(kind.name), timeout: SHOWN_MS_MAX });
  }
  expect(new Set(kinds.map(({ page: kind }) => kind)), 'every kind of page has a plain one').toEqual(
    new Set(preview.scenes.map(({ page: kind }) => kind)),
  );
});

/**
 * Returns the path of a kind's file. Playwright joins a list of segments as it does for other
 * snapshots, but replaces the slashes of a text; its type declares only the text.
 */
function fileOf(name: string): string {
  const folders = name.replace(ERROR_GROUPS, 'error.$1.').split('.');
  const state = folders.pop();
  return [...folders, `${state}.aria.yml`] as unknown as string;
}
