import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import { freePort } from '../server/ports.ts';

/** Records everything that the page's policy refuses. */
const WITNESS = `
  globalThis.refused = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => refused.push(violatedDirective + ' ' + blockedURI));
`;

/** A static page of another site than the queue, optionally with a content security policy. */
export class StaticPage {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /** `script` is the page's own script, served as a file, as a strict policy requires. */
  static async start(body: string, { lang = 'en', head = '', script = '', policy = '' } = {}): Promise<StaticPage> {
    const port = await freePort();
    const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Summer sale</title>
      <link rel="icon" href="data:,"><script src="/page.js"></script>${head}</head><body><main><h1>Summer sale</h1>${body}</main></body></html>`;
    const server = createServer(({ url }, response) => {
      const isScript = url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      if (policy !== '') {
        response.setHeader('content-security-policy', policy);
      }
      response.end(isScript ? WITNESS + script : html);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    // Addresses of the queue are numeric, so a host name makes this another site, not only another
    // origin.
    return new StaticPage(`http://localhost:${port}/`, server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
