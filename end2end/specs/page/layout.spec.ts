/**
 * Small things that a visitor sees at once: lines of a heading begin below one another, blocks
 * begin at one edge, the ways out of the line are together, the safe one of two answers is
 * emphasized, and an open page stays in one language.
 */

import type { Locator } from '@playwright/test';

import { withoutViolations } from '../../support/axe.ts';
import { Mailbox } from '../../support/server/mailbox.ts';
import { expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const THEMES = ['default', 'neutral', 'ticketing', 'retail'];

const background = (element: Locator): Promise<string> => element.evaluate((shown) => getComputedStyle(shown).backgroundColor);

test('on the page that asks before leaving, staying stands out', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  for (const theme of THEMES) {
    const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
    await page.goto(anteroom.enter({ l: theme }));
    await page.getByRole('link', { name: 'Leave the line' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-page', 'leave');
    const stay = page.getByRole('link', { name: 'Keep my place' });
    const leave = page.getByRole('button', { name: 'Leave the line' });
    const accent = await page.locator('html').evaluate((html) => {
      const probe = html.ownerDocument.createElement('i');
      probe.style.color = 'var(--accent)';
      html.append(probe);
      return getComputedStyle(probe).color;
    });
    expect(await background(stay), theme).toBe(accent);
    expect(await background(leave), theme).not.toBe(accent);
    await picture(page, `leave-question-${theme}`);
  }
});

test('the lines of a heading begin below one another, beside the dot', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ viewport: { width: 320, height: 640 } })).newPage();
  for (const [cid, side] of [['en', 'left'], ['ar', 'right']] as const) {
    await page.goto(anteroom.enter({ cid }));
    const heading = page.getByRole('heading', { level: 1 });
    await heading.evaluate((element) => { element.textContent = 'a word '.repeat(12); });
    const edges = await heading.evaluate((element, edge) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].filter(({ width }) => width > 20).map((line) => Math.round(line[edge]));
    }, side);
    expect(edges.length, cid).toBeGreaterThan(1);
    expect(Math.max(...edges) - Math.min(...edges), `${cid}: ${edges}`).toBeLessThanOrEqual(2);
    await picture(page, `heading-${cid}`);
  }
});

test('the blocks of a page begin at one edge, in every theme', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  await anteroom.change({ message: 'The popular sizes are restocked at noon.' });
  const page = await (await browserOf()).newPage();
  for (const theme of THEMES) {
    for (const [width, cid] of [[390, 'en'], [390, 'ar'], [1_280, 'en']] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(anteroom.enter({ l: theme, cid }));
      await new WaitingPage(page).hydrated();
      const blocks = page.locator('.status, .message, .notify, .room > .help');
      const edges = await blocks.evaluateAll((all) => all.map((block) => {
        const { left, right } = block.getBoundingClientRect();
        const { direction, paddingInlineStart } = getComputedStyle(block);
        // Cards are seen as boxes, and the others by their texts.
        const inset = block.matches('.status, .message') ? 0 : Number.parseFloat(paddingInlineStart);
        return Math.round(inset + (direction === 'rtl' ? document.documentElement.clientWidth - right : left));
      }));
      expect(edges.length, `${theme}, ${width}, ${cid}`).toBe(4);
      expect(new Set(edges).size, `${theme}, ${width}, ${cid}: ${edges}`).toBe(1);
    }
  }
});

test('the ways out of the line stand together', async ({ started, browserOf, picture }) => {
  const mailbox = started.keep(await Mailbox.start());
  const anteroom = await started.anteroom([{ max_outflow: 0, email: true }], 'http://127.0.0.1:9/', { smtp: mailbox.smtp });
  const page = await (await browserOf({ viewport: { width: 1_280, height: 900 } })).newPage();
  for (const theme of THEMES) {
    await page.goto(anteroom.enter({ l: theme }));
    await expect(page.getByRole('link', { name: 'Email me when it’s nearly my turn' })).toBeVisible();
    const links = await page.locator('.leave > a, .move-on > a:not([href=""])').all();
    const boxes = await Promise.all(links.map((link) => link.boundingBox()));
    const gaps = boxes.slice(1).map((box, at) => ({ top: box!.y - boxes[at]!.y, gap: box!.x - boxes[at]!.x - boxes[at]!.width }));
    for (const { gap } of gaps.filter(({ top }) => Math.abs(top) < 2)) {
      expect(gap, theme).toBeLessThan(48);
    }
    expect(gaps.length).toBe(2);
    await withoutViolations(page);
    await picture(page, `footer-${theme}`);
  }
});

test('an open page keeps its language when the operator changes what decides it', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0, detect_language: true });
  const page = await (await browserOf({ locale: 'de-DE' })).newPage();
  await page.goto(anteroom.enter());
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  const heading = page.getByRole('heading', { level: 1 });
  await anteroom.change({ detectLanguage: false });
  await anteroom.act('pause');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.locator('html')).toHaveAttribute('data-state', 'paused');
  await expect(heading).toHaveText('Die Warteschlange steht gerade still');
});
