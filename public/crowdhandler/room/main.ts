/**
 * `/js/latest/room/main.js`: brings a room's static page to life, on our host and on the hosts of
 * sites that serve the page themselves. Asks the API about the visitor by the room's slug, shows
 * the answers, and leads the visitor back to the site.
 */

import { keepToken, keptToken, tokenIn } from '../token.ts';
import { type Answer, ask, catchAll } from './ask.ts';
import { saveToken, tellPromoted } from './bridge.ts';
import { type Home, noteCulture, noteToken, ownHome, ownPage, visitorOf } from './home.ts';
import { afterAnswer, afterFailures } from './pace.ts';
import { isOwnLanguage, momentOf, turnTo } from './page.ts';
import { Display } from './show.ts';

/** The key under which a tab stores when it last sent back a visitor who is in no room. */
const SENT = 'anteroom-sent';
/**
 * The shortest time between two such returns: a site whose calls fail sends the visitor here again
 * at once.
 */
const SENT_MS_MIN = 30_000;
/** The time between two looks at whether the browser is offline: some report no event. */
const BEAT_MS = 5_000;

class Room {
  private readonly display = new Display();
  private readonly visitor = visitorOf(location.href);
  private token: string;
  /** The token that the browser keeps, until the server has recognized the token in the address. */
  private spare: string;
  private failures = 0;
  /** The number of consecutive calls above the rate limit. */
  private refusals = 0;
  private timer = 0;
  private dueAt = 0;
  private isAsking = false;
  private isLeaving = false;
  /** The chosen culture in which the page was loaded last; empty for the browser's languages. */
  private triedCulture: string | undefined;

  constructor(private readonly home: Home) {
    // The address has precedence: the site's integration has just sent the visitor here with it.
    this.spare = keptToken(home.key);
    this.token = tokenIn(location.href) || this.spare;
  }

  /** Asks now, and again when the answer is no longer valid. */
  async run(): Promise<void> {
    if (this.isAsking || this.isLeaving) {
      return;
    }
    this.isAsking = true;
    clearTimeout(this.timer);
    let wait: number;
    try {
      const { isThrottled, ttl } = await this.turn();
      this.refusals = isThrottled ? this.refusals + 1 : 0;
      wait = afterAnswer(ttl, Math.random());
      if (isThrottled) {
        wait = Math.max(wait, afterFailures(this.refusals, Math.random()));
      }
      this.failures = 0;
      this.display.connected();
    } catch {
      this.failures += 1;
      this.display.lost();
      wait = afterFailures(this.failures, Math.random());
    }
    this.isAsking = false;
    if (!this.isLeaving) {
      this.dueAt = performance.now() + wait;
      this.timer = window.setTimeout(() => void this.run(), wait);
    }
  }

  /** Shows that the connection is lost, before a call has failed. */
  lost(): void {
    this.failures = Math.max(this.failures, 1);
    this.display.lost();
  }

  /** Asks at once if a failed call can succeed now. */
  wake(): void {
    if (this.failures > 0) {
      void this.run();
    }
  }

  /** Asks at once if the browser has held the timer back. */
  look(): void {
    if (performance.now() >= this.dueAt) {
      void this.run();
    }
  }

  /** Asks again on a page that the browser has kept. */
  resume(): void {
    this.isLeaving = false;
    void this.run();
  }

  /** Shows the page in the language that the visitor has chosen. */
  async speak(culture: string): Promise<void> {
    this.visitor.culture = culture;
    noteCulture(culture);
    await turnTo(this.home, this.home.moment || 'queue', culture).catch(() => undefined);
    void this.run();
  }

  /** Asks once, and carries out the answer. */
  private async turn(): Promise<Answer> {
    const { home, visitor } = this;
    if (!home.slug && !visitor.url) {
      home.slug = await catchAll(home);
    }
    await this.turnToOwnLanguage();
    const { lang } = document.documentElement;
    let answer = await ask(home, { ...visitor, token: this.token, lang });
    // Any link can carry an expired or invalid token, which must not cost the visitor the place.
    if (this.spare && answer.token && answer.token !== this.token && this.spare !== this.token) {
      this.token = this.spare;
      noteToken(this.token);
      answer = await ask(home, { ...visitor, token: this.token, lang });
    }
    this.spare = '';
    this.adopt(answer);
    if (answer.isPromoted) {
      await this.leave(answer);
    } else {
      await this.show(answer);
    }
    return answer;
  }

  /** If the page in the visitor's language cannot be loaded, another language works as well. */
  private async turnToOwnLanguage(): Promise<void> {
    const { home, visitor } = this;
    const { lang } = document.documentElement;
    const { culture } = visitor;
    const isOwn = culture ? culture === lang : !home.detects || isOwnLanguage(lang, navigator.language);
    if (home.slug && home.moment && !isOwn && this.triedCulture !== culture) {
      const done = (): void => void (this.triedCulture = culture);
      await turnTo(home, home.moment, culture).then(done, () => undefined);
    }
  }

  private adopt({ token, slug }: Answer): void {
    const { home, visitor } = this;
    home.slug = home.slug || slug;
    if (!token) {
      return;
    }
    if (token !== this.token) {
      noteToken(token);
      saveToken(visitor.mode, { slug: home.slug, token, url: visitor.url });
    }
    this.token = token;
    keepToken(home.key, token);
  }

  private async show(answer: Answer): Promise<void> {
    const { home } = this;
    const { status, notice, isThrottled } = answer;
    // A shown status stays correct for a visitor who only has to ask later.
    if (notice && !(isThrottled && this.display.isShown)) {
      await this.turnTo(home.moment || (home.slug && 'queue'));
      this.display.explain(notice);
    }
    if (status) {
      await this.turnTo(momentOf(status));
      this.display.show(status, answer);
      if (this.token) {
        this.display.offerEmail(ownPage(home, this.visitor, this.token));
      }
    }
  }

  private async turnTo(moment: string): Promise<void> {
    const { home, visitor } = this;
    if (moment !== home.moment) {
      await turnTo(home, moment, visitor.culture);
      home.moment = moment;
    }
  }

  private async leave({ slug, token, returnUrl }: Answer): Promise<void> {
    const { mode, url } = this.visitor;
    if (!returnUrl) {
      throw new Error('nowhere to go');
    }
    this.isLeaving = true;
    if (!slug) {
      await rest();
    }
    const isToldApp = tellPromoted(mode, { slug: this.home.slug, token, url });
    this.display.leaving(isToldApp ? '' : returnUrl);
    if (!isToldApp) {
      location.replace(returnUrl);
    }
  }
}

/** Waits if this tab has just sent its visitor back. */
async function rest(): Promise<void> {
  try {
    const since = Date.now() - Number(sessionStorage.getItem(SENT));
    if (since >= 0 && since < SENT_MS_MIN) {
      await new Promise((done) => setTimeout(done, SENT_MS_MIN - since));
    }
    sessionStorage.setItem(SENT, String(Date.now()));
  } catch {
    // Storage is blocked.
  }
}

const home = ownHome();
if (home && home.key) {
  const room = new Room(home);
  addEventListener('offline', () => room.lost());
  setInterval(() => navigator.onLine || room.lost(), BEAT_MS);
  addEventListener('online', () => room.wake());
  addEventListener('pageshow', ({ persisted }) => persisted && room.resume());
  document.addEventListener('visibilitychange', () => document.hidden || room.look());
  document.addEventListener('change', ({ target }) => {
    const { form } = target as HTMLSelectElement;
    if (form && 'sends' in form.dataset) {
      form.requestSubmit();
    }
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const choice = form.elements.namedItem('cid');
    if (choice instanceof HTMLSelectElement) {
      event.preventDefault();
      void room.speak(choice.value);
    }
  });
  void room.run();
}
