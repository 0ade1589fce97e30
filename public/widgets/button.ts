/** The button that leads into the room; it can be pressed while the room can be entered. */

import { address } from './params.ts';
import type { News } from './source.ts';
import type { Phase, Told } from './told.ts';
import { wordOf } from './countdown.ts';
import { make, Widget, write } from './widget.ts';

export class Button extends Widget {
  private readonly button = make('button', { type: 'button' });
  private told: Told | undefined;
  private said: Phase | undefined;

  override start(): void {
    this.button.onclick = () => this.go();
    super.start();
  }

  protected override show({ told }: News): void {
    this.told = told;
    const own = wordOf(this.settings.texts, told.phase);
    const text = own ?? told.button;
    write(this.button, text, own !== undefined, told);
    this.button.setAttribute('part', `button ${told.phase}`);
    // Not `disabled`: the button keeps the focus while it is inactive, and keyboard users can find
    // it.
    this.button.setAttribute('aria-disabled', String(!told.enter));
    this.put(this.button);
    if (this.said !== undefined && this.said !== told.phase) {
      this.say(text);
    }
    this.said = told.phase;
  }

  private go(): void {
    const { target, params } = this.settings;
    if (this.told?.enter) {
      location.assign(address(this.told.enter, target, params, this.host));
    }
  }
}
