/** Intercepts `XMLHttpRequest`: methods and events remain the browser's. */

import { follow, type Interception, isOurs, PAGE_HEADER, pageUrl } from './interception.ts';

export function interceptXhr({ domain, header }: Interception): void {
  const prototype = XMLHttpRequest.prototype;
  const original = prototype.open;
  /** The requests whose events are observed. */
  const heard = new WeakSet<XMLHttpRequest>();
  prototype.open = function (this: XMLHttpRequest, _method: string, url: string | URL): void {
    original.apply(this, arguments as unknown as Parameters<typeof original>);
    if (!isOurs(String(url), domain)) {
      return;
    }
    this.setRequestHeader(PAGE_HEADER, pageUrl());
    if (!heard.has(this)) {
      heard.add(this);
      this.addEventListener('load', function () {
        // Reading a header that the answer does not expose would log an error to the console.
        if (this.getAllResponseHeaders().toLowerCase().includes(`${header.toLowerCase()}:`)) {
          follow(this.getResponseHeader(header));
        }
      });
    }
  };
}
