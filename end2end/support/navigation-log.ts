import type { BrowserContext } from '@playwright/test';

import { tokenOf } from './token.ts';

/** Every document that a browser requested, including redirects, in order. */
export class NavigationLog {
  readonly urls: string[] = [];

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (request.isNavigationRequest()) {
        this.urls.push(request.url());
      }
    });
  }

  /** Entries into a line: a room's address without a place. */
  get entries(): URL[] {
    return this.rooms.filter((url) => !url.searchParams.has('q'));
  }

  /** Waiting pages: a room's address with a place. */
  get waiting(): URL[] {
    return this.rooms.filter((url) => url.searchParams.has('q'));
  }

  /** Addresses of the site with a token. */
  get withToken(): string[] {
    return this.urls.filter((url) => tokenOf(url) !== null && !new URL(url).pathname.startsWith('/error/'));
  }

  /** The rooms that were entered, in order. */
  get roomsEntered(): (string | null)[] {
    return this.entries.map((url) => url.searchParams.get('e'));
  }

  private get rooms(): URL[] {
    const urls = this.urls.map((url) => new URL(url));
    return urls.filter((url) => url.pathname === '/' && url.searchParams.has('c') && url.searchParams.has('e'));
  }
}
