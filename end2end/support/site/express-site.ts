import { once } from 'node:events';

import {
  CancelEventConfig,
  type IConnectorContextProvider,
  type IEnqueueTokenProvider,
  KnownUser,
  QueueEventConfig,
} from '@queue-it/connector-javascript';
import express, { type NextFunction, type Request, type Response } from 'express';

import { type Anteroom, CUSTOMER, ROOM } from '../server/anteroom.ts';
import { contextOf } from './express-context.ts';
import { type Action, draftOf, SHOPPING, USUAL } from './integration.ts';
import type { Site, StartSite } from './site.ts';
import type { Decision, VendorConnector } from './vendor.ts';

const COOKIE_MINUTES = 20;
const VERSION = 7;
const TOKEN = KnownUser.QueueITTokenKey;

/** Asks a connector about a request; `url` is the address without the token. */
type Ask = (url: string, token: string, context: IConnectorContextProvider) => Promise<Decision>;

/** Optional features of a site. */
export interface Extras {
  /** Mints a token for each visitor that is sent to the line. */
  enqueueTokens?: (anteroom: Anteroom, request: Request) => IEnqueueTokenProvider;
}

/**
 * A shop on Express behind the vendor's own connector; an integration configuration decides about
 * every page.
 */
export function behind(connector: VendorConnector, actions: (site: string) => Action[] = () => USUAL, extras: Extras = {}): StartSite {
  return async (anteroom, port) => {
    const url = `http://127.0.0.1:${port}`;
    await anteroom.publish(draftOf(anteroom.httpsDomain, actions(url)));
    // A site that runs longer would download the configuration every five minutes.
    const config = await anteroom.integrationConfig();
    const ask: Ask = (page, token, context) =>
      connector.validateRequestByIntegrationConfig(page, token, config, CUSTOMER, anteroom.secretKey, context);
    return shop(url, port, (request, response, next) => {
      const tokens = extras.enqueueTokens?.(anteroom, request) ?? null;
      return protect(ask, contextOf(request, response, tokens), request, response, next);
    });
  };
}

/** Like `behind`, for a shop whose own code determines which pages are protected. */
export async function behindLocalConfig(anteroom: Anteroom, port: number): Promise<Site> {
  const queue = new QueueEventConfig(
    ROOM, [], '', 'en-US', anteroom.httpsDomain, null, true, COOKIE_MINUTES, '', true, false, VERSION, 'buy',
  );
  const cancel = new CancelEventConfig([ROOM], anteroom.httpsDomain, '', '', true, false, VERSION, 'again');
  const ask: Ask = async (url, token, context) =>
    new URL(url).pathname === '/again'
      ? KnownUser.cancelRequestByLocalConfig(url, token, cancel, CUSTOMER, anteroom.secretKey, context)
      : KnownUser.resolveQueueRequestByLocalConfig(url, token, queue, CUSTOMER, anteroom.secretKey, context, null);
  const judged = new Set([...SHOPPING, '/again']);
  return shop(`http://127.0.0.1:${port}`, port, (request, response, next) =>
    judged.has(request.path) ? protect(ask, contextOf(request, response, null), request, response, next) : next(),
  );
}

/** Carries out the connector's decision, as a customer of the vendor would. */
async function protect(
  ask: Ask, context: IConnectorContextProvider, request: Request, response: Response, next: NextFunction,
): Promise<void> {
  const url = context.getHttpRequest().getAbsoluteUri();
  const clean = url.replace(new RegExp(`[?&]${TOKEN}=[^&]*`, 'i'), '');
  const decision = await ask(clean, String(request.query[TOKEN] ?? ''), context);
  response.set('cache-control', 'no-store');
  if (decision.doRedirect() && decision.isAjaxResult) {
    const header = decision.getAjaxQueueRedirectHeaderKey();
    response.set({ [header]: decision.getAjaxRedirectUrl(), 'access-control-expose-headers': header }).end();
  } else if (decision.doRedirect()) {
    response.redirect(decision.redirectUrl);
  } else if (url !== clean && decision.actionType === 'Queue') {
    response.redirect(clean);
  } else {
    response.locals.queueId = decision.queueId;
    next();
  }
}

/** Serves the pages, behind the given handler of requests. */
async function shop(url: string, port: number, judge: express.RequestHandler): Promise<Site> {
  const app = express();
  app.use(judge);
  app.get('/', page('landing', '<a id="buy" href="/product?colour=red">Buy</a>'));
  app.get('/product', page('product', '<a id="add" href="/basket">Add</a>'));
  app.get('/basket', page('basket', '<a id="checkout" href="/checkout">Check out</a>'));
  app.get('/checkout', page('checkout', '<a id="pay" href="/thank-you">Pay</a>'));
  app.get('/thank-you', page('thank-you', '<a id="again" href="/again">Buy again</a>'));
  app.get('/again', (_request, response) => response.redirect('/product'));
  app.get('/api/stock', (_request, response) => void response.json({ left: 7 }));
  app.all('/payment_callback', (_request, response) => void response.send('noted'));
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url, stop };
}

function page(name: string, body: string) {
  return (_request: Request, response: Response): void => {
    const id = response.locals.queueId ? `<code id="queue-id">${response.locals.queueId}</code>` : '';
    response.send(`<!doctype html><html lang="en" data-shop="${name}"><title>${name}</title><h1>${name}</h1>${body}${id}`);
  };
}
