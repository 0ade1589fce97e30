/** Cookies of the page. Where they are blocked, none is there and none is kept. */

/** As it stands there, still encoded; empty if there is none. */
export function readCookie(name: string): string {
  try {
    const pair = document.cookie.split('; ').find((text) => text.slice(0, name.length + 1) === `${name}=`);
    return pair ? pair.slice(name.length + 1) : '';
  } catch {
    return '';
  }
}

/** Undoes the encoding, if it is one. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** By its age, not by a date: the clock of the device may be wrong. */
export function writeCookie(name: string, value: string, seconds: number, domain = '', secure = false): void {
  const where = domain && `;domain=${domain}`;
  // Over plain http a browser would refuse it, and the visitor would wait for ever.
  const how = secure && location.protocol === 'https:' ? ';secure' : '';
  try {
    document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${Math.round(seconds)}${where}${how}`;
  } catch {
    // Blocked.
  }
}
