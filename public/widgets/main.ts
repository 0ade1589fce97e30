/** Turns the vendor's markup into widgets, wherever and whenever it comes into the page, and defines the same as elements. */

import { Button } from './button.ts';
import { Countdown } from './clock.ts';
import { type Kind, OURS, settingsOf, THEIRS, VENDOR } from './settings.ts';
import { Status } from './status.ts';
import type { Widget } from './widget.ts';

const CLASSES = { button: Button, countdown: Countdown, status: Status } satisfies Record<Kind, unknown>;
const MARK = `[${VENDOR}widget]`;
const widgets = new Map<Element, Widget>();

/** Elements whose attributes or place in the page changed. */
const changed = new Set<Element>();

/** Looks at an element again when the page has done with it: an element that is moved goes and comes, and comes with each of its attributes. */
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

/** Makes an element what its attributes say now. */
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
    // An element that can have no shadow root stays as it is, and others need not suffer.
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

// A page may have two of our scripts; the first serves it.
if (!customElements.get('anteroom-button')) {
  Object.keys(CLASSES).forEach(define);
  lookInto(document.documentElement);
  new MutationObserver(watch).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: THEIRS });
}
