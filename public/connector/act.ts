/** Carries out the action that applies to a page. */

import type { Integration } from './config.ts';
import { home, inject } from './browser/inject.ts';
import { current, forget } from './session.ts';
import { roomFolder, type Settings } from './settings.ts';
import { reveal, report } from './report.ts';

export function act(settings: Settings, customer: string, action: Integration | undefined): void {
  const room = ((action && action.eventId) || '').toLowerCase();
  if (action && room && action.actionType === 'Queue') {
    queue(settings, customer, room, action);
    return;
  }
  if (action && room && action.actionType === 'Cancel') {
    cancel(settings, customer, room, action);
  }
  reveal();
}

function queue(settings: Settings, customer: string, room: string, action: Integration): void {
  const host = roomFolder(settings, action.queueDomain || '');
  const run = (): void => {
    if (window.queueClient) {
      const client = window.queueClient(customer, room, { ...action, host });
      window.myQueueClient = client;
      client.run();
    } else {
      report({ state: 'timeout', customer, room, redirectType: 'timeout', hook: action.onTimeout });
    }
  };
  if (window.queueClient) {
    run();
  } else {
    // The page has no tag for the client, or the tag follows later.
    inject(`${home}script/queueclient.min.js`, run);
  }
}

/**
 * Ends the session on this page and gives up the place in the room: the next visit begins at the
 * end of the line. Does nothing without a session.
 */
function cancel(settings: Settings, customer: string, room: string, action: Integration): void {
  const session = current(room, Date.now());
  if (!session) {
    return;
  }
  forget(room, action.cookieDomain || '');
  if (session.queueId) {
    const path = ['cancel', customer, room, session.queueId, 'cancelqueueid'].map(encodeURIComponent).join('/');
    // Others can know the id; the session proves that the place belongs to this visitor.
    const proof = `?_cval=${encodeURIComponent(session.value)}`;
    inject(roomFolder(settings, action.queueDomain || '') + path + proof, () => undefined);
  }
}
