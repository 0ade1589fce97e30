import { expect, type Locator, type Page } from '@playwright/test';

/** The live parts of a waiting page. */
export type Slot = 'ahead' | 'wait' | 'number' | 'progress' | 'updated' | 'message' | 'connection' | 'headline';

/** A waiting page in a browser. */
export class WaitingPage {
  readonly html: Locator;

  constructor(readonly page: Page) {
    this.html = page.locator('html');
  }

  slot(name: Slot): Locator {
    return this.page.locator(`[data-slot="${name}"]`);
  }

  /** Waits for the page, whichever state it is in. */
  async shown(): Promise<void> {
    await expect(this.html).toHaveAttribute('data-page', 'queue');
  }

  /** Waits until the island lives. */
  async hydrated(): Promise<void> {
    await this.shown();
    await expect(this.html).toHaveAttribute('data-hydrated', 'true');
  }

  async is(state: 'in-line' | 'first-in-line' | 'redirecting' | 'paused'): Promise<void> {
    await expect(this.html).toHaveAttribute('data-state', state);
  }

  /** The number that a slot shows; digits of any script count. */
  async count(name: 'ahead' | 'number'): Promise<number> {
    return digitsOf((await this.slot(name).textContent()) ?? '');
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
