/**
 * A page's visit to a room: by the token in its address, by its session, or by asking the waiting
 * room. If no answer comes in five seconds, the visitor stays on the page, and the waiting room is
 * not asked again for three minutes.
 */

import type { Hook, Options } from './config.ts';
import { home, inject } from './browser/inject.ts';
import { type Answer, names, type RoomClient } from './page.ts';
import { current, keep, keepTimeout, parse, rawValue, type Session, type State } from './session.ts';
import { report } from './report.ts';
import { tokenIn, valueIn, withoutToken } from './browser/url.ts';

const ANSWER_MS_MAX = 5_000;
const VALIDITY_MINUTES = 20;

export class Client implements RoomClient {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly customer: string,
    private readonly room: string,
    private readonly options: Options & { host?: string },
  ) {}

  get isAsking(): boolean {
    return this.timer !== undefined;
  }

  run(): void {
    if (this.isAsking) {
      return;
    }
    const session = current(this.room, Date.now());
    const token = tokenIn(location.href);
    const isForUs = valueIn(token, 'e').toLowerCase() === this.room;
    // The token that began this session has no further effect.
    const isSpent = session !== undefined && session.queueId !== '' && session.queueId === valueIn(token, 'q');
    if (!session || (isForUs && !isSpent)) {
      this.ask(token);
    } else {
      this.goOn(session);
    }
  }

  enqueue(answer: Answer): void {
    if (!this.isAsking) {
      // The answer is too late: the visitor is on the page already.
      return;
    }
    const address = (answer.redirect && answer.redirectUrl) || '';
    const leads = /^https?:\/\//i.test(address);
    const session = parse(answer.cookieValue || '', this.room);
    if (!leads && !answer.isError && !session) {
      // The script then ends without a result, which counts as a missing answer.
      throw new Error('an answer of the waiting room that says nothing');
    }
    this.stopWaiting();
    if (leads) {
      // Replaces this page in the history, because going back to it would only lead here again.
      location.replace(address);
    } else if (answer.isError) {
      console.warn(`The waiting room ${this.room} cannot be asked: ${answer.error || 'unknown'}`);
      this.report('disabled', 'error');
    } else if (session) {
      this.store(session, answer.fixedCookieValidity || session.fixed || this.validity());
      this.settle(session);
    }
  }

  private ask(token: string): void {
    const url = location.href;
    const target = this.target(url);
    const known = rawValue(this.room);
    const { culture, layoutName, host } = this.options;
    const query = [
      ['t', target],
      ['ver', `js${names().Javascript.Version}`],
      ['cid', culture],
      ['l', layoutName],
      ['_cval', known],
      ['_cv', known && String(this.validity())],
      // If the target is not this page, the target's address lacks the token.
      ['queueittoken', target === url ? '' : token],
    ];
    const pairs = query.filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`);
    const path = ['javascriptqueue', this.customer, this.room, String(Date.now())].map(encodeURIComponent).join('/');
    this.timer = setTimeout(() => this.giveUp(), ANSWER_MS_MAX);
    // A script that ran without calling back is no answer either.
    inject(`${host || home || '/'}${path}?${pairs.join('&')}`, () => this.giveUp());
  }

  /** Returns the final target of the visitor; empty for the room's own target. */
  private target(url: string): string {
    const { redirectLogic, forcedTargetUrl, forecedTargetUrl } = this.options;
    switch (redirectLogic) {
      case 'EventTargetUrl':
      case 1:
        return '';
      case 'ForcedTargetUrl':
      case 2:
        return forcedTargetUrl || forecedTargetUrl || '';
      default:
        return url;
    }
  }

  private giveUp(): void {
    if (this.isAsking) {
      this.stopWaiting();
      keepTimeout(this.room, this.where());
      this.report('timeout', 'timeout');
    }
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private goOn(session: Session): void {
    if (session.state === 'verified' && this.options.extendValidity && !session.fixed) {
      this.store(session, this.validity());
    }
    this.settle(session);
  }

  private store(session: Session, minutes: number): void {
    if (!keep(this.room, session.value, minutes, this.where())) {
      console.warn('This browser keeps no cookie of the page: the next page asks the waiting room again.');
    }
  }

  private settle({ state, redirectType }: Session): void {
    if (this.options.removeTokenFromUrl && tokenIn(location.href)) {
      history.replaceState(history.state, '', withoutToken(location.href));
    }
    this.report(state, redirectType);
  }

  private report(state: State, redirectType: string): void {
    const { onVerified, onDisabled, onTimeout } = this.options;
    const hooks: Record<State, Hook> = { verified: onVerified, disabled: onDisabled, timeout: onTimeout };
    report({ state, customer: this.customer, room: this.room, redirectType, hook: hooks[state] });
  }

  private validity(): number {
    return Number(this.options.validity) || VALIDITY_MINUTES;
  }

  private where(): { domain: string; secure: boolean } {
    return { domain: this.options.cookieDomain || '', secure: Boolean(this.options.isCookieSecure) };
  }
}
