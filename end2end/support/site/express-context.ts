import { createHmac } from 'node:crypto';

import { DefaultNormalizationProvider, type IConnectorContextProvider, type IEnqueueTokenProvider } from '@queue-it/connector-javascript';
import type { Request, Response } from 'express';

/** Adapts a request of Express to the interface of the vendor's connectors. */
export function contextOf(
  request: Request,
  response: Response,
  enqueueTokens: IEnqueueTokenProvider | null,
): IConnectorContextProvider {
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
    getEnqueueTokenProvider: () => enqueueTokens,
    getNormalizationProvider: () => new DefaultNormalizationProvider(),
  };
}

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const pair = pairs.find((candidate) => candidate.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
