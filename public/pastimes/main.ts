/**
 * The script of a waiting page's pastimes: shows a page of another host once a visitor asks for it,
 * and plays a game. A page loads this file at the first press of a button in its section
 * `.pastimes`, and then repeats that press.
 */

import { deal, type Game, isFound, isOpen, PAIRS, read, turn } from './pairs.ts';

/** The faces of the cards, one for each pair. */
const FACES = ['★', '♥', '♣', '♦', '♠', '●'];
/** Stands for the number in a text. */
const MARK = '\u{E003}';
/** The key under which the game is stored, so that it continues after a reload. */
const KEPT = 'anteroom-pairs';
const COLUMNS = 4;

const section = document.querySelector<HTMLElement>('.pastimes');
const { lang } = document.documentElement;

if (section) {
  section.onclick = (event) => {
    const pressed = (event.target as Element).closest<HTMLElement>('[data-act]');
    // A link that the visitor opens in another tab or window stays a link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    if (pressed instanceof HTMLAnchorElement) {
      event.preventDefault();
      embed(pressed);
    } else if (pressed?.parentElement) {
      play(pressed.parentElement);
    }
  };
}

/**
 * Shows the page of a link in a restricted frame before the link. The link stays, for a page that
 * forbids frames, and leads there from now on.
 */
function embed(link: HTMLAnchorElement): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation allow-popups');
  frame.allow = 'fullscreen; picture-in-picture';
  frame.referrerPolicy = 'strict-origin';
  frame.loading = 'lazy';
  frame.title = link.dataset['title'] ?? '';
  frame.tabIndex = 0;
  frame.src = link.href;
  delete link.dataset['act'];
  link.before(frame);
  frame.focus();
}

/** Replaces the game's button with the game. */
function play(box: HTMLElement): void {
  const texts = box.dataset;
  const number = (value: number): string => value.toLocaleString(lang);
  const words = (text: string | undefined, value: number): string => (text ?? '').replace(MARK, number(value));
  const cards = document.createElement('div');
  cards.className = 'cards';
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  const again = button(texts['again'] ?? '');
  let game = read(kept());

  const buttons = Array.from({ length: PAIRS * 2 }, (_, position) => {
    const card = button('');
    card.onclick = () => show(turn(game ?? fresh(), position));
    return card;
  });
  cards.append(...buttons);
  cards.onkeydown = (event) => {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const forward = getComputedStyle(cards).direction === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };
    const next = buttons[at + (steps[event.key] ?? NaN)];
    if (at >= 0 && next) {
      event.preventDefault();
      next.focus();
    }
  };
  again.onclick = () => {
    show(fresh());
    buttons[0]?.focus();
  };

  const show = (now: Game): void => {
    game = now;
    keep(now);
    buttons.forEach((card, position) => {
      const face = isOpen(now, position) ? (FACES[now.cards[position]!] ?? '') : '';
      card.textContent = face;
      card.setAttribute('aria-label', `${words(texts['card'], position + 1)} ${face}`.trim());
      card.toggleAttribute('data-open', face !== '');
      card.toggleAttribute('data-found', isFound(now, position));
    });
    const seen = now.open.map((position) => FACES[now.cards[position]!]).join(' ');
    told.textContent = `${seen} – ${words(texts['found'], now.found.length)}`.replace(/^ – /, '');
  };
  box.replaceChildren(cards, told, again);
  show(game ?? fresh());
  buttons[0]?.focus();
}

function fresh(): Game {
  return deal(Math.random);
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  return made;
}

/** A browser can forbid storage: a reload then begins a new game. */
function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(game: Game): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(game));
  } catch {
    // Nothing depends on it.
  }
}
