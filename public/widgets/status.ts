/** The number of people who wait, and the wait of a visitor who comes now. */

import type { News } from './source.ts';
import { make, Widget, write } from './widget.ts';

export class Status extends Widget {
  private readonly lines = make('div', { part: 'status' });

  protected override show({ answer }: News): void {
    answer.status.forEach((text, index) => {
      const line = this.lines.children[index] ?? this.lines.appendChild(make('span', { part: 'label' }));
      write(line as HTMLElement, text, false, answer);
    });
    while (this.lines.children.length > answer.status.length) {
      this.lines.lastChild?.remove();
    }
    this.put(this.lines);
  }
}
