import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

import { freePort } from '../../server/ports.ts';

/** A request to the API and its answer. */
export interface Call {
  /** The method and the path, in which `{token}` stands for a visitor's token. */
  what: string;
  query: URLSearchParams;
  body: string;
  status: number;
  headers: IncomingMessage['headers'];
  /** `result` of the answer, or else the rest of the answer. */
  answer: Record<string, unknown>;
}

/**
 * Forwards requests between a site and the API unchanged, and records them. While the API is down,
 * it drops connections.
 */
export class Recorder {
  private calls: Call[] = [];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(upstream: string): Promise<Recorder> {
    const port = await freePort();
    const server = createServer();
    const recorder = new Recorder(`http://127.0.0.1:${port}`, server);
    server.on('request', (asked, reply) => void recorder.pass(upstream, asked, reply).catch(() => reply.destroy()));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return recorder;
  }

  /** Returns the calls since the last time, oldest first. */
  taken(): Call[] {
    return this.calls.splice(0);
  }

  /** Returns the names of the calls since the last time. */
  takenNames(): string[] {
    return this.taken().map(({ what }) => what);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async pass(upstream: string, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await textOf(asked);
    const url = new URL(asked.url ?? '/', upstream);
    const forwarded = request(url, { method: asked.method, headers: asked.headers, agent: false });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const text = await textOf(answer);
    this.calls.push({
      what: `${asked.method} ${url.pathname.replace(/\/tok[^/]*/, '/{token}')}`,
      query: url.searchParams,
      body,
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      answer: resultOf(text),
    });
    reply.writeHead(answer.statusCode ?? 502, answer.headers).end(text);
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function resultOf(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) {
    return {};
  }
  const parsed = JSON.parse(text) as Record<string, unknown>;
  return (parsed.result ?? parsed) as Record<string, unknown>;
}
