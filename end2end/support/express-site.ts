import { createHmac } from 'node:crypto';
import { once } from 'node:events';

import {
  CancelEventConfig,
  type IConnectorContextProvider,
  KnownUser,
  QueueEventConfig,
  type RequestValidationResult,
} from '@queue-it/connector-javascript';
import express, { type NextFunction, type Request, type Response } from 'express';

import { type Anteroom, CUSTOMER, ROOM } from './anteroom.ts';
import type { Site } from './site.ts';

const COOKIE_MINUTES = 20;
const VERSION = 7;

/** How the site asks the connector. */
export type Call = 'integration-config' | 'local-config';
type Validate = (url: string, token: string, context: IConnectorContextProvider) => Promise<RequestValidationResult>;

/** A shop on Express, protected by the vendor's own connector for JavaScript, as a customer of theirs would write it. */
export async function startExpress(call: Call, anteroom: Anteroom, port: number): Promise<Site> {
  const validate = call === 'integration-config' ? byIntegrationConfig(anteroom) : byLocalConfig(anteroom);
  const app = express();
  app.get(['/product', '/basket', '/checkout', '/thank-you', '/again'], (request, response, next) =>
    protect(validate, request, response, next),
  );
  app.get('/', page('landing', '<a id="buy" href="/product?colour=red">Buy</a>'));
  app.get('/product', page('product', '<a id="add" href="/basket">Add</a>'));
  app.get('/basket', page('basket', '<a id="checkout" href="/checkout">Check out</a>'));
  app.get('/checkout', page('checkout', '<a id="pay" href="/thank-you">Pay</a>'));
  app.get('/thank-you', page('thank-you', '<a id="again" href="/again">Buy again</a>'));
  app.get('/again', (_request, response) => response.redirect('/product'));
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The connector's answer carried out. */
async function protect(validate: Validate, request: Request, response: Response, next: NextFunction): Promise<void> {
  const context = contextOf(request, response);
  const url = context.getHttpRequest().getAbsoluteUri();
  const clean = url.replace(new RegExp(`[?&]${KnownUser.QueueITTokenKey}=[^&]*`, 'i'), '');
  const token = String(request.query[KnownUser.QueueITTokenKey] ?? '');
  const result = await validate(clean, token, context);
  response.set('cache-control', 'no-store');
  if (result.doRedirect()) {
    response.redirect(result.redirectUrl);
  } else if (url !== clean && result.actionType === 'Queue') {
    response.redirect(clean);
  } else {
    response.locals.queueId = result.queueId;
    next();
  }
}

function byIntegrationConfig(anteroom: Anteroom): Validate {
  const config = integrationConfig(anteroom.httpsDomain);
  return (url, token, context) =>
    KnownUser.validateRequestByIntegrationConfig(url, token, config, CUSTOMER, anteroom.secretKey, context);
}

function byLocalConfig(anteroom: Anteroom): Validate {
  const queue = new QueueEventConfig(
    ROOM, [], '', 'en-US', anteroom.httpsDomain, null, true, COOKIE_MINUTES, '', true, false, VERSION, 'buy',
  );
  const cancel = new CancelEventConfig([ROOM], anteroom.httpsDomain, '', '', true, false, VERSION, 'again');
  return async (url, token, context) =>
    new URL(url).pathname === '/again'
      ? KnownUser.cancelRequestByLocalConfig(url, token, cancel, CUSTOMER, anteroom.secretKey, context)
      : KnownUser.resolveQueueRequestByLocalConfig(url, token, queue, CUSTOMER, anteroom.secretKey, context, null);
}

/** As the vendor's platform publishes it: every key is there, null where unused. */
function integrationConfig(queueDomain: string): string {
  const part = (path: string): object => ({
    ValidatorType: 'UrlValidator', Operator: 'Equals', ValueToCompare: path, ValuesToCompare: null,
    UrlPart: 'PagePath', CookieName: null, HttpHeaderName: null, IsNegative: false, IsIgnoreCase: true,
  });
  const action = (name: string, type: string, paths: string[]): object => ({
    Name: name, ActionType: type, EventId: ROOM, CookieDomain: '', LayoutName: null, Culture: 'en-US',
    ExtendCookieValidity: true, CookieValidityMinute: COOKIE_MINUTES, QueueDomain: queueDomain,
    RedirectLogic: 'AllowTParameter', ForcedTargetUrl: '', IsCookieHttpOnly: true, IsCookieSecure: false,
    InvolvedWaitingRoomIds: [], QueuePathPrefix: null,
    Triggers: [{ LogicalOperator: 'Or', TriggerParts: paths.map(part) }],
  });
  return JSON.stringify({
    Description: 'written by hand', CustomerId: CUSTOMER, AccountId: CUSTOMER, Version: VERSION,
    PublishDate: '2026-01-01T00:00:00.0000000Z', ConfigDataVersion: '1.0.0.4',
    Integrations: [
      action('again', 'Cancel', ['/again']),
      action('buy', 'Queue', ['/product', '/basket', '/checkout', '/thank-you']),
    ],
  });
}

/** Express as the connector wants to see it. */
function contextOf(request: Request, response: Response): IConnectorContextProvider {
  return {
    getHttpRequest: () => ({
      getUserAgent: () => request.get('user-agent') ?? '',
      getHeader: (name) => request.get(name) ?? '',
      getAbsoluteUri: () => `${request.protocol}://${request.get('host')}${request.originalUrl}`,
      getUserHostAddress: () => request.ip ?? '',
      getCookieValue: (name) => cookieOf(request, name),
      getRequestBodyAsString: () => '',
    }),
    getHttpResponse: () => ({
      setCookie: (name, value, domain, expiration, httpOnly, secure) => {
        const expires = new Date(expiration * 1_000);
        response.cookie(name, value, { domain: domain || undefined, expires, httpOnly, secure });
      },
    }),
    getCryptoProvider: () => ({
      getSha256Hash: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    }),
    getEnqueueTokenProvider: () => null,
  };
}

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const pair = pairs.find((candidate) => candidate.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

function page(name: string, body: string) {
  return (_request: Request, response: Response): void => {
    const id = response.locals.queueId ? `<code id="queue-id">${response.locals.queueId}</code>` : '';
    response.send(`<!doctype html><html lang="en" data-shop="${name}"><title>${name}</title><h1>${name}</h1>${body}${id}`);
  };
}
