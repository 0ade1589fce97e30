/**
 * What all widgets share: a shadow root with styles of its own, and a source to follow. Until there is something to show, and when there is nothing any more, what the
 * page has put into the element stays to be seen.
 */

import { announce } from './announce.ts';
import type { Settings } from './settings.ts';
import { follow, type News } from './source.ts';
import { LOOKS } from './looks.ts';

export abstract class Widget {
  protected readonly root: ShadowRoot;
  /** Screen readers say what is put here. */
  private readonly region = make('div', { role: 'status' });
  private unfollow: (() => void) | undefined;

  constructor(
    protected readonly host: HTMLElement,
    protected readonly settings: Settings,
  ) {
    this.root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    dress(this.root, [LOOKS, settings.style]);
  }

  /** Begins to show what is known, which may be at once. */
  start(): void {
    this.clear();
    this.unfollow = follow(this.settings, (news) => (news ? this.show(news) : this.clear()));
  }

  /** Ends it; the next widget of this element takes over its shadow root. */
  end(): void {
    this.unfollow?.();
    this.clear();
  }

  /** Puts what is known before people. */
  protected abstract show(news: News): void;

  /** Puts this before people, and nothing else. What is there already is not touched, lest the focus be lost. */
  protected put(content: Element): void {
    if (content.parentNode !== this.root) {
      this.root.replaceChildren(...this.styles(), content, this.region);
    }
  }

  protected clear(): void {
    this.root.replaceChildren(...this.styles(), make('slot'));
  }

  protected say(text: string): void {
    announce(this.region, text);
  }

  /** Where they cannot be adopted they are elements. */
  private styles(): Iterable<Element> {
    return this.root.querySelectorAll('style');
  }
}

/** An element with these attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string> = {}): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  Object.entries(attributes).forEach((pair) => element.setAttribute(...pair));
  return element;
}

/** Texts of the server have its language; the site's own have the page's. */
export function write(element: HTMLElement, text: string, isOwn: boolean, { lang, dir }: { lang: string; dir: string }): void {
  if (isOwn) {
    element.removeAttribute('lang');
  } else {
    element.lang = lang;
  }
  element.dir = isOwn ? 'auto' : dir;
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Constructed style sheets are no inline styles: a page's policy may forbid those. */
function dress(root: ShadowRoot, sheets: string[]): void {
  if ('adoptedStyleSheets' in root) {
    root.adoptedStyleSheets = sheets.map((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    });
  } else {
    (root as ShadowRoot).replaceChildren(...sheets.map((css) => {
      const style = make('style');
      style.textContent = css;
      return style;
    }));
  }
}
