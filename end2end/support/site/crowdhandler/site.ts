import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { createRequire } from 'node:module';

import express, { type NextFunction, type Request, type Response } from 'express';

import { certificate } from './certificate.ts';
import { Worker } from './worker.ts';

// The package's ES module has a name that Node takes for CommonJS.
const require = createRequire(import.meta.url);
const { init } = require('crowdhandler-sdk') as typeof import('crowdhandler-sdk');

type Options = NonNullable<import('crowdhandler-sdk').InitConfig['options']>;
type Gatekeeper = import('crowdhandler-sdk').Gatekeeper;

/** The SDK's decision about a page view. */
export type Decision = NonNullable<Awaited<ReturnType<Gatekeeper['validateRequest']>>>;

/** How a site uses the SDK. */
export interface Protection {
  publicKey: string;
  privateKey: string;
  /** Where the SDK finds the API. */
  api: string;
  /** Where it finds waiting rooms. */
  rooms: string;
  /** More of its options. */
  options?: Options;
  /** The address from which a CDN's worker fetches the pages that it serves at `/ch/`. */
  templates?: string;
}

/** A page view. */
export interface View {
  /** Path and query. */
  url: string;
  decision?: Decision;
  /** The error that the SDK threw instead of a decision. */
  fault?: Error;
}

/** A header with which a test makes the site report the page's duration under that id. */
export const RESPONSE = 'x-response-id';
/** The vendor's script for browsers. */
const BROWSER_SDK = require.resolve('crowdhandler-sdk/dist/crowdhandler.umd.min.js');

/**
 * A site on Express behind the vendor's own SDK, on https as the SDK assumes. The site asks about
 * `/tickets` and all other paths; `/app` asks in the browser; `/ch/{slug}` is a waiting room of the
 * site's own, or the page that a CDN's worker serves.
 */
export class CrowdHandlerSite {
  private noted: View[] = [];
  /** Serves rooms' pages; without effect if the site has a waiting room of its own. */
  readonly worker: Worker;

  private constructor(
    readonly url: string,
    private readonly server: Server,
    templates = '',
  ) {
    this.worker = new Worker(templates);
  }

  static async start(port: number, protection: Protection): Promise<CrowdHandlerSite> {
    const app = express();
    const site = new CrowdHandlerSite(`https://localhost:${port}`, createServer(certificate(), app), protection.templates);
    app.get('/sdk.js', (_request, response) => response.sendFile(BROWSER_SDK, { dotfiles: 'allow' }));
    app.get('/app', (_request, response) => void response.send(page('app', inBrowser(protection))));
    if (protection.templates === undefined) {
      app.get('/ch/:slug', (request, response) => site.wait(protection, request, response));
    } else {
      app.get(['/ch/', '/ch/:slug'], (request, response) => site.worker.serve(request, response));
    }
    app.use((request, response, next) => site.protect(protection, request, response, next));
    app.use((request, response) => void response.send(page(request.path.slice(1).replaceAll('/', '-'), '')));
    site.server.listen(port, '127.0.0.1');
    await once(site.server, 'listening');
    return site;
  }

  /** Returns the page views since the last time, oldest first. */
  views(): View[] {
    return this.noted.splice(0);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Carries out the SDK's decision about a page, in the order that its manual gives. */
  private async protect(protection: Protection, request: Request, response: Response, next: NextFunction): Promise<void> {
    const gatekeeper = gatekeeperOf(protection, request, response, protection.options);
    const decision = await this.ask(gatekeeper, request, response);
    if (decision === undefined) {
      return;
    }
    if (decision.liteValidatorRedirect && decision.liteValidatorUrl !== undefined) {
      response.redirect(decision.liteValidatorUrl);
      return;
    }
    if (decision.setCookie) {
      gatekeeper.setCookie(decision.cookieValue ?? '', decision.domain);
    }
    if (decision.stripParams) {
      gatekeeper.redirectToCleanUrl(decision.targetURL ?? '');
    } else if (!decision.promoted) {
      gatekeeper.redirectIfNotPromoted();
    } else {
      const responseID = request.get(RESPONSE);
      if (responseID !== undefined) {
        await gatekeeper.recordPerformance({ statusCode: 200, sample: 1, responseID });
      }
      next();
    }
  }

  /** Serves a waiting room of the site's own, whose page asks again every second. */
  private async wait(protection: Protection, request: Request, response: Response): Promise<void> {
    const gatekeeper = gatekeeperOf(protection, request, response, { ...protection.options, waitingRoom: true });
    const decision = await this.ask(gatekeeper, request, response);
    if (decision === undefined) {
      return;
    }
    if (decision.setCookie) {
      gatekeeper.setCookie(decision.cookieValue ?? '', decision.domain);
    }
    if (decision.promoted) {
      gatekeeper.redirectIfPromoted();
      return;
    }
    const { position } = (gatekeeper.sessionStatus?.result ?? {}) as { position?: number };
    response.set('refresh', '1').send(page('room', `<p id="position">${position ?? ''}</p>`));
  }

  private async ask(gatekeeper: Gatekeeper, request: Request, response: Response): Promise<Decision | undefined> {
    const view: View = { url: request.originalUrl };
    this.noted.push(view);
    try {
      view.decision = await gatekeeper.validateRequest();
    } catch (fault) {
      view.fault = fault as Error;
      response.status(500).send(page('fault', ''));
    }
    return view.decision;
  }
}

function gatekeeperOf(protection: Protection, request: Request, response: Response, more: Options = {}): Gatekeeper {
  const { publicKey, privateKey, api, rooms } = protection;
  const { gatekeeper } = init({ publicKey, privateKey, request, response, options: { ...more, apiUrl: api } });
  gatekeeper.overrideWaitingRoomUrl(rooms);
  return gatekeeper;
}

/** The part of a page that asks in the browser; it shows itself when let in. */
function inBrowser({ publicKey, api, rooms }: Protection): string {
  const config = JSON.stringify({ publicKey, options: { mode: 'clientside', apiUrl: api } });
  return `<p id="secret" hidden>Tickets</p><script src="/sdk.js"></script><script type="module">
    const { gatekeeper } = crowdhandler.init(${config});
    gatekeeper.overrideWaitingRoomUrl(${JSON.stringify(rooms)});
    const decision = await gatekeeper.validateRequest();
    if (decision.setCookie) gatekeeper.setCookie(decision.cookieValue, decision.domain);
    if (decision.stripParams) gatekeeper.redirectToCleanUrl(decision.targetURL);
    else if (!decision.promoted) gatekeeper.redirectIfNotPromoted();
    else document.querySelector('#secret').hidden = false;
  </script>`;
}

function page(name: string, body: string): string {
  return `<!doctype html><html lang="en" data-shop="${name}"><link rel="icon" href="data:,"><title>${name}</title>
    <h1>${name}</h1>${body}</html>`;
}
