/**
 * Turns the vendor's markup into widgets, wherever and whenever it appears in the page, and defines
 * the same widgets as elements.
 */

import { Button } from './button.ts';
import { Countdown } from './clock.ts';
import { type Kind, OURS, settingsOf, THEIRS, VENDOR } from './settings.ts';
import { Status } from './status.ts';
import type { Widget } from './widget.ts';

const CLASSES = { button: Button, countdown: Countdown, status: Status } satisfies Record<Kind, unknown>;
const MARK = `[${VENDOR}widget]`;
const widgets = new Map<Element, Widget>();

/** Elements whose attributes or position in the page changed. */
const changed = new Set<Element>();

/**
 * Schedules an update of an element until the page has finished its changes: a moved element is
 * removed and inserted, and reports each of its attributes.
 */
function look(host: Element): void {
  if (changed.size === 0) {
    queueMicrotask(() => {
      const hosts = [...changed];
      changed.clear();
      hosts.forEach(refresh);
    });
  }
  changed.add(host);
}

/** Rebuilds an element's widget from its present attributes. */
function refresh(host: Element): void {
  widgets.get(host)?.end();
  widgets.delete(host);
  const settings = host.isConnected ? settingsOf(host) : undefined;
  if (!settings || !(host instanceof HTMLElement)) {
    return;
  }
  try {
    const widget = new CLASSES[settings.kind](host, settings);
    widgets.set(host, widget);
    widget.start();
  } catch (error) {
    // An element that cannot have a shadow root stays unchanged, and the others are not affected.
    console.error(error);
  }
}

function lookInto(node: Node): void {
  if (node instanceof Element) {
    [node, ...node.querySelectorAll(MARK)].filter((host) => host.matches(MARK) || widgets.has(host)).forEach(look);
  }
}

function watch(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes } of records) {
    if (type === 'attributes') {
      look(target as Element);
    } else {
      [...addedNodes, ...removedNodes].forEach(lookInto);
    }
  }
}

function define(kind: string): void {
  class Host extends HTMLElement {
    static observedAttributes = OURS;
    connectedCallback(): void {
      look(this);
    }
    disconnectedCallback(): void {
      look(this);
    }
    attributeChangedCallback(): void {
      look(this);
    }
  }
  customElements.define(`anteroom-${kind}`, Host);
}

// A page may contain two of our scripts; the first one serves it.
if (!customElements.get('anteroom-button')) {
  Object.keys(CLASSES).forEach(define);
  lookInto(document.documentElement);
  new MutationObserver(watch).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: THEIRS });
}
