import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a relay answered. */
export interface Asked {
  url: string;
  headers: IncomingHttpHeaders;
}

/**
 * A relay of a public beacon with one round, in the form of real ones. It answers browsers alone:
 * every other client finds the connection closed, like a server that has no way out.
 */
export class Relay {
  /** The requests of browsers. */
  readonly asked: Asked[] = [];
  /** The number of requests of other clients. */
  refused = 0;

  private constructor(private readonly server: Server) {}

  /** Starts a relay on a free port. */
  static async start(round: number, signature: string): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server);
    server.on('request', (request, response) => {
      // Browsers say which origin's page asks; this server's own client does not.
      if (request.headers.origin === undefined) {
        relay.refused += 1;
        request.socket.destroy();
        return;
      }
      relay.asked.push({ url: request.url ?? '', headers: request.headers });
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(JSON.stringify({ round, randomness: '', signature }));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((done) => {
      this.server.close(() => done());
      this.server.closeAllConnections();
    });
  }
}
