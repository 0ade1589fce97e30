/**
 * The integration configuration in the browsers' form: camelCase; any key may be missing or null.
 */

export type Maybe<T> = T | null | undefined;

export interface Config {
  customerId?: Maybe<string>;
  integrations?: Maybe<Integration[]>;
}

/** An action, with everything that a visit to its room needs. */
export interface Integration extends Options {
  name?: Maybe<string>;
  actionType?: Maybe<string>;
  eventId?: Maybe<string>;
  queueDomain?: Maybe<string>;
  triggers?: Maybe<Trigger[]>;
}

/** The settings of a page's visit to a room. */
export interface Options {
  cookieDomain?: Maybe<string>;
  isCookieSecure?: Maybe<boolean>;
  layoutName?: Maybe<string>;
  culture?: Maybe<string>;
  /** Whether the session's validity starts again with every page. */
  extendValidity?: Maybe<boolean>;
  /** In minutes. */
  validity?: Maybe<number>;
  redirectLogic?: Maybe<string | number>;
  forcedTargetUrl?: Maybe<string>;
  /** The spelling of older configurations. */
  forecedTargetUrl?: Maybe<string>;
  onVerified?: Hook;
  onDisabled?: Hook;
  onTimeout?: Hook;
  removeTokenFromUrl?: Maybe<boolean>;
}

/** The site's own code: as text, or as a function of the page. */
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
