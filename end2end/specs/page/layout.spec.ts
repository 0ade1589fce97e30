/**
 * Small things that a visitor sees at once: lines of a heading begin below one another, blocks
 * begin at one edge, the ways out of the line are together, the safe one of two answers is
 * emphasized, figures stand with their words, and an open page stays in one language.
 */

import type { Locator } from '@playwright/test';

import { contrast, Picture } from '../../accessibility/measures/picture.ts';
import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import { CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { Mailbox } from '../../support/server/mailbox.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
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
    await page.waitForLoadState();
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

test('the sentence under the heading leaves no empty line on a wide page, in every theme', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ viewport: { width: 1_280, height: 900 } })).newPage();
  for (const theme of THEMES) {
    for (const cid of ['ar', 'he', 'zh-Hans', 'zh-Hant']) {
      await page.goto(anteroom.enter({ l: theme, cid }));
      const empty = await page.locator('.lead').evaluate((lead) => {
        const text = document.createRange();
        text.selectNodeContents(lead);
        const line = Number.parseFloat(getComputedStyle(lead).lineHeight);
        return (lead.getBoundingClientRect().height - text.getBoundingClientRect().height) / line;
      });
      expect(empty, `lines, ${theme}, ${cid}`).toBeLessThan(0.5);
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

test('at the turn the part of the bar that is done is the strong one', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  for (const theme of THEMES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await browserOf({ javaScriptEnabled: false, colorScheme })).newPage();
      await page.goto(anteroom.enter({ l: theme }));
      const bar = page.locator('progress');
      await bar.evaluate((shown: HTMLProgressElement) => {
        shown.ownerDocument.documentElement.dataset.state = 'first-in-line';
        shown.value = shown.max / 2;
      });
      const { x, y, width, height } = (await bar.boundingBox())!;
      const above = 8;
      const picture = await Picture.of(page, { x, y: y - above, width, height: height + above });
      const ground = picture.at(width / 2, 1);
      // Bars are striped: what counts is the strongest of a part's colours.
      const strongest = (from: number, to: number): number => {
        const columns = Array.from({ length: Math.floor((to - from) * width) }, (_, at) => from * width + at);
        return Math.max(...columns.map((column) => contrast(ground, picture.at(column, above + height / 2))));
      };
      const [done, rest] = [strongest(0.1, 0.4), strongest(0.6, 0.9)];
      expect(done, `${theme}, ${colorScheme}: the rest has ${rest}`).toBeGreaterThan(2 * rest);
    }
  }
});

test('the bar shows where it begins, before any part of it is done', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  for (const theme of THEMES) {
    await page.goto(anteroom.enter({ l: theme }));
    const bar = page.locator('progress');
    await bar.evaluate((shown: HTMLProgressElement) => {
      shown.value = 0;
    });
    const picture = await Picture.of(page, (await bar.boundingBox())!);
    const middle = picture.height / 2;
    const rest = picture.at(0.9 * picture.width, middle);
    const columns = Array.from({ length: Math.floor(picture.height) - 1 }, (_, column) => column + 1);
    const strongest = Math.max(...columns.map((column) => contrast(rest, picture.at(column, middle))));
    expect(strongest, theme).toBeGreaterThan(2);
  }
});

test('at the turn the mark is plain to see, by day and by night', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  for (const theme of THEMES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await browserOf({ javaScriptEnabled: false, colorScheme })).newPage();
      await page.goto(anteroom.enter({ l: theme }));
      const figure = page.locator('[data-figure="ahead"]');
      await figure.evaluate((shown) => { shown.ownerDocument.documentElement.dataset.state = 'first-in-line'; });
      const picture = await Picture.of(page, (await figure.boundingBox())!);
      const ground = picture.at(2, picture.height / 2);
      // Everything else in the figure is hidden.
      let strongest = 1;
      for (let row = 0; row < picture.height; row += 1) {
        for (let column = 0; column < picture.width; column += 1) {
          strongest = Math.max(strongest, contrast(ground, picture.at(column, row)));
        }
      }
      expect(strongest, `${theme}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('at the turn the bar is full at once, whatever time it takes to move before', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 0 });
  const page = await (await browserOf({ javaScriptEnabled: false, reducedMotion: 'no-preference' })).newPage();
  await page.goto(anteroom.enter({ l: 'neutral' }));
  const bar = page.locator('progress');
  const isFull = async (state: string): Promise<boolean> => {
    await bar.evaluate((shown: HTMLProgressElement, state) => {
      const { documentElement } = shown.ownerDocument;
      shown.value = 0;
      documentElement.style.setProperty('--glide', '0s');
      shown.getBoundingClientRect();
      documentElement.style.setProperty('--glide', '60s');
      documentElement.dataset.state = state;
      shown.value = shown.max;
    }, state);
    const { x, y, width, height } = (await bar.boundingBox())!;
    // As it moves: a picture of `Picture.of` shows the end of every transition.
    const picture = Picture.read(await page.screenshot({ fullPage: true, scale: 'css', clip: { x, y, width, height } }));
    const [done, last] = [height / 2, 0.95 * width].map((column) => picture.at(column, height / 2));
    return contrast(done!, last!) < 1.1;
  };
  expect(await isFull('in-line'), 'it moves').toBe(false);
  expect(await isFull('first-in-line')).toBe(true);
});

test('the parts of a countdown stand inside their box, and in the middle where their label does', async ({ open, browserOf, picture }) => {
  const anteroom = await open(startingIn(20 * 3_600 + 600, { prequeue_minutes: 1_440, theme: 'retail' }));
  const page = await (await browserOf()).newPage();
  for (const width of [320, 390, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(anteroom.enter());
    await new WaitingPage(page).hydrated('before');
    await expect(page.locator('.segments > span:not([hidden])')).toHaveCount(3);
    const measured = await page.locator('[data-figure="countdown"]').evaluate((figure) => {
      const middle = ({ left, right }: DOMRect): number => (left + right) / 2;
      const parts = [...figure.querySelectorAll<HTMLElement>('.segments > span')];
      // A start that is days away has a part more.
      parts[0]!.hidden = false;
      parts[0]!.querySelector('b')!.textContent = '01';
      const [box, all] = [figure, figure.querySelector('.segments')!].map((one) => one.getBoundingClientRect());
      const inset = Math.min(...parts.flatMap((part) => [...part.children]).flatMap((one) => {
        const { left, right } = one.getBoundingClientRect();
        return [left - box!.left, box!.right - right];
      }));
      const apart = parts.map((part) => middle(part.children[0]!.getBoundingClientRect()) - middle(part.children[1]!.getBoundingClientRect()));
      const [above, below] = [figure.querySelector('dt')!.getBoundingClientRect().top - box!.top, box!.bottom - all!.bottom];
      return { inset, offset: middle(all!) - middle(box!), apart: Math.max(...apart.map(Math.abs)), heavier: Math.abs(above - below) };
    });
    expect(measured.inset, `${width}`).toBeGreaterThanOrEqual(4);
    expect(Math.abs(measured.offset), `${width}`).toBeLessThan(1);
    expect(measured.apart, `${width}`).toBeLessThan(1);
    expect(measured.heavier, `${width}: as much below as above`).toBeLessThan(14);
    await picture(page, `countdown-retail-${width}`);
  }
});

/** Languages with the longest words under the figures of a countdown, and one with short words. */
const UNITS = ['el', 'is', 'ta', 'fi', 'uk', 'en'];

test('the parts of a countdown wrap before they leave their box, in every theme and language', async ({ open, browserOf, picture }) => {
  test.setTimeout(120_000);
  const anteroom = await open(startingIn(20 * 3_600 + 600, { prequeue_minutes: 1_440 }));
  const page = await (await browserOf()).newPage();
  for (const theme of THEMES) {
    for (const cid of UNITS) {
      await page.setViewportSize({ width: 320, height: 900 });
      await page.goto(anteroom.enter({ l: theme, cid }));
      await new WaitingPage(page).hydrated('before');
      for (const width of [320, 344, 375, 430, 768]) {
        await page.setViewportSize({ width, height: 900 });
        const measured = await page.locator('[data-figure="countdown"] dd').evaluate((dd) => {
          const parts = [...dd.querySelectorAll<HTMLElement>('.segments > span')];
          // A start that is months away.
          parts[0]!.hidden = false;
          parts[0]!.querySelector('b')!.textContent = '123';
          const box = dd.getBoundingClientRect();
          const texts = parts.map((part) => {
            const range = document.createRange();
            return [...part.children].map((child) => {
              range.selectNodeContents(child);
              return range.getBoundingClientRect();
            });
          });
          const all = texts.flat();
          const inset = Math.min(...all.flatMap(({ left, right }) => [left - box.left, box.right - right]));
          const overlap = (one: DOMRect, other: DOMRect): boolean =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
          const covered = texts.some((part, at) =>
            texts.slice(at + 1).some((other) => part.some((one) => other.some((another) => overlap(one, another)))));
          return { inset, below: box.bottom - Math.max(...all.map(({ bottom }) => bottom)), covered };
        });
        const where = `${theme}, ${cid}, ${width}`;
        expect(measured.inset, where).toBeGreaterThanOrEqual(-1);
        expect(measured.below, where).toBeGreaterThanOrEqual(-4);
        expect(measured.covered, where).toBe(false);
        await fitsItsWidth(page);
      }
    }
    await picture(page, `countdown-units-${theme}`);
  }
});

test('the figures of the status page stand below their labels, and apart from what is around them', async ({ open, browserOf, picture }) => {
  const anteroom = await open({ max_outflow: 60 });
  await enterMany(anteroom, 3);
  const page = await (await browserOf()).newPage();
  for (const width of [390, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${anteroom.http}/status/${CUSTOMER}/${ROOM}`);
    const facts = await page.locator('.facts > div').evaluateAll((all) => all.map((fact) => {
      const [label, figure] = [...fact.children].map((part) => part.getBoundingClientRect());
      return { gap: figure!.top - label!.bottom, height: label!.height };
    }));
    expect(facts.length).toBeGreaterThan(1);
    for (const { gap, height } of facts) {
      expect(gap, `${width}`).toBeGreaterThanOrEqual(3);
      expect(gap, `${width}`).toBeLessThan(8);
      expect(height, `${width}: one line`).toBeLessThan(30);
    }
    const [phase, list, link] = await Promise.all(['.phase', '.facts', '.room-status > p:last-child'].map((part) => page.locator(part).boundingBox()));
    expect(list!.y - phase!.y - phase!.height, `${width}`).toBeGreaterThanOrEqual(12);
    expect(link!.y - list!.y - list!.height, `${width}`).toBeGreaterThanOrEqual(12);
    await fitsItsWidth(page);
    await picture(page, `status-${width}`);
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
