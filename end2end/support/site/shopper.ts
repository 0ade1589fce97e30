import { type Anteroom, CUSTOMER } from '../server/anteroom.ts';
import { Visitor } from '../visitor.ts';

/** The answer of a site. */
export interface Answer {
  status: number;
  /** The target of a redirect; null if the answer is none. */
  location: URL | null;
  headers: Headers;
  text: string;
}

/**
 * A client without a browser at a protected site: keeps the site's cookies, and follows no
 * redirect.
 */
export class Shopper {
  private readonly cookies = new Map<string, string>();
  /** The browser's cookie of the queue at its last visit there. */
  queueCookie = '';

  constructor(private readonly site: string) {}

  /** Returns a cookie's value as in a browser; undefined if there is none. */
  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /**
   * Returns the parsed session that the connector has set for a room; undefined if there is none.
   */
  session(room: string): URLSearchParams | undefined {
    const value = this.cookie(`QueueITAccepted-SDFrts345E-V3_${room}`);
    return value === undefined ? undefined : new URLSearchParams(decodeURIComponent(value));
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(path, this.site);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { headers: { cookie, ...headers }, redirect: 'manual' });
    response.headers.getSetCookie().forEach((line) => this.keep(line));
    const location = response.headers.get('location');
    return {
      status: response.status,
      location: location === null ? null : new URL(location, url),
      headers: response.headers,
      text: await response.text(),
    };
  }

  /**
   * Waits in line where the connector has sent the visitor, until let in; returns to the site with
   * the token.
   */
  async waits(anteroom: Anteroom, queue: URL): Promise<Answer> {
    const { c, e, ...parameters } = Object.fromEntries(queue.searchParams);
    if (queue.origin !== anteroom.https || c !== CUSTOMER) {
      throw new Error(`not our queue: ${queue}`);
    }
    const visitor = await Visitor.enter(anteroom, parameters, e);
    this.queueCookie = visitor.cookie;
    return this.get(await visitor.untilTurn());
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=', 2);
    const expires = attributes.find((attribute) => /^\s*expires=/i.test(attribute))?.split('=')[1];
    if (expires !== undefined && Date.parse(expires) <= Date.now()) {
      this.cookies.delete(name);
    } else {
      this.cookies.set(name, value);
    }
  }
}
