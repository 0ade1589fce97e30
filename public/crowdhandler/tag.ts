/** The script's own tag, which names the waiting room and the customer. */

/** The settings in the address of a script. */
export interface Tag {
  /** The folder of the waiting room's paths, with a slash at its end. */
  base: string;
  /** The customer's public key. */
  key: string;
  /** Whether the page is one document with many addresses. */
  isSpa: boolean;
}

/** The folder of our scripts, below the folder of the waiting room's paths. */
const FOLDER = '/js/latest/';

/** Reads the address of a script; returns `undefined` if it names no customer. */
export function tagOf(src: string): Tag | undefined {
  const { origin, pathname, searchParams } = new URL(src);
  const key = searchParams.get('id') || '';
  // The script may lie below a prefix of the server's paths.
  const prefix = pathname.slice(0, Math.max(0, pathname.indexOf(FOLDER)));
  return key ? { base: `${origin}${prefix}/`, key, isSpa: searchParams.get('spa') === 'true' } : undefined;
}

declare global {
  interface Window {
    isWatchedByWaitingRoom?: boolean;
  }
}

/**
 * Returns the tag of the running script, which is the first of our scripts in the page; the other
 * scripts do nothing.
 */
export function ownTag(): Tag | undefined {
  if (window.isWatchedByWaitingRoom) {
    return undefined;
  }
  window.isWatchedByWaitingRoom = true;
  // Modules have no current script.
  const own = document.currentScript || document.querySelector(`script[src*="${FOLDER}"]`);
  const tag = own instanceof HTMLScriptElement && own.src ? tagOf(own.src) : undefined;
  if (!tag) {
    console.warn('The waiting room cannot be asked: the address of its script needs ?id=<public key>.');
  }
  return tag;
}
