/**
 * `anteroom theme check` with a browser: it rejects themes that hide content from visitors in ways
 * that reading the theme cannot detect. `accessibility/themes.spec.ts` shows that the built-in
 * themes are accepted.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CHROMIUM } from '../../support/browsers.ts';
import { expect, test } from '../../support/test.ts';
import { CHECK_MS_MAX, themeCommand } from '../../support/theme-check.ts';

/**
 * Rules that hide by their effect, not by their text, and the expected message for each; the rules
 * in one line are judged together, because none of them hides the sign by which another one is
 * found.
 */
const HIDING: [string, string, RegExp][][] = [
  [
    ['text in its ground', '.leave a, .heading h1 { color: var(--surface); background: var(--surface); }', /h1` has the colour of its ground/],
    ['many small steps', '.move-on { position: relative; left: -500px; margin-left: -500px; }', /p\.move-on a` lies outside of the page/],
    ['a part behind a word', '.queue-id { position: relative; left: -500px; margin-left: -500px; }', /p\.queue-id` lies outside of the page/],
    ['a variable', ':root { --x: 0.01; } .lead { filter: opacity(var(--x)); }', /lead` is at 1 % opacity/],
    ['numbers that break', '[data-slot="ahead"] { white-space: normal !important; word-break: break-all; font-size: 12rem !important; }', /breaks its number in two/],
    ['a height too small', '.links { max-height: 6px; overflow: hidden; }', /li a` is cut off by ul\.links/],
    ['pale letters', '.help { color: #bbb; background: #fff; }', /help` is hard to read \(contrast 1\.92 to 1, and 4\.5 is needed\)/],
    ['small targets', '.language select { min-height: 0 !important; height: 12px !important; padding: 0 !important; font-size: 9px !important; }', /select` is a target of \d+ by \d+ px, and 24 are needed/],
    ['half a line', '.updated { max-height: .7em; overflow: hidden; }', /updated` is cut off by p\.updated/],
  ],
  [['a box over the others', '.cover { position: absolute; inset: 0; background: #fff; }', /covered/]],
  [['a filter of its holder', '.room { filter: opacity(calc(0 + .1)); }', /opacity|unreadable/]],
];

for (const rules of HIDING) {
  const names = rules.map(([name]) => name).join(', ');
  test(`rules whose result hides a part are refused, and named: ${names}`, async () => {
    test.setTimeout(CHECK_MS_MAX);
    const folder = mkdtempSync(join(tmpdir(), 'anteroom-check-'));
    expect(themeCommand(folder, 'new', 'sly', '--dir', '.').code).toBe(0);
    const layout = join(folder, 'sly', 'layout.html');
    writeFileSync(layout, readFileSync(layout, 'utf8').replace('<footer', '<div class="cover"></div>\n  <footer'));
    const style = join(folder, 'sly', 'style.css');
    const plain = readFileSync(style, 'utf8');
    writeFileSync(style, [plain, ...rules.map(([, css]) => css), ''].join('\n'));
    const checked = themeCommand(folder, 'check', 'sly', '--browser', CHROMIUM);
    for (const [name, , said] of rules) {
      expect.soft(checked.code, name).toBe(1);
      expect.soft(checked.problems, name).toMatch(said);
    }
    rmSync(folder, { recursive: true });
  });
}

test('without a browser the check says so, and judges by the rules', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anteroom-check-'));
  const checked = themeCommand(folder, 'check', 'default', '--browser', 'none');
  expect(checked.out).toContain('browser: none');
  expect(checked.code).toBe(0);
  const absent = themeCommand(folder, 'check', 'default', '--browser', join(folder, 'nothing'));
  expect(absent.code).toBe(1);
  expect(absent.problems).toContain('no such file; give the path of a Chromium, or `none`');
  rmSync(folder, { recursive: true });
});
