import { CUSTOMER, ROOM } from './anteroom.ts';

/** How long a session lasts at the site, minutes. */
const COOKIE_MINUTES = 20;

/** One comparison of a trigger. */
export interface Part {
  of: 'PageUrl' | 'PagePath' | 'HostName' | 'UserAgent' | { header: string } | { cookie: string };
  operator: 'Equals' | 'Contains' | 'EqualsAny' | 'ContainsAny';
  values: string[];
  not?: boolean;
}

/** What a site does where one of the triggers holds; the first action of the list that fits counts. */
export interface Action {
  name: string;
  type: 'Queue' | 'Cancel' | 'Ignore';
  room?: string;
  /** Rooms whose visitors are as welcome; also cancelled together. */
  alsoOf?: string[];
  /** Of a trigger every part must hold. */
  triggers: Part[][];
  theme?: string;
  culture?: string;
  /** Where visitors come back to: the page they wanted, the room's target, or always this page. */
  backTo?: 'origin' | 'room' | URL;
  pathPrefix?: string;
}

export const pathIs = (...values: string[]): Part => ({ of: 'PagePath', operator: 'EqualsAny', values });
export const pathHas = (value: string): Part => ({ of: 'PagePath', operator: 'Contains', values: [value] });
export const hostIs = (value: string): Part => ({ of: 'HostName', operator: 'Equals', values: [value] });
export const anyPage: Part = { of: 'PageUrl', operator: 'Contains', values: ['*'] };
export const not = (part: Part): Part => ({ ...part, not: true });

/** Where people buy. */
export const SHOPPING = ['/product', '/basket', '/checkout', '/thank-you'];

/** One room before the shop; "buy again" gives the place up. */
export const USUAL: Action[] = [
  { name: 'again', type: 'Cancel', triggers: [[pathIs('/again')]] },
  { name: 'buy', type: 'Queue', culture: 'en-US', triggers: [[pathIs(...SHOPPING)]] },
];

/** The actions as the platform serves them to connectors: every key is there, null where unused. */
export function integrationConfig(queueDomain: string, actions: Action[], version = 7): string {
  return JSON.stringify({
    Description: 'written by hand', CustomerId: CUSTOMER, AccountId: CUSTOMER, Version: version,
    PublishDate: '2026-01-01T00:00:00.0000000Z', ConfigDataVersion: '1.0.0.4',
    Integrations: actions.map((action) => integration(queueDomain, action)),
  });
}

function integration(queueDomain: string, action: Action): object {
  const { backTo = 'origin' } = action;
  return {
    Name: action.name, ActionType: action.type, EventId: action.room ?? ROOM,
    InvolvedWaitingRoomIds: action.alsoOf ?? [], CookieDomain: '',
    LayoutName: action.theme ?? null, Culture: action.culture ?? null,
    ExtendCookieValidity: true, CookieValidityMinute: COOKIE_MINUTES,
    QueueDomain: queueDomain, QueuePathPrefix: action.pathPrefix ?? null,
    RedirectLogic: backTo === 'origin' ? 'AllowTParameter' : backTo === 'room' ? 'EventTargetUrl' : 'ForcedTargetUrl',
    ForcedTargetUrl: backTo instanceof URL ? backTo.href : '',
    IsCookieHttpOnly: true, IsCookieSecure: false,
    Triggers: action.triggers.map((parts) => ({ LogicalOperator: 'And', TriggerParts: parts.map(triggerPart) })),
  };
}

function triggerPart({ of, operator, values, not: negative = false }: Part): object {
  const any = operator === 'EqualsAny' || operator === 'ContainsAny';
  const isUrl = of === 'PageUrl' || of === 'PagePath' || of === 'HostName';
  return {
    ValidatorType: validatorOf(of), Operator: operator,
    ValueToCompare: any ? null : (values[0] ?? ''), ValuesToCompare: any ? values : null,
    UrlPart: isUrl ? of : null,
    CookieName: typeof of === 'object' && 'cookie' in of ? of.cookie : null,
    HttpHeaderName: typeof of === 'object' && 'header' in of ? of.header : null,
    IsNegative: negative, IsIgnoreCase: true,
  };
}

function validatorOf(of: Part['of']): string {
  if (typeof of === 'object') {
    return 'header' in of ? 'HttpHeaderValidator' : 'CookieValidator';
  }
  return of === 'UserAgent' ? 'UserAgentValidator' : 'UrlValidator';
}
