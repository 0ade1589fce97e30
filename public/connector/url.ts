/** Addresses: the token in one, and where a host's addresses begin. */

const PARAMETER = 'queueittoken';

function isToken(pair: string): boolean {
  return pair.split('=')[0]?.toLowerCase() === PARAMETER;
}

/** Address, query with its `?`, fragment with its `#`. */
function cut(url: string): [string, string, string] {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(url) || [];
  return [address, query, fragment];
}

/** The token that an address brings; empty if there is none. */
export function tokenIn(url: string): string {
  const pair = cut(url)[1].slice(1).split('&').find(isToken) || '';
  return pair.slice(PARAMETER.length + 1);
}

/** The same address without it, everything else as it was. */
export function withoutToken(url: string): string {
  if (!tokenIn(url)) {
    return url;
  }
  const [address, query, fragment] = cut(url);
  const rest = query.slice(1).split('&').filter((pair) => !isToken(pair)).join('&');
  return address + (rest && `?${rest}`) + fragment;
}

/** A value of the token: pairs `key_value`, joined by `~`. */
export function valueIn(token: string, key: string): string {
  const pair = token.split('~').find((text) => text.slice(0, key.length + 1) === `${key}_`);
  return pair ? pair.slice(key.length + 1) : '';
}

/**
 * A host with perhaps a scheme and a path, as the folder that its addresses are in. Without a scheme it is https, but for the host that `base` names: that one is spoken to as it was
 * before.
 */
export function folder(host: string, base: string): string {
  const bare = host.trim().replace(/^\/\//, '');
  const known = new URL(base);
  const scheme = /^https?:\/\//i.test(bare) ? '' : `${bare.split('/')[0] === known.host ? known.protocol : 'https:'}//`;
  return `${scheme}${bare.replace(/\/+$/, '')}/`;
}
