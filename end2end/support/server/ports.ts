import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the kernel's range for outgoing connections, so that no connection takes a port between its
 * choice and the server's start.
 */
const LOWEST = 20_000;
const COUNT = 10_000;

let next = randomInt(COUNT);

/** Returns a free loopback port; a worker never gets the same port twice. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = LOWEST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) {
      return port;
    }
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
