/** Turns an answer of the waiting room into a verdict about the page. */

/** Whether the visitor may stay on the page. */
export interface Verdict {
  /**
   * `admitted` by the waiting room, `trusted` because the waiting room cannot be asked, or `held`,
   * which leads to the room.
   */
  outcome: 'admitted' | 'trusted' | 'held';
  /** The visitor's token from now on; empty if the answer has none. */
  token: string;
  /** The room's name in addresses; empty if the answer has none. */
  slug: string;
  /** The id under which to report the page's time; empty if no report is wanted. */
  responseId: string;
}

/** The fields of an answer without information about the visitor. */
const SILENT = { token: '', slug: '', responseId: '' };
/** The verdict if the waiting room cannot be asked. */
export const TRUSTED: Verdict = { ...SILENT, outcome: 'trusted' };

/** The `status` inside an answer to a call above the rate limit. */
const THROTTLED = 6;

/**
 * Judges an answer by its HTTP status and its body. Faults of the server let the visitor stay; a
 * refusal of the call does not.
 */
export function judge(status: number, body: unknown): Verdict {
  if (status >= 400 && status < 500 && status !== 429) {
    return { ...SILENT, outcome: 'held' };
  }
  const result = (Object(body) as { result?: unknown }).result;
  if (status !== 200 || typeof result !== 'object' || result === null) {
    return TRUSTED;
  }
  const { promoted, status: kind, token, slug, responseID } = result as Record<string, unknown>;
  if (promoted !== 1 && kind === THROTTLED) {
    return TRUSTED;
  }
  return {
    outcome: promoted === 1 ? 'admitted' : 'held',
    token: text(token),
    slug: text(slug),
    responseId: text(responseID),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
