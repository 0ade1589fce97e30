/**
 * Contact sheets: the frames of a film side by side, each with its time, under one heading for each
 * state. The browser itself composes them: a sheet is a page of pictures.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Browser } from '@playwright/test';

import { FILMS, type Frame } from './camera.ts';

/** Frames in a row, rows on a sheet, and the width of a frame in pixels. */
export interface Format {
  columns: number;
  rows: number;
  width: number;
}

/** Frames of one state that stand in one row. */
interface Row {
  state: string;
  frames: Frame[];
}

const GAP = 12;
const STYLE = `
  body { margin: 0; background: #777; color: #000; font: 15px/1.3 "DejaVu Sans", sans-serif; }
  section { display: grid; gap: ${GAP}px; padding: ${GAP}px; width: max-content; background: #ddd; margin-bottom: ${GAP}px; }
  h2 { margin: 0; font-size: 16px; }
  div { display: flex; gap: ${GAP}px; }
  figure { margin: 0; background: #fff; outline: 1px solid #555; }
  img { display: block; width: 100%; }
  figcaption { padding: 2px 6px; background: #222; color: #fff; }
  .long { background: #8a1c00; }
`;
/** A picture that stays for this long, in milliseconds, is marked as dead time. */
const LONG_MS = 5_000;

/** Writes the sheets of a film beside its frames; returns their paths. */
export async function sheets(browser: Browser, name: string, frames: Frame[], format: Format): Promise<string[]> {
  const pages = paged(rowsOf(frames, format.columns), format.rows);
  const html = join(FILMS, `${name}.html`);
  const sections = pages.map((rows, index) => section(`${name}, sheet ${index + 1} of ${pages.length}`, rows, format));
  writeFileSync(html, `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${STYLE}</style>${sections.join('\n')}`);
  const page = await browser.newPage({ viewport: { width: format.columns * (format.width + GAP) + GAP, height: 800 } });
  await page.goto(pathToFileURL(html).href);
  const paths: string[] = [];
  for (const [index, sheet] of (await page.locator('section').all()).entries()) {
    const path = join(FILMS, `${name}-${String(index + 1).padStart(2, '0')}.png`);
    await sheet.screenshot({ path });
    paths.push(path);
  }
  await page.close();
  return paths;
}

/** A state begins a row of its own. */
function rowsOf(frames: Frame[], columns: number): Row[] {
  const rows: Row[] = [];
  for (const frame of frames) {
    const last = rows.at(-1);
    if (last === undefined || last.state !== frame.state || last.frames.length === columns) {
      rows.push({ state: frame.state, frames: [frame] });
    } else {
      last.frames.push(frame);
    }
  }
  return rows;
}

function paged(rows: Row[], most: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, page) => rows.slice(page * most, (page + 1) * most));
}

function section(title: string, rows: Row[], { width }: Format): string {
  const parts = rows.map(({ state, frames }, index) => {
    const heading = state === rows[index - 1]?.state ? '' : `<h2>${state}</h2>`;
    return `${heading}<div>${frames.map((frame) => figure(frame, width)).join('')}</div>`;
  });
  return `<section><h2>${title}</h2>${parts.join('')}</section>`;
}

function figure({ fromMs, untilMs, file }: Frame, width: number): string {
  const lasted = untilMs - fromMs;
  const time = `${clock(fromMs)}${lasted > 1_500 ? ` for ${Math.round(lasted / 1_000)} s` : ''}`;
  const look = lasted >= LONG_MS ? ' class="long"' : '';
  return `<figure style="width:${width}px"><figcaption${look}>${time}</figcaption><img src="${file}" alt=""></figure>`;
}

/** Minutes, seconds and tenths. */
function clock(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), ((ms % 60_000) / 1_000).toFixed(1)];
  return `${minutes}:${seconds.padStart(4, '0')}`;
}
