/** The names by which pages, configurations and the two scripts know each other. */

import type { Config, Options } from './config.ts';

declare const VERSION: string;

/** What the waiting room answers. */
export interface Answer {
  redirect?: boolean;
  redirectUrl?: string;
  isError?: boolean;
  error?: string;
  cookieValue?: string;
  /** Minutes. */
  fixedCookieValidity?: number;
}

/** A page's visit to a room. */
export interface RoomClient {
  /** An answer is awaited. */
  readonly isAsking: boolean;
  /** Finds out how the visitor stands; does nothing while it is finding out. */
  run(): void;
  /** Called by the waiting room's answer. */
  enqueue(answer: Answer): void;
}

export type MakeClient = (customer: string, room: string, options?: Options & { host?: string }) => RoomClient;

export interface Names {
  Javascript: { Version: string; PageEventIntegration?: { initQueueClient(config: Config): void } };
  validateUser?(reload?: boolean): void;
  getIntegrationConfig?(): Config | undefined;
  isIntegrationConfigReady?(): boolean;
}

declare global {
  interface Window {
    QueueIt?: Partial<Names>;
    queueClient?: MakeClient;
    myQueueClient?: RoomClient;
    queueit?: Record<string, Record<string, RoomClient>>;
    queueit_clientside_config?: Config;
  }
}

/** `window.QueueIt`, made by whichever script is first. */
export function names(): Names {
  const found = (window.QueueIt = window.QueueIt || {});
  found.Javascript = found.Javascript || { Version: VERSION };
  return found as Names;
}
