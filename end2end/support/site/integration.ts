import { ROOM } from '../server/anteroom.ts';

/** The hook under which sites keep sessions. */
const SESSION = 'Session';

/** A comparison of a trigger. */
export interface Part {
  of: 'pageUrl' | 'pagePath' | 'hostName' | 'userAgent' | { header: string } | { cookie: string };
  operator: 'equals' | 'contains' | 'equalsAny' | 'containsAny';
  values: string[];
  not?: boolean;
}

/**
 * The action of a site if one of the triggers matches; the first matching action of the list
 * counts.
 */
export interface Action {
  name: string;
  type: 'queue' | 'cancel' | 'ignore';
  room?: string;
  /** Rooms whose visitors are accepted as well; they are also cancelled together. */
  alsoOf?: string[];
  /** All parts of a trigger must match. */
  triggers: Part[][];
  theme?: string;
  culture?: string;
  /**
   * The target of returning visitors: the page that they requested, the room's target, or always
   * this page.
   */
  backTo?: 'origin' | 'roomTarget' | URL;
  pathPrefix?: string;
}

export const pathIs = (...values: string[]): Part => ({ of: 'pagePath', operator: 'equalsAny', values });
export const pathHas = (value: string): Part => ({ of: 'pagePath', operator: 'contains', values: [value] });
export const hostIs = (value: string): Part => ({ of: 'hostName', operator: 'equals', values: [value] });
export const anyPage: Part = { of: 'pageUrl', operator: 'contains', values: ['*'] };
export const not = (part: Part): Part => ({ ...part, not: true });

/** The pages of a purchase. */
export const SHOPPING = ['/product', '/basket', '/checkout', '/thank-you'];

/** One room before the shop; "buy again" gives the place up. */
export const USUAL: Action[] = [
  { name: 'again', type: 'cancel', triggers: [[pathIs('/again')]] },
  { name: 'buy', type: 'queue', culture: 'en-US', triggers: [[pathIs(...SHOPPING)]] },
];

/**
 * Returns a draft in the operators' format for the admin API; `queueDomain` leads the connectors to
 * this server.
 */
export function draftOf(queueDomain: string, actions: Action[]): object {
  const named = actions.map((action, index) => ({
    action,
    triggers: action.triggers.map((parts, nth) => ({ name: `${index}.${nth}`, parts: parts.map(part) })),
  }));
  return {
    configurations: [{ name: SESSION, validityMinutes: 20, extend: true, httpOnly: true }],
    triggers: named.flatMap(({ triggers }) => triggers),
    actions: named.map(({ action, triggers }) => ({
      name: action.name,
      type: action.type,
      triggers: triggers.map(({ name }) => name),
      ...(action.type === 'ignore' ? {} : roomOf(queueDomain, action)),
    })),
  };
}

function roomOf(queueDomain: string, { room = ROOM, alsoOf = [], theme, culture, backTo = 'origin', pathPrefix }: Action): object {
  return {
    room,
    otherRooms: alsoOf,
    configuration: SESSION,
    theme,
    culture,
    queueDomain,
    pathPrefix,
    ...(backTo instanceof URL ? { redirect: 'page', redirectUrl: backTo.href } : { redirect: backTo }),
  };
}

function part({ of, operator, values, not: negative = false }: Part): object {
  const subject = typeof of === 'string' ? { of } : 'header' in of ? { of: 'httpHeader', name: of.header } : { of: 'cookie', name: of.cookie };
  const compared = operator === 'equalsAny' || operator === 'containsAny' ? { values } : { value: values[0] };
  return { ...subject, operator, ...compared, negative, ignoreCase: true };
}
