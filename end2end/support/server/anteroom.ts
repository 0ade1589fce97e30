import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Child, untilReady } from './child.ts';
import { PROGRAMS } from './paths.ts';
import { freePort } from './ports.ts';

/** An operator's message: a text, or one with its languages and times. */
type Message = string | { text: string; translations?: { culture: string; text: string }[]; from?: string; until?: string };

export const CUSTOMER = 'demo';
export const ROOM = 'sale';

/** The prefix of every path, for connectors that are configured with it. */
export const PATH_PREFIX = '/queue';

/** A room as in the configuration file; missing keys get the values of `roomOf`. */
export interface RoomSettings {
  id?: string;
  max_outflow?: number;
  /** T, the start of the sale. */
  start?: Date;
  /** Switches for the contents of the page. */
  display?: Record<string, boolean>;
  [key: string]: string | number | boolean | string[] | Date | Record<string, boolean | number | string> | undefined;
}

/** Parts of the configuration that most tests do not need. */
export interface Extras {
  /** More keys of `[server]`. */
  server?: object;
  /** Settings for `env`, which starts the server. */
  environment?: string[];
  /** The store; by default one of the server's own. */
  store?: string;
  /** More keys of the customer. */
  customer?: object;
  /** Pools of rooms. */
  pools?: object[];
  /** The server to which e-mail is handed over. */
  smtp?: object;
  /** How push services are reached. */
  push?: object;
  /** The provider at which visitors sign in. */
  oidc?: object;
  /** The files of a theme `gala`, by name. */
  gala?: Record<string, string | Uint8Array>;
}

/** A line of `GET …/grants`. */
export interface Grant {
  grantedAt: number;
  queueId: string;
  queueNumber: number;
  rt: string;
}

/** The figures of `GET …/stats` that specs read. */
export interface Stats {
  phase: 'idle' | 'prequeue' | 'queue' | 'postqueue';
  waiting: number;
  present: number;
  firstInLine: number;
  outflowPerMinute: number;
  redirectsTotal: number;
  maxOutflow: number;
}

interface Place {
  folder: string;
  http: number;
  https: number;
  environment: string[];
}

/** The server with a store of its own, and its operator. */
export class Anteroom {
  private constructor(
    private readonly place: Place,
    private child: Child,
    readonly secretKey: string,
    readonly adminToken: string,
    readonly apiKey: string,
  ) {}

  /** Starts a server with these rooms; all its files are in `folder`. */
  static async start(folder: string, rooms: RoomSettings[], targetUrl: string, extras: Extras = {}): Promise<Anteroom> {
    const { environment = [] } = extras;
    const place = { folder, http: await freePort(), https: await freePort(), environment };
    const [secretKey, adminToken, apiKey] = [hex(36), hex(16), hex(16)];
    const server = {
      http: `127.0.0.1:${place.http}`,
      https: `127.0.0.1:${place.https}`,
      tls: 'self-signed',
      path_prefix: PATH_PREFIX,
      public_url: `http://127.0.0.1:${place.http}`,
      admin_token: adminToken,
      master_key: hex(32),
      store: extras.store ?? 'embedded:./data',
      ...(extras.gala ? { themes_dir: './themes' } : {}),
      ...extras.server,
    };
    writeFiles(join(folder, 'themes/gala'), extras.gala ?? {});
    const tables = [
      table('[server]', server),
      ...(extras.smtp ? [table('[smtp]', extras.smtp)] : []),
      ...(extras.push ? [table('[push]', extras.push)] : []),
      ...(extras.oidc ? [table('[oidc]', extras.oidc)] : []),
      table('[[customer]]', { id: CUSTOMER, secret_key: secretKey, api_key: apiKey, ...extras.customer }),
      ...(extras.pools ?? []).map((pool) => table('[[pool]]', pool)),
      ...rooms.map((room) => table('[[room]]', roomOf(room, targetUrl))),
    ];
    writeFileSync(join(folder, 'anteroom.toml'), tables.join('\n'));
    const anteroom = new Anteroom(place, run(place), secretKey, adminToken, apiKey);
    await untilReady(`${anteroom.http}/health/ready`, anteroom.child);
    return anteroom;
  }

  get http(): string {
    return `http://127.0.0.1:${this.place.http}`;
  }

  get https(): string {
    return `https://127.0.0.1:${this.place.https}`;
  }

  /** The queue domain for connectors, which add `https://`. */
  get httpsDomain(): string {
    return `127.0.0.1:${this.place.https}`;
  }

  get log(): string {
    return this.child.log;
  }

  /** Returns the address for entering a room. */
  enter(parameters: Record<string, string> = {}, room = ROOM): string {
    return `${this.http}/?${new URLSearchParams({ c: CUSTOMER, e: room, ...parameters })}`;
  }

  /** The exit code of the last process; null while it runs. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  kill(): Promise<void> {
    return this.child.kill();
  }

  /** Restarts the server with the same configuration, ports and store. */
  async restart(): Promise<void> {
    this.child = run(this.place);
    await untilReady(`${this.http}/health/ready`, this.child);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }

  async stats(room = ROOM): Promise<Stats> {
    return (await this.admin('GET', `rooms/${CUSTOMER}/${room}/stats`)).json() as Promise<Stats>;
  }

  /** Returns the grants of the last ten minutes, oldest first. */
  async grants(room = ROOM): Promise<Grant[]> {
    const text = await (await this.admin('GET', `rooms/${CUSTOMER}/${room}/grants?since=0`)).text();
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Grant);
  }

  async change(change: { maxOutflow?: number; message?: Message | null; capacity?: number; detectLanguage?: boolean }, room = ROOM): Promise<void> {
    await this.admin('PATCH', `rooms/${CUSTOMER}/${room}`, change);
  }

  /** Changes keys of a pool. */
  async changePool(pool: string, change: object): Promise<void> {
    await this.admin('PATCH', `pools/${pool}`, change);
  }

  async act(action: 'pause' | 'resume' | 'disable' | 'enable' | 'end' | 'reset', room = ROOM): Promise<void> {
    await this.admin('POST', `rooms/${CUSTOMER}/${room}/${action}`);
  }

  /** Invites people by their keys; returns their links. */
  async invite(keys: string[], room: string): Promise<string[]> {
    const answer = await this.admin('POST', `rooms/${CUSTOMER}/${room}/invites`, { keys });
    const { invites } = (await answer.json()) as { invites: { link: string }[] };
    return invites.map(({ link }) => link);
  }

  /** Returns a link at which that page's connector reports its view of the request. */
  async debugLink(targetUrl: string): Promise<URL> {
    const answer = await this.admin('POST', `rooms/${CUSTOMER}/${ROOM}/debug-link`, { targetUrl });
    return new URL(((await answer.json()) as { url: string }).url);
  }

  /** Publishes a configuration in the operators' format; returns its version. */
  async publish(source: object): Promise<number> {
    const integration = `customers/${CUSTOMER}/integration`;
    await this.admin('PUT', `${integration}/draft`, source, { 'if-match': '*' });
    const answer = await this.admin('POST', `${integration}/publish`, { comment: 'by a test' });
    return ((await answer.json()) as { version: number }).version;
  }

  /** Returns the text that connectors download with their key. */
  async integrationConfig(): Promise<string> {
    const url = `${this.http}/status/integrationconfig/secure/${CUSTOMER}`;
    const response = await fetch(url, { headers: { 'api-key': this.apiKey } });
    if (response.status !== 200) {
      throw new Error(`integration config: ${response.status} ${await response.text()}`);
    }
    return response.text();
  }

  private async admin(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.http}/admin/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.adminToken}`, 'content-type': 'application/json', ...more },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return response;
  }
}

function run({ folder, environment }: Place): Child {
  const program = [...environment, PROGRAMS.anteroom, 'serve', '--config', 'anteroom.toml'];
  return Child.start('env', program, folder, join(folder, 'anteroom.log'));
}

function roomOf(room: RoomSettings, targetUrl: string): RoomSettings {
  return {
    id: ROOM,
    customer: CUSTOMER,
    name: 'Summer sale',
    target_url: targetUrl,
    target_hosts: ['127.0.0.1'],
    max_outflow: 120,
    // All visitors of the specs come from one address.
    price: { limit_networks: false, work: false },
    ...room,
  };
}

/**
 * Strings, numbers, booleans and lists of strings are written the same in JSON and TOML; moments
 * need TOML's own format.
 */
function table(name: string, values: object): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${written(value)}`);
  return [name, ...lines, ''].join('\n');
}

function written(value: unknown): string {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return `{ ${Object.entries(value).map(([key, inner]) => `${key} = ${written(inner)}`).join(', ')} }`;
  }
  return JSON.stringify(value);
}

function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
