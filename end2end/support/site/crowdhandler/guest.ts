import type { APIRequestContext } from '@playwright/test';

/** The answer of a site. */
export interface Answer {
  status: number;
  /** The target of a redirect; null if the answer is none. */
  location: URL | null;
  text: string;
}

/** A client without a browser: keeps cookies, and follows no redirect. */
export class Guest {
  constructor(
    private readonly context: APIRequestContext,
    private readonly site: string,
  ) {}

  async get(address: string | URL, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(address, this.site);
    const response = await this.context.get(url.href, { headers, maxRedirects: 0 });
    const location = response.headers().location;
    return {
      status: response.status(),
      location: location === undefined ? null : new URL(location, url),
      text: await response.text(),
    };
  }

  /** Returns the cookie that the SDK has set; undefined if there is none. */
  async cookie(): Promise<string | undefined> {
    const { cookies } = await this.context.storageState();
    return cookies.find(({ name }) => name === 'crowdhandler')?.value;
  }
}
