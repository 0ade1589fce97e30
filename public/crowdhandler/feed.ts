/** The pages that the rooms of a customer cover, according to the public feed. */

/** An item of the feed: the fields that determine the pages of a room. */
export interface FeedRoom {
  /** `https://host`; `*` stands for any run of characters. */
  domain: string;
  patternType: string;
  urlPattern: string;
}

/** Returns whether a room covers a page. */
export function isCovered(rooms: FeedRoom[], { hostname, pathname, search }: URL): boolean {
  return rooms.some(
    ({ domain, patternType, urlPattern }) => isOn(domain, hostname) && matches(patternType, urlPattern, pathname + search),
  );
}

/** Compares hosts without scheme, port and a leading `www.`. */
function isOn(domain: string, hostname: string): boolean {
  const bare = (host: string): string => host.replace(/^www\./, '');
  const pattern = domain.toLowerCase().replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  const host = hostname.replace(/\.$/, '');
  return isLike(pattern, host) || isLike(bare(pattern), bare(host));
}

function isLike(pattern: string, host: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(host);
}

function matches(type: string, pattern: string, page: string): boolean {
  switch (type) {
    case 'all':
      return true;
    case 'contains':
      return page.includes(pattern);
    case 'contains-not':
      return !page.includes(pattern);
    case 'regex':
      return find(pattern, page) !== false;
    case 'regex-not':
      return find(pattern, page) !== true;
    default:
      return false;
  }
}

/**
 * Returns whether an expression is found; `undefined` if the browser does not understand it. Such a
 * room covers the page, so that the server decides.
 */
function find(pattern: string, page: string): boolean | undefined {
  try {
    return new RegExp(pattern).test(page);
  } catch {
    return undefined;
  }
}
