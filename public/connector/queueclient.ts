/** `queueclient.js`: makes clients, and keeps them where the waiting room's answers look for them. */

import { Client } from './client.ts';
import { names, type MakeClient } from './page.ts';

const make: MakeClient = (customer, room, options = {}) => {
  const [c, e] = [customer.toLowerCase(), room.toLowerCase()];
  const registry = (window.queueit = window.queueit || {});
  const rooms = (registry[c] = registry[c] || {});
  const before = rooms[e];
  // The answer that is on its way is for the one who asked.
  return before && before.isAsking ? before : (rooms[e] = new Client(c, e, options));
};

// A page may have the script twice; the first serves it.
names();
window.queueClient = window.queueClient || make;
