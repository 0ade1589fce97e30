/**
 * The common base of all widgets: a shadow root with styles of its own, and a source. Before the
 * first content, and once there is no content any more, the element's own content is visible.
 */

import { announce } from './announce.ts';
import type { Settings } from './settings.ts';
import { follow, type News } from './source.ts';
import { DEFAULT_STYLE } from './default-style.ts';

export abstract class Widget {
  protected readonly root: ShadowRoot;
  /** Screen readers announce the text of this element. */
  private readonly region = make('div', { role: 'status' });
  private unfollow: (() => void) | undefined;

  constructor(
    protected readonly host: HTMLElement,
    protected readonly settings: Settings,
  ) {
    this.root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    adoptStyles(this.root, [DEFAULT_STYLE, settings.style]);
  }

  /** Starts to show the room's state, which may be known at once. */
  start(): void {
    this.clear();
    this.unfollow = follow(this.settings, (news) => (news ? this.show(news) : this.clear()));
  }

  /** Ends the widget; the next widget of this element reuses its shadow root. */
  end(): void {
    this.unfollow?.();
    this.clear();
  }

  /** Shows the room's state. */
  protected abstract show(news: News): void;

  /**
   * Shows this element and nothing else. Existing content is not touched, so that it keeps the
   * focus.
   */
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

  /** Style sheets are elements where they cannot be adopted. */
  private styles(): Iterable<Element> {
    return this.root.querySelectorAll('style');
  }
}

/** Creates an element with these attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string> = {}): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  Object.entries(attributes).forEach((pair) => element.setAttribute(...pair));
  return element;
}

/**
 * Writes a text: texts of the server have the server's language, and the site's own have the
 * page's.
 */
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

/**
 * Adopts constructed style sheets, which are not inline styles; a page's policy may forbid those.
 */
function adoptStyles(root: ShadowRoot, sheets: string[]): void {
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
