/** Intercepts `fetch`: arguments and answers pass unchanged. */

import { follow, type Interception, isOurs, PAGE_HEADER, pageUrl } from './interception.ts';

export function interceptFetch({ domain, header }: Interception): void {
  const original = window.fetch;
  if (typeof original !== 'function') {
    return;
  }
  window.fetch = function (this: unknown, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const asked = marked(input, init, domain);
    if (!asked) {
      return original.apply(window, arguments as unknown as Parameters<typeof fetch>);
    }
    return original.call(window, asked).then((response) => {
      follow(response.headers.get(header));
      return response;
    });
  };
}

/**
 * Returns the request with the page's address; `undefined` if the request does not go to the site,
 * or is invalid, in which case the browser reports the error as usual.
 */
function marked(input: RequestInfo | URL, init: RequestInit | undefined, domain: string): Request | undefined {
  try {
    if (!isOurs(input instanceof Request ? input.url : String(input), domain)) {
      return undefined;
    }
    const request = new Request(input, init);
    request.headers.set(PAGE_HEADER, pageUrl());
    return request;
  } catch {
    return undefined;
  }
}
