/**
 * A test case: a configuration as connectors download it, and a request as `anteroom evaluate`
 * reads it.
 */

export interface Part {
  ValidatorType: string | null;
  Operator: string | null;
  ValueToCompare: string | null;
  ValuesToCompare: string[] | null;
  UrlPart: string | null;
  CookieName: string | null;
  HttpHeaderName: string | null;
  IsNegative: boolean;
  IsIgnoreCase: boolean;
}

export interface Trigger {
  TriggerParts: Part[];
  LogicalOperator: string | null;
}

export interface Integration {
  Name: string;
  ActionType: string | null;
  EventId: string;
  QueueDomain: string;
  CookieValidityMinute: number;
  ExtendCookieValidity: boolean;
  IsNormalizationEnabled: boolean | null;
  Triggers: Trigger[];
}

export interface Config {
  Version: number;
  Integrations: Integration[];
}

export interface Request {
  url: string;
  cookies: Record<string, string>;
  headers: Record<string, string>;
  userAgent: string;
  body: string;
}

export interface Case {
  config: Config;
  request: Request;
}

/** The result of a request; all null if no action matches. */
export interface Answer {
  action: string | null;
  type: string | null;
  /** Null for an ignored request, for which the vendor’s connector names no room. */
  room: string | null;
}
