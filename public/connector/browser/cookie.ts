/** Cookies of the page. If cookies are blocked, the functions neither read nor store any. */

/** Returns the value as stored, still encoded; empty if there is none. */
export function readCookie(name: string): string {
  try {
    const pair = document.cookie.split('; ').find((text) => text.slice(0, name.length + 1) === `${name}=`);
    return pair ? pair.slice(name.length + 1) : '';
  } catch {
    return '';
  }
}

/** Decodes the text, if it is encoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes a cookie with an age instead of a date, because the device's clock can be wrong. */
export function writeCookie(name: string, value: string, seconds: number, domain = '', secure = false): void {
  const where = domain && `;domain=${domain}`;
  // Over plain http a browser would refuse a secure cookie, and the visitor would wait for ever.
  const how = secure && location.protocol === 'https:' ? ';secure' : '';
  try {
    document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${Math.round(seconds)}${where}${how}`;
  } catch {
    // Cookies are blocked.
  }
}
