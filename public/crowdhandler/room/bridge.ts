/** The messages to an app that shows the page in a web view. */

interface Channel {
  postMessage(message: string): void;
}

declare global {
  interface Window {
    ReactNativeWebView?: Channel;
    CHMessage?: Channel;
  }
}

/** A message to an app that shows the page. */
export interface News {
  slug: string;
  token: string;
  /** The page that the visitor wants to see. */
  url: string;
}

/**
 * Returns JSON without `=`: apps split the message at `=`, and read the part after the first one.
 */
export function json(value: object): string {
  return JSON.stringify(value).replace(/=/g, '\\u003d');
}

/** Gives an app the visitor's token to keep. */
export function saveToken(mode: string, { slug, token, url }: News): void {
  if (mode === 'react-native' && window.ReactNativeWebView) {
    window.ReactNativeWebView.postMessage(`saveToken=${json({ slug, token, requestURL: url })}`);
  }
}

/**
 * Tells an app that the visitor is let in. Returns whether there is an app: it then closes the page
 * itself.
 */
export function tellPromoted(mode: string, { slug, token, url }: News): boolean {
  if (mode === 'react-native' && window.ReactNativeWebView) {
    window.ReactNativeWebView.postMessage(`promoted=${json({ promoted: 1, slug, token, requestURL: url })}`);
    return true;
  }
  if (mode === 'flutter' && window.CHMessage) {
    window.CHMessage.postMessage(JSON.stringify({ promoted: 1, token }));
    return true;
  }
  return false;
}
