import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the kernel gives to outgoing connections, so that nobody takes one between our look and the server's start. */
const LOWEST = 20_000;
const COUNT = 10_000;

let next = randomInt(COUNT);

/** A free port of the loopback address; never the same twice in one worker. */
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
