/**
 * The syntax of `data-queueit-texts` and `data-queueit-targetUrlParams`, which resembles JavaScript
 * but is a language of its own.
 *
 * Examples:
 *
 * - `button: { idle:'Wait', queue:"Go" }`
 * - `{ show: '78', code: getCode(widget, key); }`
 *
 * Names and strings may have any quotes or none; commas, semicolons or nothing separate pairs;
 * braces are allowed anywhere. A value that is neither quoted nor a number names something of the
 * page: `getCode(widget, key)`, `shop.codes.next`. The text in the parentheses is ignored.
 *
 * The parser never evaluates, never throws, and reads each character once. It skips unreadable
 * input up to the next pair. It does not look names up (`params.ts` does).
 */

/** A name of the page, split at its dots. */
export class Reference {
  constructor(readonly path: readonly string[]) {}
}

export type Value = string | Reference | Group;
export interface Group {
  readonly [key: string]: Value | undefined;
}

/** Longest text that is read, in UTF-16 units. */
export const LENGTH_MAX = 8192;
/** Most pairs of a whole text that are kept. */
export const PAIRS_MAX = 128;
/** Deepest nesting of groups that is kept. */
const DEPTH_MAX = 3;

const NAME = /[\w$.-]+/y;
const SPACE = /\s*/y;
/** Includes the quotes into which word processors turn straight ones. */
const CLOSING: Record<string, string> = { "'": "'", '"': '"', '`': '`', '‘': '’', '“': '”' };
const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

/** Parses a whole attribute. */
export function read(text: string): Group {
  return text.length > LENGTH_MAX ? empty() : new Reader(text).group(0);
}

/** Returns a group without a prototype, so that `constructor` and `__proto__` are ordinary keys. */
function empty(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

class Reader {
  private at = 0;
  private pairs = 0;

  constructor(private readonly text: string) {}

  /**
   * Reads pairs up to the closing brace, or to the end. Braces that do not follow a name belong to
   * the group itself.
   */
  group(depth: number): Group {
    const group = empty();
    while (this.skipSpace()) {
      const start = this.at;
      if (this.take('}')) {
        if (depth > 0) {
          break;
        }
        continue;
      }
      const key = this.string() ?? this.match(NAME);
      if (key !== undefined && this.skipSpace() && this.take(':')) {
        const value = this.value(depth);
        if (value !== undefined && this.pairs < PAIRS_MAX) {
          this.pairs += 1;
          group[key] = value;
        }
      } else if (this.at === start) {
        this.at += 1;
      }
    }
    return group;
  }

  private value(depth: number): Value | undefined {
    this.skipSpace();
    if (this.take('{')) {
      const group = this.group(depth + 1);
      return depth < DEPTH_MAX ? group : undefined;
    }
    const quoted = this.string();
    if (quoted !== undefined) {
      return quoted;
    }
    const name = this.match(NAME);
    if (name === undefined) {
      return undefined;
    }
    this.parentheses();
    return /^[-.\d]|^(true|false)$/.test(name) ? name : new Reference(name.split('.'));
  }

  private string(): string | undefined {
    const closing = CLOSING[this.text.charAt(this.at)];
    if (closing === undefined) {
      return undefined;
    }
    let value = '';
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      let character = this.text.charAt(this.at);
      if (character === closing) {
        this.at += 1;
        return value;
      }
      if (character === '\\') {
        this.at += 1;
        character = this.text.charAt(this.at);
        character = ESCAPED[character] ?? character;
      }
      value += character;
    }
    // The string is never closed, so its content is probably wrong.
    return undefined;
  }

  private parentheses(): void {
    this.skipSpace();
    if (this.take('(')) {
      const end = this.text.indexOf(')', this.at);
      this.at = end < 0 ? this.text.length : end + 1;
    }
  }

  private take(character: string): boolean {
    const found = this.text.charAt(this.at) === character;
    if (found) {
      this.at += 1;
    }
    return found;
  }

  /** Skips space; returns whether anything follows. */
  private skipSpace(): boolean {
    this.match(SPACE);
    return this.at < this.text.length;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
