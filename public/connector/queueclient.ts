/**
 * `queueclient.js`: creates clients, and registers them where the waiting room's answers look for
 * them.
 */

import { Client } from './client.ts';
import { names, type MakeClient } from './page.ts';

const make: MakeClient = (customer, room, options = {}) => {
  const [c, e] = [customer.toLowerCase(), room.toLowerCase()];
  const registry = (window.queueit = window.queueit || {});
  const rooms = (registry[c] = registry[c] || {});
  const before = rooms[e];
  // A pending answer belongs to the client that sent the request.
  return before && before.isAsking ? before : (rooms[e] = new Client(c, e, options));
};

// A page may contain the script twice; the first one serves it.
names();
window.queueClient = window.queueClient || make;
