/** The time to the start, counted by the browser between two answers of the server. */

import { words } from './countdown.ts';
import type { News } from './source.ts';
import { make, Widget, write } from './widget.ts';

export class Countdown extends Widget {
  /** A timer is a live region that is not announced by default. */
  private readonly label = make('span', { part: 'label', role: 'timer' });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private milestone: number | undefined;

  protected override clear(): void {
    clearTimeout(this.timer);
    super.clear();
  }

  protected override show(news: News): void {
    clearTimeout(this.timer);
    const { answer, at } = news;
    const own = this.settings.texts;
    const elapsed = (performance.now() - at) / 1_000;
    const { text, changesIn, milestone } = words(answer.phase, answer.countdown, elapsed, own);
    write(this.label, text, Object.keys(own).length > 0, answer);
    this.put(this.label);
    if (this.milestone !== undefined && this.milestone !== milestone) {
      this.say(text);
    }
    this.milestone = milestone;
    if (Number.isFinite(changesIn)) {
      // The timer fires a moment later, so that rounding does not yield the previous value.
      this.timer = setTimeout(() => this.show(news), changesIn * 1_000 + 50);
    }
  }
}
