/** `fetch`, looked at: what the page gives goes in as it is, and what comes out is the very answer. */

import { follow, type Interception, isOurs, PAGE_HEADER, pageUrl } from './ajax.ts';

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

/** The request with the page's address; `undefined` if it is none of ours, or none at all: then the browser says so as it always does. */
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
