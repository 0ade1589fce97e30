import { createHmac } from 'node:crypto';

import { DefaultNormalizationProvider, type IConnectorContextProvider, KnownUser, type RequestValidationResult } from '@queue-it/connector-javascript';

import type { Answer, Config, Request } from './case.ts';

/** Returns the answer of the vendor’s own connector to a request by a visitor without a session. */
export async function vendor(config: Config, request: Request): Promise<Answer> {
  const json = JSON.stringify(config);
  const result = await KnownUser.validateRequestByIntegrationConfig(request.url, '', json, 'demo', 'secret', contextOf(request));
  return answerOf(result);
}

function answerOf(result: RequestValidationResult): Answer {
  const type = result.actionType;
  switch (type) {
    case 'Queue':
      return { action: result.actionName, type, room: new URL(result.redirectUrl).searchParams.get('e') };
    case 'Cancel':
      // Without a session to cancel, the connector puts the action’s name into the wrong field.
      return { action: result.actionName ?? result.redirectType, type, room: result.involvedWaitingRoomIds[0] ?? null };
    default:
      return { action: result.actionName, type, room: null };
  }
}

function contextOf(request: Request): IConnectorContextProvider {
  return {
    getHttpRequest: () => ({
      getUserAgent: () => request.userAgent,
      getHeader: (name) => headerOf(request, name),
      getAbsoluteUri: () => request.url,
      getUserHostAddress: () => '203.0.113.7',
      getCookieValue: (name) => (Object.hasOwn(request.cookies, name) ? request.cookies[name] : undefined),
      getRequestBodyAsString: () => request.body,
    }),
    getHttpResponse: () => ({ setCookie: () => {} }),
    getCryptoProvider: () => ({ getSha256Hash: (key, text) => createHmac('sha256', key).update(text).digest('hex') }),
    getEnqueueTokenProvider: () => null,
    getNormalizationProvider: () => new DefaultNormalizationProvider(),
  };
}

function headerOf(request: Request, name: string): string {
  const found = Object.entries(request.headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1] ?? '';
}
