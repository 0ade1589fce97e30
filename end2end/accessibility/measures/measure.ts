/**
 * Measurements inside a page. `install` is sent to the browser as text, so it contains all code
 * that it needs.
 *
 * Each measurement returns descriptions of faults; an empty list means that the page is correct.
 */

export interface Measure {
  /**
   * Text that is cut off, lies outside the page or overlaps other text, and all content that needs
   * sideways scrolling.
   */
  lost(): string[];
  /** The texts on the page, piece by piece. */
  texts(): string[];
  /**
   * Controls that are too small to hit, by WCAG 2.5.8 with its exceptions for links in a sentence
   * and for spacing.
   */
  smallTargets(): string[];
  /** The running animations. */
  moving(): { name: string; element: string; milliseconds: number; forever: boolean }[];
  /** In forced colours, controls and bars without visible boundaries. */
  unmarked(): string[];
  /** All elements that the keyboard can reach, in document order. */
  stops(): Stop[];
  /** The focused element, and the element that hides it, if any. */
  focused(): (Stop & { behind: string | null }) | null;
  /** Text colours, and the boxes of their texts in pixels of the whole page. */
  inks(selectors: string[]): Ink[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A control. */
export interface Stop {
  name: string;
  /** Its index in the document. */
  order: number;
  box: Box;
}

export interface Ink extends Box {
  selector: string;
  /** red, green, blue, alpha: 0 to 255. */
  color: number[];
  /** Whether the text is large, which needs less contrast. */
  large: boolean;
}

declare global {
  interface Window {
    measure: Measure;
  }
}

export function install(): void {
  const SLACK = 1;
  const TARGET = 24;
  const CONTROLS = 'a[href]:not([href=""]), button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const slot = element.getAttribute('data-slot');
    return `<${element.localName}${slot === null ? '' : ` data-slot=${slot}`}> “${text}”`;
  };
  const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** Returns whether the element is only for screen readers, or a skip link without the focus. */
  const isForEars = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).clipPath === 'inset(50%)') {
        return true;
      }
    }
    return false;
  };

  interface Piece {
    element: Element;
    text: string;
    boxes: DOMRect[];
  }
  const pieces = (): Piece[] => {
    const found: Piece[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = (node.textContent ?? '').trim().replace(/\s+/g, ' ');
      if (text === '' || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TEMPLATE'].includes(element.tagName)) {
        continue;
      }
      if (isShown(element) && !isForEars(element)) {
        const range = document.createRange();
        range.selectNodeContents(node);
        found.push({ element, text, boxes: [...range.getClientRects()].filter(({ width }) => width > 0) });
      }
    }
    return found;
  };

  const isCut = (box: DOMRect, element: Element): boolean => {
    for (let at: Element | null = element; at !== null && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(at);
      if (display === 'inline' || at === document.body) {
        continue;
      }
      const around = at.getBoundingClientRect();
      const cut = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      if (cut(overflowX) && (box.left < around.left - SLACK || box.right > around.right + SLACK)) {
        return true;
      }
      // Letters are lower than their line; a quarter of the line is empty.
      const air = box.height / 4;
      if (cut(overflowY) && (box.top + air < around.top - SLACK || box.bottom - air > around.bottom + SLACK)) {
        return true;
      }
    }
    return false;
  };

  const overlaps = (all: Piece[]): string[] => {
    const boxes = all.flatMap(({ element, boxes }) => boxes.map((box) => ({ element, box })));
    const core = ({ top, height }: DOMRect): [number, number] => [top + height * 0.25, top + height * 0.75];
    const faults: string[] = [];
    boxes.forEach((one, index) => {
      const [top, bottom] = core(one.box);
      for (const other of boxes.slice(index + 1)) {
        const [otherTop, otherBottom] = core(other.box);
        const down = Math.min(bottom, otherBottom) - Math.max(top, otherTop);
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        if (down > SLACK && across > 2 && one.element !== other.element) {
          faults.push(`${nameOf(one.element)} lies over ${nameOf(other.element)}`);
        }
      }
    });
    return [...new Set(faults)];
  };

  const isInSentence = (control: Element): boolean => {
    const around = control.closest('p, li, dd, td, label');
    const rest = (around?.textContent ?? '').replace(control.textContent ?? '', '').trim();
    return getComputedStyle(control).display === 'inline' && rest.length > 1;
  };
  const controls = (): Element[] => [...document.querySelectorAll(CONTROLS)].filter((it) => isShown(it) && !isForEars(it));
  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  };
  const stopOf = (element: Element): Stop => ({
    name: nameOf(element),
    order: [...document.querySelectorAll('*')].indexOf(element),
    box: boxOf(element),
  });

  window.measure = {
    texts: () => pieces().map(({ text }) => text),
    lost: () => {
      const faults: string[] = [];
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) {
        faults.push(`the page is ${scrollWidth} px wide where ${clientWidth} are there`);
      }
      const all = pieces();
      for (const { element, boxes } of all) {
        if (boxes.length === 0) {
          faults.push(`${nameOf(element)} takes no room`);
        } else if (boxes.some(({ left, right }) => left + scrollX < -SLACK || right + scrollX > clientWidth + SLACK)) {
          faults.push(`${nameOf(element)} lies outside the page`);
        } else if (boxes.some((box) => isCut(box, element))) {
          faults.push(`${nameOf(element)} is cut off`);
        }
      }
      return [...faults, ...overlaps(all)];
    },
    smallTargets: () => {
      const all = controls();
      const middle = (element: Element): [number, number] => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const isSmall = (element: Element): boolean => {
        // A label around the control enlarges the target.
        const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
        return width < TARGET - 0.01 || height < TARGET - 0.01;
      };
      const isCrowded = (element: Element): boolean => {
        const [x, y] = middle(element);
        return all.some((other) => {
          if (other === element || other.closest('label') === element) {
            return false;
          }
          const { left, right, top, bottom } = other.getBoundingClientRect();
          const [dx, dy] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
          const [otherX, otherY] = middle(other);
          return Math.hypot(dx, dy) < TARGET / 2 || (isSmall(other) && Math.hypot(otherX - x, otherY - y) < TARGET);
        });
      };
      const bad = all.filter((element) => isSmall(element) && !isInSentence(element) && isCrowded(element));
      return bad.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${nameOf(element)} is ${width.toFixed(0)} × ${height.toFixed(0)} px with others near`;
      });
    },
    moving: () =>
      document.getAnimations().flatMap((animation) => {
        const effect = animation.effect as KeyframeEffect | null;
        const timing = effect?.getComputedTiming();
        if (animation.playState !== 'running' || timing === undefined) {
          return [];
        }
        const name = animation instanceof CSSAnimation ? animation.animationName : 'transition';
        const element = `${effect?.target?.localName ?? '?'}${effect?.pseudoElement ?? ''}`;
        return [{ name, element, milliseconds: Number(timing.duration), forever: timing.iterations === Infinity }];
      }),
    unmarked: () => {
      const marked = (element: Element): boolean => {
        const style = getComputedStyle(element);
        const border = ['Top', 'Right', 'Bottom', 'Left'].some(
          (side) =>
            style.getPropertyValue(`border-${side.toLowerCase()}-style`) !== 'none' &&
            Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) >= 1,
        );
        const outline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
        const native = ['SELECT', 'INPUT'].includes(element.tagName) && style.appearance !== 'none';
        return border || outline || native || (['A', 'SUMMARY'].includes(element.tagName) && style.textDecorationLine.includes('underline'));
      };
      const all = [...controls(), ...[...document.querySelectorAll('progress')].filter(isShown)];
      return all.filter((element) => !marked(element)).map((element) => `${nameOf(element)} has neither border nor underline`);
    },
    stops: () => [...document.querySelectorAll(CONTROLS)].filter(isShown).map(stopOf),
    focused: () => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) {
        return null;
      }
      const { x, y, width, height } = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const free = top !== null && (top === focused || focused.contains(top) || top.contains(focused));
      return { ...stopOf(focused), behind: free ? null : top === null ? 'the edge of the window' : nameOf(top) };
    },
    inks: (selectors) =>
      selectors.flatMap((selector) => {
        const element = document.querySelector(selector);
        const numbers = (color: string): number[] => {
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        };
        if (element === null || !isShown(element)) {
          return [];
        }
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        const size = Number.parseFloat(fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
        const own = pieces().filter((piece) => piece.element === element);
        return own.flatMap(({ boxes }) =>
          boxes.map(({ x, y, width, height }) => ({
            selector, color: numbers(color), large, x: x + scrollX, y: y + scrollY, width, height,
          })),
        );
      }),
  };
}
