/**
 * The content of every kind of page for a screen reader: roles, names and order, as in
 * `found/<page>.aria.yml`. After changing a page, review the difference and accept it with
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

test('every kind of page', { tag: '@found' }, async ({ preview, page }) => {
  test.setTimeout(180_000);
  const kinds = preview.scenes.filter(({ name }) => name.split('.').length <= KIND_PARTS);
  for (const kind of kinds) {
    await page.goto(preview.address(kind, 'default', 'en'));
    await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect.soft(page.locator('body'), kind.name).toMatchAriaSnapshot({ name: `${kind.name}.aria.yml`, timeout: SHOWN_MS_MAX });
  }
  expect(new Set(kinds.map(({ page: kind }) => kind)), 'every kind of page has a plain one').toEqual(
    new Set(preview.scenes.map(({ page: kind }) => kind)),
  );
});
