/** Shows answers on the page. The texts come from the server, in the page's language. */

import type { Answer, Notice, Status } from './ask.ts';
import { clock } from './countdown.ts';
import { glideMs, numberAt } from './glide.ts';
import { Milestones } from './milestones.ts';

/** The time for which the note "connected again" is shown. */
const BACK_MS = 5_000;
/** A live region must be on the page for a moment before its text is announced. */
const SPEAK_MS = 100;
/** The greatest length that the stylesheet distinguishes. */
const LENGTH_MAX = 16;
/** The states of a line that moves. */
const MOVING = ['in-line', 'almost'];

const root = document.documentElement;

function slot(name: string): HTMLElement | null {
  return document.querySelector(`[data-slot="${name}"]`);
}

function write(name: string, text: string): void {
  const there = slot(name);
  if (there && there.textContent !== text) {
    there.textContent = text;
  }
}

/** Returns a fixed text that the page contains for the script. */
function fixedText(name: string): string {
  const status = document.getElementById('status');
  return (status && status.getAttribute(name)) || '';
}

/**
 * Shows a chosen language at once: in a browser that can submit the form by script, the list needs
 * no button.
 */
function sendsByItself(): void {
  const form = document.querySelector<HTMLFormElement>('form.language');
  if (form && 'requestSubmit' in form) {
    form.dataset.sends = '';
  }
}

/** Shows a note about the connection, or none. */
function note(text: string): void {
  const there = slot('connection');
  if (there) {
    there.textContent = text;
    there.hidden = text === '';
  }
}

function length(text: string): string {
  return String(Math.min(LENGTH_MAX, Array.from(text).length));
}

function showAhead(text: string): void {
  root.dataset.aheadLength = length(text);
  write('ahead', text);
}

/** The display of the page: shows statuses, notices and the countdown. */
export class Display {
  private readonly milestones = new Milestones();
  private startsAt = NaN;
  private message = '';
  private ticking = 0;
  /** The number ahead that the page shows. */
  private ahead = NaN;
  private frame = 0;
  /** The timer that ends the note "connected again". */
  private back = 0;
  /** The title before the connection was lost. */
  private title = '';
  /** Whether the page shows a status. */
  isShown = false;

  /** Shows a status. */
  show(status: Status, { onsale, urlRedirect, ttl }: Answer): void {
    const { texts, ticket } = status;
    this.isShown = true;
    sendsByItself();
    delete root.dataset.notice;
    root.dataset.state = texts.state;
    root.dataset.reason = (texts.reason && ticket.waitReason) || '';
    root.dataset.numberLength = length(texts.number);
    document.title = texts.title;
    for (const name of ['headline', 'lead', 'stock', 'wait', 'reason', 'number', 'countdown'] as const) {
      write(name, texts[name]);
    }
    write('queue-id', ticket.QueueId);
    this.fall(status, glideMs(ttl));
    root.style.setProperty('--glide', `${glideMs(ttl)}ms`);
    const progress = slot('progress');
    if (progress) {
      progress.setAttribute('value', String(ticket.progress || 0));
    }
    this.time('updated', ticket.lastUpdatedUTC, (date) => date.toLocaleTimeString(root.lang));
    // To the second if the minute has begun, as the server writes it.
    this.time('starts-at', onsale, (date) =>
      date.toLocaleString(root.lang, { dateStyle: 'long', timeStyle: date.getSeconds() ? 'medium' : 'short' }));
    this.start(ticket.secondsToStart);
    const back = document.querySelector('.way-back a');
    if (back && urlRedirect) {
      // The target itself is protected and leads back here.
      back.setAttribute('href', new URL('/', urlRedirect).href);
    }
    this.announce(status);
  }

  /** Offers an e-mail on the room's own page, which only the server's own host has. */
  offerEmail(address: string): void {
    const link = slot('email');
    if (link) {
      link.setAttribute('href', address);
    }
  }

  /** Shows why there is no status. */
  explain({ name, heading, lead }: Notice): void {
    sendsByItself();
    const headline = slot('headline');
    if (!headline) {
      // The page of no room asks the visitor to wait, which is correct as long as nothing else is
      // known.
      return;
    }
    this.isShown = false;
    root.dataset.state = root.dataset.notice = name;
    root.dataset.reason = '';
    write('stock', '');
    this.time('updated', new Date().toISOString(), (date) => date.toLocaleTimeString(root.lang));
    document.title = heading;
    write('lead', lead);
    if (headline.textContent !== heading) {
      write('headline', heading);
      this.speak(`${heading}. ${lead}`);
    }
  }

  /**
   * Shows that the server does not answer; in the title as well, whose number nobody has confirmed
   * since.
   */
  lost(): void {
    if (root.dataset.connection !== 'lost') {
      clearTimeout(this.back);
      root.dataset.connection = 'lost';
      const text = fixedText('data-offline');
      note(text);
      this.speak(text);
      // At the start the page turns by its own clock, and its title is true without an answer.
      if (root.dataset.state !== 'prequeue' || root.dataset.secondsToStart) {
        this.title = document.title;
        document.title = text;
      }
    }
  }

  /**
   * Shows that the server answers again. Announces it when that has held for a while, unless
   * something else was announced by then: a screen reader hears once of a connection that comes and
   * goes.
   */
  connected(): void {
    if (root.dataset.connection !== 'lost') {
      return;
    }
    root.dataset.connection = 'back';
    // An answer with a status has a title of its own.
    if (document.title === fixedText('data-offline')) {
      document.title = this.title;
    }
    const text = fixedText('data-online');
    note(text);
    this.back = window.setTimeout(() => {
      root.dataset.connection = 'good';
      note('');
      const region = slot('announce');
      if (region && region.textContent === fixedText('data-offline')) {
        write('announce', text);
      }
    }, BACK_MS);
  }

  /** Shows that the visitor is let in; `url` is empty if an app takes over. */
  leaving(url: string): void {
    const text = (name: string): string => {
      const there = slot(name);
      return (there && there.dataset.redirecting) || (there && there.textContent) || '';
    };
    const headline = text('headline');
    write('lead', text('lead'));
    write('headline', headline);
    document.title = headline || document.title;
    root.dataset.state = 'redirecting';
    root.dataset.reason = '';
    const [progress, target] = [slot('progress'), slot('target')];
    if (progress) {
      progress.setAttribute('value', '1');
    }
    if (target && url) {
      target.setAttribute('href', url);
      const line = target.closest('p');
      if (line) {
        line.hidden = false;
      }
    }
    this.speak(headline);
  }

  /** Moves the number, if the browser writes numbers as the server does. */
  private fall({ texts, ticket }: Status, overMs: number): void {
    cancelAnimationFrame(this.frame);
    const [from, to, { lang }] = [this.ahead, Number(ticket.usersInLineAheadOfYou), root];
    const beganAt = performance.now();
    const mayMove = !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const moves = mayMove && MOVING.includes(texts.state) && to.toLocaleString(lang) === texts.ahead;
    const step = (): void => {
      this.ahead = from - to > 1 && moves ? numberAt(from, to, performance.now() - beganAt, overMs) : to;
      if (this.ahead > to) {
        showAhead(this.ahead.toLocaleString(lang));
        this.frame = requestAnimationFrame(step);
      } else {
        showAhead(texts.ahead);
      }
    };
    step();
  }

  private time(name: string, utc: string | null, format: (date: Date) => string): void {
    const date = new Date(utc || NaN);
    const there = slot(name);
    if (there && !isNaN(date.getTime())) {
      there.setAttribute('datetime', date.toISOString());
      write(name, format(date));
    }
  }

  /** Counts down to the start, by the second if the start is near. */
  private start(seconds: number | null): void {
    root.dataset.secondsToStart = seconds ? String(seconds) : '';
    root.dataset.secondsToPrequeue = '';
    clearInterval(this.ticking);
    if (!seconds) {
      return;
    }
    this.startsAt = performance.now() + seconds * 1_000;
    const tick = (): void => {
      const left = this.startsAt - performance.now();
      const text = clock(left, root.dataset.digits || '');
      if (text) {
        write('countdown', text);
      }
      if (left <= 0) {
        clearInterval(this.ticking);
        this.begin();
      }
    };
    this.ticking = window.setInterval(tick, 1_000);
    tick();
  }

  /** Turns a page of a pre-queue at the start: the next answer can be half a minute away. */
  private begin(): void {
    const headline = slot('headline');
    const started = headline && headline.dataset.started;
    if (started && root.dataset.state === 'prequeue') {
      root.dataset.secondsToStart = '';
      root.dataset.turned = '1';
      document.title = started;
      write('headline', started);
      this.speak(started);
    }
  }

  /** Announces a new message of the operator, or else the sentence of a milestone. */
  private announce({ texts, ticket, message }: Status): void {
    const isReached = this.milestones.isReached(performance.now(), texts.state, ticket.usersInLineAheadOfYou, ticket.secondsToStart);
    const news = message || '';
    write('message', news);
    if (news && news !== this.message) {
      this.speak(isReached ? `${texts.announce} ${news}` : news);
    } else if (isReached) {
      this.speak(texts.announce);
    }
    this.message = news;
  }

  private speak(text: string): void {
    if (text) {
      setTimeout(() => write('announce', text), SPEAK_MS);
    }
  }
}
