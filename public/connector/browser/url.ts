/** Addresses: their tokens, and the base addresses of hosts. */

const PARAMETER = 'queueittoken';

function isToken(pair: string): boolean {
  return pair.split('=')[0]?.toLowerCase() === PARAMETER;
}

/** Splits a URL into address, query with its `?`, and fragment with its `#`. */
function cut(url: string): [string, string, string] {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(url) || [];
  return [address, query, fragment];
}

/** Returns the token in an address; empty if there is none. */
export function tokenIn(url: string): string {
  const pair = cut(url)[1].slice(1).split('&').find(isToken) || '';
  return pair.slice(PARAMETER.length + 1);
}

/** Returns the address without its token, and otherwise unchanged. */
export function withoutToken(url: string): string {
  if (!tokenIn(url)) {
    return url;
  }
  const [address, query, fragment] = cut(url);
  const rest = query.slice(1).split('&').filter((pair) => !isToken(pair)).join('&');
  return address + (rest && `?${rest}`) + fragment;
}

/** Returns a value of the token, whose pairs `key_value` are joined by `~`. */
export function valueIn(token: string, key: string): string {
  const pair = token.split('~').find((text) => text.slice(0, key.length + 1) === `${key}_`);
  return pair ? pair.slice(key.length + 1) : '';
}

/**
 * Returns the folder of the addresses of a host, which may be given with a scheme and a path.
 * Without a scheme the result is https, except for the host of `base`, whose scheme is kept.
 */
export function folder(host: string, base: string): string {
  const bare = host.trim().replace(/^\/\//, '');
  const known = new URL(base);
  const scheme = /^https?:\/\//i.test(bare) ? '' : `${bare.split('/')[0] === known.host ? known.protocol : 'https:'}//`;
  return `${scheme}${bare.replace(/\/+$/, '')}/`;
}
