import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Child } from './child.ts';
import { freePort } from './ports.ts';

const READY_MS_MAX = 20_000;

/** A Redis server, as the store of servers that a test starts. */
export class Redis {
  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private child: Child,
  ) {}

  /** Starts one with its files in `folder`. */
  static async start(folder: string): Promise<Redis> {
    const port = await freePort();
    const redis = new Redis(port, folder, run(port, folder));
    await redis.untilItAnswers();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  kill(): Promise<void> {
    return this.child.kill();
  }

  /** Starts the server again with its stored data. */
  async restart(): Promise<void> {
    this.child = run(this.port, this.folder);
    await this.untilItAnswers();
  }

  stop(): Promise<void> {
    return this.child.stop();
  }

  private async untilItAnswers(): Promise<void> {
    const until = Date.now() + READY_MS_MAX;
    while (!(await answers(this.port))) {
      if (Date.now() > until || this.child.hasEnded) {
        throw new Error(`Redis is not ready\n${this.child.log}`);
      }
      await pause(20);
    }
  }
}

function run(port: number, folder: string): Child {
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, ...durable];
  return Child.start(process.env.TEST_REDIS_SERVER ?? 'redis-server', args, folder, join(folder, 'redis.log'));
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answered: boolean) => (): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('data', (data) => end(data.toString().startsWith('+PONG'))()).once('error', end(false)).once('close', end(false));
  });
}
