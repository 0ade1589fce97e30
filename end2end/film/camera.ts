/** Takes a picture of a page every second, and records the page's state at that time. */

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { OUTPUT } from '../support/server/paths.ts';

/** Contact sheets and frames; git ignores them. */
export const FILMS = join(OUTPUT, 'film');

const EVERY_MS = 1_000;
/** While a page is being replaced there is no picture; the next second has one. */
const PICTURE_MS_MAX = 3_000;

/** A picture, and how long the page looked exactly like it. */
export interface Frame {
  /** Since the film began. */
  fromMs: number;
  untilMs: number;
  /** The page and its state, such as `queue in-line`. */
  state: string;
  file: string;
}

/** A movement on the page that the visitor did not cause. */
export interface Shift {
  state: string;
  value: number;
  /** The elements that moved. */
  moved: string[];
}

/** A film of one page. */
export class Camera {
  readonly frames: Frame[] = [];
  readonly shifts: Shift[] = [];
  private readonly began = Date.now();
  private digest = '';
  private isOver = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly page: Page,
    readonly name: string,
  ) {}

  /** Starts a film, before the page is opened. */
  static async start(page: Page, name: string): Promise<Camera> {
    const folder = join(FILMS, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const camera = new Camera(page, name);
    await page.exposeFunction('noteShift', (shift: Shift) => camera.shifts.push(shift));
    await page.addInitScript(watchShifts);
    camera.running = camera.roll();
    return camera;
  }

  /** Ends the film, and returns its frames. */
  async stop(): Promise<Frame[]> {
    this.isOver = true;
    await this.running;
    return this.frames;
  }

  /** Returns the states in order, each as often as it began. */
  get states(): string[] {
    return this.frames.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
  }

  private async roll(): Promise<void> {
    for (let tick = 0; !this.isOver; tick += 1) {
      await pause(Math.max(0, this.began + tick * EVERY_MS - Date.now()));
      // If a picture took longer than a second, the missed seconds have none.
      tick = Math.max(tick, Math.floor((Date.now() - this.began) / EVERY_MS));
      await this.take();
    }
  }

  private async take(): Promise<void> {
    const fromMs = Date.now() - this.began;
    const [before, picture, after] = await this.look();
    // A state that changed during the picture would be assigned to the wrong picture.
    if (picture === null || before === null || before !== after) {
      return;
    }
    const digest = createHash('sha256').update(picture).digest('hex');
    const last = this.frames.at(-1);
    if (last !== undefined && digest === this.digest && last.state === before) {
      last.untilMs = fromMs + EVERY_MS;
      return;
    }
    this.digest = digest;
    const file = join(this.name, `${String(fromMs).padStart(6, '0')}.png`);
    writeFileSync(join(FILMS, file), picture);
    this.frames.push({ fromMs, untilMs: fromMs + EVERY_MS, state: before, file });
  }

  private async look(): Promise<[string | null, Buffer | null, string | null]> {
    const absent = (): null => null;
    const before = await this.page.evaluate(stateOf).catch(absent);
    const picture = await this.page.screenshot({ timeout: PICTURE_MS_MAX }).catch(absent);
    return [before, picture, await this.page.evaluate(stateOf).catch(absent)];
  }
}

/** Returns the page and its state in words. Runs in the page. */
function stateOf(): string | null {
  const { page, state, shop } = document.documentElement.dataset;
  if (shop !== undefined) {
    return `site ${shop}`;
  }
  return page === undefined ? null : `${page} ${state ?? ''}`.trim();
}

/** Reports movements on the page. Runs in the page. */
function watchShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  const told = window as unknown as { noteShift(shift: { state: string; value: number; moved: string[] }): void };
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName}.${element.className || element.getAttribute('data-slot') || ''}` : 'something';
  };
  const note = (list: PerformanceObserverEntryList): void => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput) {
        const { page, state } = document.documentElement.dataset;
        told.noteShift({ state: `${page} ${state}`, value, moved: sources.map(({ node }) => nameOf(node)) });
      }
    }
  };
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
}
