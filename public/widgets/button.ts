/** The button that leads into the room; it can be pressed while the room can be entered. */

import { address } from './params.ts';
import type { News } from './source.ts';
import type { Phase, RoomAnswer } from './answer.ts';
import { wordOf } from './countdown.ts';
import { make, Widget, write } from './widget.ts';

export class Button extends Widget {
  private readonly button = make('button', { type: 'button' });
  private answer: RoomAnswer | undefined;
  private said: Phase | undefined;

  override start(): void {
    this.button.onclick = () => this.go();
    super.start();
  }

  protected override show({ answer }: News): void {
    this.answer = answer;
    const own = wordOf(this.settings.texts, answer.phase);
    const text = own ?? answer.button;
    write(this.button, text, own !== undefined, answer);
    this.button.setAttribute('part', `button ${answer.phase}`);
    // Not `disabled`: the button keeps the focus while it is inactive, and keyboard users can find
    // it.
    this.button.setAttribute('aria-disabled', String(!answer.enter));
    this.put(this.button);
    if (this.said !== undefined && this.said !== answer.phase) {
      this.say(text);
    }
    this.said = answer.phase;
  }

  private go(): void {
    const { target, params } = this.settings;
    if (this.answer?.enter) {
      location.assign(address(this.answer.enter, target, params, this.host));
    }
  }
}
