// Measures every page of the plan with the theme's stylesheet and with the shared one alone, and
// reports the parts that the theme hides to the server.
'use strict';

// The required parts of a page; decoration and additions of a theme's layout are not checked. Parts
// that the shared stylesheet hides (no reason, no message) can be hidden.
const NEEDED = [
  'h1', '.lead', '.status', '.message', '.connection', '.reason', '.figures dt', '.figures dd', 'progress', '.updated', '.help', '.todo', '.fault',
  '.go a', '.go button', '.leave a', '.move-on a', 'summary', '.queue-id', '.drawn a', '.links a', '.draw :is(h2, li, p)', '.status :is(p, li, h2, dt, dd)',
  'form :is(label, input:not([type="hidden"]), select, textarea, button)', 'main :is(a, button)',
].join(', ');
const FIGURES = '[data-slot="ahead"], [data-slot="number"]';

const BOX_PX_MIN = 2;
const FONT_PX_MIN = 6;
const OPACITY_MIN = 0.3;
const SAME_CONTRAST_MAX = 1.5;
// WCAG 2.2, 1.4.3: the contrast of text, and of large text.
const CONTRAST_MIN = 4.5;
const LARGE_CONTRAST_MIN = 3;
const LARGE_PX_MIN = 24;
const LARGE_BOLD_PX_MIN = 18.66;
// WCAG 2.2, 2.5.8: the smallest target of a pointer; a pixel less for rounding.
const TARGET_PX_MIN = 23;
// The part of a text that may reach beyond what its surroundings show: letters lean and descend.
const CLIPPED_PX_MAX = 3;
const BLUR_PX_MAX = 3;

// Most of a page's time is waiting for it, so several are looked at by turns.
const FRAMES = 6;

const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** Returns red, green, blue and alpha, from 0 to 1, of any colour that CSS can compute. */
function channels(color) {
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  return [...paint.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
}

function over([r, g, b, a], [br, bg, bb]) {
  return [r * a + br * (1 - a), g * a + bg * (1 - a), b * a + bb * (1 - a), 1];
}

function luminance([r, g, b]) {
  const linear = [r, g, b].map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function* upwards(element) {
  for (let at = element; at !== null; at = at.parentElement) {
    yield at;
  }
}

/**
 * Returns the colour behind an element's text; null behind a picture, which cannot be judged by one
 * colour.
 */
function ground(element, view, isDark) {
  const layers = [];
  for (const at of upwards(element)) {
    const style = view.getComputedStyle(at);
    if (style.backgroundImage !== 'none') {
      return null;
    }
    const color = channels(style.backgroundColor);
    layers.push(color);
    if (color[3] === 1) {
      break;
    }
  }
  const canvas = isDark ? [0.07, 0.07, 0.07, 1] : [1, 1, 1, 1];
  return layers.reverse().reduce((below, layer) => over(layer, below), canvas);
}

function ownText(element) {
  return [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
}

function arguments_(filter, name) {
  return [...filter.matchAll(new RegExp(`${name}\\(([\\d.]+)(%?)`, 'g'))].map(([, value, unit]) => Number(value) / (unit === '%' ? 100 : 1));
}

/** Returns why an element cannot be seen or used; null if it can. */
function fault(element, isDark) {
  const page = element.ownerDocument;
  const [view, root] = [page.defaultView, page.documentElement];
  const style = view.getComputedStyle(element);
  const rects = [...element.getClientRects()].filter(({ width, height }) => width >= BOX_PX_MIN && height >= BOX_PX_MIN);
  if (rects.length === 0) {
    return 'takes no room on the page';
  }
  if (style.visibility !== 'visible') {
    return `is not visible (visibility: ${style.visibility})`;
  }
  if (!element.checkVisibility({ contentVisibilityAuto: true })) {
    return 'is not rendered';
  }
  let opacity = 1;
  for (const at of upwards(element)) {
    const around = view.getComputedStyle(at);
    opacity *= Number(around.opacity) * arguments_(around.filter, 'opacity').reduce((all, one) => all * one, 1);
    if (arguments_(around.filter, 'blur').some((blur) => blur > BLUR_PX_MAX) || arguments_(around.filter, '(?:brightness|contrast)').some((share) => share < 0.2)) {
      return `is made unreadable (filter: ${around.filter})`;
    }
  }
  if (opacity < OPACITY_MIN) {
    return `is at ${(opacity * 100).toFixed(0)} % opacity`;
  }
  const text = ownText(element);
  const seen = page.createRange();
  seen.selectNodeContents(element);
  const boxes = text.length === 0 ? rects : [...seen.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) {
    return 'has letters that take no room';
  }
  const { left, right, top, bottom } = text.length === 0 ? element.getBoundingClientRect() : seen.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2 + view.scrollY];
  if (x < 0 || x > root.clientWidth || y < 0 || y > root.scrollHeight) {
    return 'lies outside of the page';
  }
  if (text.length > 0) {
    if (Number.parseFloat(style.fontSize) < FONT_PX_MIN) {
      return `has letters of ${style.fontSize}`;
    }
    const ink = channels(style.webkitTextFillColor);
    const below = ink[3] < OPACITY_MIN ? [0, 0, 0, 1] : ground(element, view, isDark);
    if (ink[3] < OPACITY_MIN) {
      return 'has transparent letters';
    }
    const ratio = below === null ? Infinity : contrast(over(ink, below), below);
    if (ratio < SAME_CONTRAST_MAX) {
      return `has the colour of its ground (contrast ${ratio.toFixed(2)} to 1)`;
    }
    const least = isLarge(style) ? LARGE_CONTRAST_MIN : CONTRAST_MIN;
    if (ratio < least && !element.matches(':disabled')) {
      return `is hard to read (contrast ${ratio.toFixed(2)} to 1, and ${least} is needed)`;
    }
    const clip = clipping(element, seen.getBoundingClientRect(), view);
    if (clip !== null) {
      return `is cut off by ${label(clip)}`;
    }
  }
  return covered(element, style, view) ?? smallTarget(element, style);
}

/** Whether letters are large by WCAG's definition. */
function isLarge({ fontSize, fontWeight }) {
  return Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? LARGE_BOLD_PX_MIN : LARGE_PX_MIN);
}

/**
 * Returns the element around a text that cuts it off; null if none does. A text that can be
 * scrolled into view is not cut off, nor is a positioned one by an element that does not hold it.
 * The page itself is left out, because it hides the excess of decoration.
 */
function clipping(element, text, view) {
  const { body } = element.ownerDocument;
  let isPositioned = false;
  for (const at of upwards(element)) {
    const { overflowX, overflowY, position } = view.getComputedStyle(at);
    const overflows = [overflowX, overflowY];
    if (at === body || overflows.some((overflow) => ['auto', 'scroll'].includes(overflow))) {
      return null;
    }
    isPositioned &&= position === 'static';
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const over = [Math.max(left - text.left, text.right - right), Math.max(top - text.top, text.bottom - bottom)];
    const cuts = (overflow, side) => ['hidden', 'clip'].includes(overflow) && over[side] > CLIPPED_PX_MAX;
    if (!isPositioned && overflows.some(cuts)) {
      return at;
    }
    if (position === 'fixed') {
      return null;
    }
    isPositioned ||= position === 'absolute';
  }
  return null;
}

/**
 * Returns the fault of a control that is too small for a finger; links within a sentence may be.
 */
function smallTarget(element, style) {
  const isControl = element.matches('a[href], button, select, textarea, input:not([type="hidden"])');
  if (!isControl || (style.display === 'inline' && ownText(element.parentElement).length > 0)) {
    return null;
  }
  // A label is part of its control's target.
  const boxes = [element, ...(element.labels ?? [])].map((it) => it.getBoundingClientRect());
  const [width, height] = ['width', 'height'].map((side) => Math.max(...boxes.map((box) => box[side])));
  return Math.min(width, height) < TARGET_PX_MIN ? `is a target of ${width.toFixed(0)} by ${height.toFixed(0)} px, and 24 are needed` : null;
}

/** The points of a box at which the topmost element is determined, as fractions of its size. */
const POINTS = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];

/**
 * Returns whether a text extends beyond its box to that point, as large letters on a narrow line
 * do: it receives clicks there, but covers nothing.
 */
function reachesOver(hit, view, x, y) {
  const { left, right, top, bottom } = hit.getBoundingClientRect();
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  const isPlain = ['::before', '::after'].every((part) => ['none', 'normal'].includes(view.getComputedStyle(hit, part).content));
  return !isInside && isPlain && ownText(hit).length > 0;
}

/** Returns the fault if another element covers this one, or this one is cut off; null otherwise. */
function covered(element, style, view) {
  const box = () => [...element.getClientRects()].find(({ width, height }) => width >= BOX_PX_MIN && height >= BOX_PX_MIN);
  view.scrollTo(0, view.scrollY + (box().top + box().bottom - view.innerHeight) / 2);
  const { left, top, width, height } = box();
  const points = POINTS.map(([x, y]) => [left + x * width, top + y * height]);
  const hits = points.map((point) => element.ownerDocument.elementFromPoint(...point));
  if (hits.some((hit, index) => hit !== null && (element.contains(hit) || reachesOver(hit, view, ...points[index])))) {
    return null;
  }
  const [hit] = hits;
  const isControl = element.matches('a, button, input, select, textarea');
  if (style.pointerEvents === 'none') {
    return isControl ? 'does not take clicks (pointer-events: none)' : null;
  }
  return hit !== null && hit !== element.ownerDocument.documentElement && !hit.contains(element) ? `is covered by ${label(hit)}` : 'is cut off, or covered';
}

/** Returns the fault of a number that takes more than one line or is wider than the page. */
function figureFault(figure) {
  const page = figure.ownerDocument;
  const range = page.createRange();
  range.selectNodeContents(figure);
  const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
  if (tops.size > 1) {
    return 'breaks its number in two';
  }
  const { left, right } = range.getBoundingClientRect();
  return left < -1 || right > page.documentElement.clientWidth + 1 ? 'has a number that is wider than the page' : null;
}

function label(element) {
  if (element.dataset.slot !== undefined) {
    return `[data-slot="${element.dataset.slot}"]`;
  }
  const name = (it) => it.localName + (it.classList.length > 0 ? `.${it.classList[0]}` : '');
  const parent = element.parentElement;
  return element.classList.length > 0 || parent === null ? name(element) : `${name(parent)} ${name(element)}`;
}

/** Moves animations to their end, or halfway if they have none. */
function rest(page) {
  for (const animation of page.getAnimations()) {
    try {
      animation.finish();
    } catch {
      animation.pause();
      animation.currentTime = Number(animation.effect.getComputedTiming().duration) / 2;
    }
  }
}

function loaded(target, start) {
  return new Promise((resolve, reject) => {
    target.addEventListener('load', resolve, { once: true });
    target.addEventListener('error', () => reject(new Error('not loaded')), { once: true });
    start();
  });
}

async function judge(frame, { page: name, url, base, width, scheme }) {
  frame.width = String(width);
  await loaded(frame, () => {
    frame.src = url;
  });
  const page = frame.contentDocument;
  await page.fonts.ready;
  // In closed details every part would count as hidden by the shared stylesheet.
  for (const details of page.querySelectorAll('details')) {
    details.open = true;
  }
  rest(page);
  const isDark = scheme === 'dark';
  const skip = page.querySelector('.skip');
  const look = (element) => {
    if (element === skip) {
      skip.focus();
    }
    const found = fault(element, isDark);
    skip?.blur();
    return found;
  };
  const candidates = [...page.querySelectorAll(NEEDED), ...(skip === null ? [] : [skip])];
  const suspects = candidates.map((element) => ({ element, found: look(element) })).filter(({ found }) => found !== null);
  const figures = [...page.querySelectorAll(FIGURES)].map((element) => ({ element, found: suspects.some((it) => it.element === element) ? null : figureFault(element) }));
  const faults = figures.filter(({ found }) => found !== null);
  if (suspects.length > 0) {
    // Pages outside the line link a shared sheet before the theme's.
    const sheet = [...page.querySelectorAll('link[rel="stylesheet"]')].at(-1);
    await loaded(sheet, () => {
      sheet.href = base;
    });
    rest(page);
    faults.push(...suspects.filter(({ element }) => look(element) === null));
  }
  return faults.map(({ element, found }) => ({ page: name, part: label(element), fault: found, width, scheme, lang: page.documentElement.lang }));
}

async function main() {
  const plan = await (await fetch('/plan')).json();
  const found = [];
  let next = 0;
  const work = async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    while (next < plan.length) {
      const at = next++;
      found[at] = await judge(frame, plan[at]);
    }
  };
  await Promise.all(Array.from({ length: FRAMES }, work));
  return { pages: plan.length, faults: found.flat() };
}

main()
  .catch((error) => ({ pages: 0, faults: [], error: String(error) }))
  .then((verdict) => fetch('/verdict', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(verdict) }));
