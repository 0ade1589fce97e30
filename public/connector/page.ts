/** The global names that pages, configurations and the two scripts share. */

import type { Config, Options } from './config.ts';

declare const VERSION: string;

/** An answer of the waiting room. */
export interface Answer {
  redirect?: boolean;
  redirectUrl?: string;
  isError?: boolean;
  error?: string;
  cookieValue?: string;
  /** In minutes. */
  fixedCookieValidity?: number;
}

/** A page's visit to a room. */
export interface RoomClient {
  /** Whether an answer is pending. */
  readonly isAsking: boolean;
  /** Determines the visitor's state; does nothing while a request is pending. */
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

/** Returns `window.QueueIt`, which the first script creates. */
export function names(): Names {
  const found = (window.QueueIt = window.QueueIt || {});
  found.Javascript = found.Javascript || { Version: VERSION };
  return found as Names;
}
