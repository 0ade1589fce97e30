/**
 * Reports the visitor's state to the page: by revealing hidden parts, by the action's own code, and
 * by an event that requires no code in the configuration.
 */

import type { Hook } from './config.ts';
import type { State } from './session.ts';

const HIDDEN = '[data-queueit-reveal]';

export interface News {
  state: State;
  customer: string;
  room: string;
  redirectType: string;
  hook?: Hook;
}

/**
 * Shows the parts that the page hides until the visitor may stay, including parts that load later.
 */
export function reveal(): void {
  const show = (): void => document.querySelectorAll(HIDDEN).forEach((element) => element.removeAttribute('hidden'));
  show();
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', show);
  }
}

export function report({ state, customer, room, redirectType, hook }: News): void {
  reveal();
  try {
    if (typeof hook === 'function') {
      hook(customer, room);
    } else if (hook) {
      new Function('customerId', 'eventId', 'waitingRoomId', hook)(customer, room, room);
    }
  } catch (error) {
    const isForbidden = error instanceof EvalError;
    console.warn(isForbidden ? `The page's policy forbids the action's code; listen for the event queueit:${state}.` : error);
  }
  const detail = { customerId: customer, eventId: room, waitingRoomId: room, redirectType };
  document.dispatchEvent(new CustomEvent(`queueit:${state}`, { detail }));
}
