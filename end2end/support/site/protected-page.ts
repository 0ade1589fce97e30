import type { Page } from '@playwright/test';

import { type Anteroom, CUSTOMER, ROOM } from '../server/anteroom.ts';
import { StaticPage } from './static-page.ts';

/** The session cookie of the room. */
export const SESSION = `QueueITAccepted-SDFrts345E-V3_${ROOM}`;
/** Returns a hook for the configuration that leaves a trace in the page. */
export const noting = (name: string): string => `document.documentElement.dataset.hook = '${name} ' + customerId + ' ' + eventId + ' ' + waitingRoomId`;

/** Returns a condition of the published configuration for browsers. */
export function path(contains: string, more: object = {}): object {
  return {
    validatorType: 'UrlValidator', operator: 'Contains', valueToCompare: contains, valuesToCompare: null,
    urlPart: 'PagePath', cookieName: null, variableName: null, isNegative: false, isIgnoreCase: true, ...more,
  };
}

/** Returns an action: by default the whole shop waits. */
export function action(more: object = {}, ...parts: object[]): object {
  return {
    name: 'shop', actionType: 'Queue', eventId: ROOM, cookieDomain: null, isCookieSecure: false, queueDomain: null, layoutName: null,
    culture: null, extendValidity: true, validity: 20, redirectLogic: 'AllowTParameter', forcedTargetUrl: null,
    onVerified: noting('verified'), onDisabled: noting('disabled'), onTimeout: noting('timeout'), removeTokenFromUrl: true, queryStringPrefix: null,
    triggers: [{ logicalOperator: 'And', triggerParts: parts.length > 0 ? parts : [path('/shop')] }],
    ...more,
  };
}

/** Returns an action without code in the configuration, for pages that allow none. */
export function silent(more: object = {}, ...parts: object[]): object {
  return action({ onVerified: null, onDisabled: null, onTimeout: null, ...more }, ...parts);
}

/** Serves these actions to the page at the address where browsers request them. */
export async function configure(page: Page, integrations: object[]): Promise<void> {
  const config = { description: null, customerId: CUSTOMER, integrations, Version: 7 };
  const body = `window.queueit_clientside_config=${JSON.stringify(config)};
    QueueIt.Javascript.PageEventIntegration.initQueueClient(window.queueit_clientside_config);`;
  await page.route(`**/${CUSTOMER}/integrationconfig/javascript/queueclientConfig.js?*`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}

/** The origin of the scripts, which the page's policy allows. */
type Queue = Pick<Anteroom, 'http'>;

interface Look {
  /** The tags, if they differ from those of the handbook. */
  head?: string;
  /** Additional attributes of the loader's tag. */
  attributes?: string;
  body?: string;
  /** The page's own script. */
  script?: string;
  /** Sources of scripts besides the page's own file and the queue. */
  scripts?: string;
}

/** Returns the tags of the handbook, with our host. */
export function tags(anteroom: Queue, attributes = ''): string {
  return `<script src="${anteroom.http}/script/queueclient.min.js"></script>${loader(anteroom, attributes)}`;
}

/** Returns the second of these tags. */
export function loader({ http }: Queue, attributes = ''): string {
  return `<script data-queueit-c="${CUSTOMER}" ${attributes} src="${http}/script/queueconfigloader.min.js"></script>`;
}

/**
 * Starts a page of another site, protected by our scripts alone, under a policy that allows only
 * them. Every path is the same page.
 */
export function protect(anteroom: Queue, look: Look = {}): Promise<StaticPage> {
  const { attributes = '', head = tags(anteroom, attributes), body = '', script = '', scripts = "'unsafe-eval'" } = look;
  const policy = `default-src 'none'; script-src 'self' ${anteroom.http} ${scripts}; img-src data:; style-src 'self'; connect-src 'self'`;
  return StaticPage.start(body, { head, policy, script: NOTES + script });
}

/** Records the events with which the scripts report the visitor's state. */
const NOTES = `
  globalThis.told = [];
  addEventListener('error', ({ message }) => told.push('error ' + message));
  for (const state of ['verified', 'disabled', 'timeout']) {
    document.addEventListener('queueit:' + state, ({ detail }) => told.push(state + ' ' + detail.redirectType));
  }
`;

/** Returns the recorded events. */
export function told(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
}

/** Counts the calls of the page's client that reach the waiting room. */
export function countCalls(page: Page): { calls: string[] } {
  const count: { calls: string[] } = { calls: [] };
  page.on('request', (request) => {
    if (isCall(new URL(request.url()))) {
      count.calls.push(request.url());
    }
  });
  return count;
}

export const isCall = (url: URL): boolean => url.pathname.startsWith('/javascriptqueue/');

/** Returns the browser's session on the site, decoded; `undefined` if there is none. */
export async function sessionOf(page: Page): Promise<{ value: string; seconds: number } | undefined> {
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === SESSION);
  return cookie && { value: decodeURIComponent(cookie.value), seconds: cookie.expires - Date.now() / 1_000 };
}
