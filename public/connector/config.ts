/** The integration configuration as browsers get it: camelCase, any key may be missing or null. */

export type Maybe<T> = T | null | undefined;

export interface Config {
  customerId?: Maybe<string>;
  integrations?: Maybe<Integration[]>;
}

/** An action, with everything that a visit to its room has to know. */
export interface Integration extends Options {
  name?: Maybe<string>;
  actionType?: Maybe<string>;
  eventId?: Maybe<string>;
  queueDomain?: Maybe<string>;
  triggers?: Maybe<Trigger[]>;
}

/** How a page visits a room. */
export interface Options {
  cookieDomain?: Maybe<string>;
  isCookieSecure?: Maybe<boolean>;
  layoutName?: Maybe<string>;
  culture?: Maybe<string>;
  /** Whether the session begins anew with every page. */
  extendValidity?: Maybe<boolean>;
  /** Minutes. */
  validity?: Maybe<number>;
  redirectLogic?: Maybe<string | number>;
  forcedTargetUrl?: Maybe<string>;
  /** Older configurations spell it so. */
  forecedTargetUrl?: Maybe<string>;
  onVerified?: Hook;
  onDisabled?: Hook;
  onTimeout?: Hook;
  removeTokenFromUrl?: Maybe<boolean>;
}

/** The site's own code: its text, or, from the page itself, a function. */
export type Hook = Maybe<string | ((customerId: string, eventId: string) => void)>;

export interface Trigger {
  logicalOperator?: Maybe<string>;
  triggerParts?: Maybe<TriggerPart[]>;
}

export interface TriggerPart {
  validatorType?: Maybe<string>;
  operator?: Maybe<string>;
  valueToCompare?: Maybe<string>;
  valuesToCompare?: Maybe<string[]>;
  urlPart?: Maybe<string>;
  cookieName?: Maybe<string>;
  variableName?: Maybe<string>;
  isNegative?: Maybe<boolean>;
  isIgnoreCase?: Maybe<boolean>;
}
