/**
 * Loads scripts, because a script is the only request that works across sites without their
 * consent.
 */

// Modules have no current script.
const own = document.currentScript || document.querySelector('script[data-queueit-c]');
const nonce = own instanceof HTMLScriptElement ? own.nonce : '';

/**
 * The folder above this script's folder, on the host from which it was loaded; the waiting room
 * answers there.
 */
export const home = own instanceof HTMLScriptElement && own.src ? new URL('..', own.src).href : '';

/** Calls `done` with whether the script was loaded and run. */
export function inject(src: string, done: (isLoaded: boolean) => void): void {
  const script = document.createElement('script');
  const end = (isLoaded: boolean) => (): void => {
    script.remove();
    done(isLoaded);
  };
  script.async = true;
  if (nonce) {
    script.nonce = nonce;
  }
  script.onload = end(true);
  script.onerror = end(false);
  script.src = src;
  (document.head || document.documentElement).appendChild(script);
}
