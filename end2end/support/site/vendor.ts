import { KnownUser as KnownUser5 } from '@queue-it/connector-javascript';
import { KnownUser as KnownUser4 } from 'connector-javascript-4';
import type { IConnectorContextProvider } from '@queue-it/connector-javascript';

/** A connector's decision about a request, in the common form of both generations. */
export interface Decision {
  actionType: string | null;
  queueId: string | null;
  redirectUrl: string;
  isAjaxResult: boolean;
  doRedirect(): boolean;
  getAjaxQueueRedirectHeaderKey(): string;
  getAjaxRedirectUrl(): string;
}

/** The vendor's own connector from npm, before it is configured for a site. */
export interface VendorConnector {
  validateRequestByIntegrationConfig(
    url: string, token: string, config: string, customer: string, secretKey: string, context: IConnectorContextProvider,
  ): Promise<Decision>;
}

/** The generations that npm has. */
export const VENDOR: Record<'JavaScript connector 5' | 'JavaScript connector 4', VendorConnector> = {
  'JavaScript connector 5': KnownUser5,
  'JavaScript connector 4': KnownUser4,
};
