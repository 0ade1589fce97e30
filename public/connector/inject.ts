/** Loads scripts, the only way of asking that works across sites without their consent. */

// Modules have no current script.
const own = document.currentScript || document.querySelector('script[data-queueit-c]');
const nonce = own instanceof HTMLScriptElement ? own.nonce : '';

/** The folder above the one that this script lies in, on whatever host it was loaded from: there the waiting room answers. */
export const home = own instanceof HTMLScriptElement && own.src ? new URL('..', own.src).href : '';

/** `done` is told whether it was loaded and run. */
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
