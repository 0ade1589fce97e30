import { expect, type Locator, type Page } from '@playwright/test';

/** The live parts of a waiting page. */
export type Slot = 'countdown' | 'draw-countdown' | 'entry' | 'ahead' | 'wait' | 'reason' | 'stock' | 'number' | 'progress' | 'updated' | 'message' | 'connection' | 'headline' | 'hold-left' | 'announce';

/** The values of `data-state` of `<html>`. */
export type State = 'idle' | 'prequeue' | 'drawing' | 'drawn' | 'in-line' | 'almost' | 'first-in-line' | 'aside' | 'redirecting' | 'paused' | 'sold-out' | 'ended';

/** The states of a page whose visitor is among the next. */
export const NEAR = /^(?:almost|first-in-line)$/;

/** The values that a page has shown, in order, without consecutive repetitions. */
export interface Seen {
  ahead: number[];
  states: string[];
  /** When the last state was first seen, by the test's clock, in milliseconds. */
  stateAt: number;
}

/** A waiting page in a browser. */
export class WaitingPage {
  readonly html: Locator;

  constructor(readonly page: Page) {
    this.html = page.locator('html');
  }

  /** Opens the address of a page in line, and waits until its island is hydrated. */
  static async open(page: Page, address: string): Promise<WaitingPage> {
    const waiting = new WaitingPage(page);
    await page.goto(address);
    await waiting.hydrated();
    return waiting;
  }

  slot(name: Slot): Locator {
    return this.page.locator(`[data-slot="${name}"]`);
  }

  /** Waits for the page, in any state. */
  async shown(): Promise<void> {
    await expect(this.html).toHaveAttribute('data-page', 'queue');
  }

  /** Waits until the island is hydrated. */
  async hydrated(page: 'queue' | 'before' = 'queue'): Promise<void> {
    await expect(this.html).toHaveAttribute('data-page', page);
    await expect(this.html).toHaveAttribute('data-hydrated', 'true');
  }

  async is(state: State): Promise<void> {
    await expect(this.html).toHaveAttribute('data-state', state);
  }

  /** Waits until the turn is near. A page polls every two seconds, and so can miss either state. */
  async isNear(): Promise<void> {
    await expect(this.html).toHaveAttribute('data-state', NEAR);
  }

  /** Returns the number in a slot; digits of any script are recognised. */
  async count(name: 'ahead' | 'number'): Promise<number> {
    return digitsOf((await this.slot(name).textContent()) ?? '');
  }

  /** Records the values that the page shows from its next load on. */
  async record(): Promise<Seen> {
    const seen: Seen = { ahead: [], states: [], stateAt: 0 };
    await this.page.exposeFunction('noteSeen', (ahead: string | null, state: string | null) => {
      if (seen.states.at(-1) !== state) {
        seen.stateAt = Date.now();
      }
      note(seen.states, state);
      note(seen.ahead, ahead === null ? null : digitsOf(ahead));
    });
    await this.page.addInitScript(() => {
      const look = (): void => {
        const { page, state } = document.documentElement.dataset;
        const ahead = document.querySelector('[data-slot="ahead"]')?.textContent;
        if (page === 'queue' && ahead !== undefined) {
          (window as unknown as { noteSeen: (...seen: unknown[]) => void }).noteSeen(ahead, state ?? null);
        }
      };
      new MutationObserver(look).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    });
    return seen;
  }

  get queueId(): string {
    return new URL(this.page.url()).searchParams.get('q') ?? '';
  }
}

function digitsOf(text: string): number {
  const arabic = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const digits = arabic.replace(/\D/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}

function note<T>(list: T[], value: T | null): void {
  if (value !== null && list.at(-1) !== value) {
    list.push(value);
  }
}
