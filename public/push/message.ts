/** The message of a web push, and the window that its notification leads to. */

/** A message as the server writes it. */
export interface Message {
  readonly title: string;
  readonly body: string;
  /** The path of the room's page, with its query. */
  readonly url: string;
  /** A notification replaces an earlier one with this tag. */
  readonly tag: string;
  readonly lang: string;
  readonly dir: NotificationDirection;
}

/** Reads a message; undefined if the text is not one of our messages. */
export function read(text: string | undefined): Message | undefined {
  let message: Partial<Record<keyof Message, unknown>>;
  try {
    message = JSON.parse(text ?? '') ?? {};
  } catch {
    return undefined;
  }
  const { title, body, url, tag, lang, dir } = message;
  const texts = [title, body, url, tag, lang].every((part) => typeof part === 'string');
  const here = texts && /^\/(?!\/)/.test(url as string) && !(url as string).includes('\\');
  return here && (dir === 'ltr' || dir === 'rtl') ? (message as Message) : undefined;
}

/** Whether a window shows the page of the room that another address leads to. */
export function isOfRoom(open: string, wanted: string): boolean {
  const [one, other] = [new URL(open), new URL(wanted)];
  const same = (name: string): boolean => one.searchParams.get(name) === other.searchParams.get(name);
  return one.origin === other.origin && one.pathname === other.pathname && same('c') && same('e');
}
