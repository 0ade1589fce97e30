/**
 * Generates configurations and requests from few words, so that they often match, including words
 * that are known to cause trouble: capitals, letters whose upper case is two letters or of another
 * alphabet, wildcards, empty texts, ports, words that no connector knows, and addresses that differ
 * from their normal form: escapes, dot segments, slashes.
 *
 * Not generated: input on which connectors throw (null in a list, missing triggers), and letters
 * whose upper case is newer than the oldest supported Node.
 */

import type { Config, Integration, Part, Request, Trigger } from './case.ts';
import type { SeededRandom } from './seeded-random.ts';

const HOSTS = ['shop.example', 'SHOP.example', 'shop.example:8443', 'me@shop.example', 'bücher.example', 'other.example', ''];
const PATHS = ['', '/', '/buy', '/BUY/Now', '/straße', '/checkout/payment_paypal/', '//double', '/a:b', '/%62uy', '/%62%55Y', '/%2562uy', '/%2fbuy', '/b%c3%bc', '/%zz%6', '/x/../buy', '/%2e%2e/buy/.', '/a b', '/İstanbul', '/ſale', '/ﬁne'];
const TAILS = ['', '?show=7', '?next=https://other.example/buy', '#/buy', '?a=1#b?c', '?ß=SS', '?*', '?%62uy', '?a%20b c', '#%20', '?x=//buy/../'];
const ODD_URLS = ['shop.example/buy', '/buy', '//shop.example/buy', 'https:/buy', ':', '?', '#', '*', 'mailto:me@shop.example', '://x/y', 'ς😀'];
const TEXTS = [
  '*', '', '/', '/buy', 'buy', 'BUY', 'shop.example', 'other', 'https://', 'strasse', 'STRASSE', 'straße', 'ss', 'İ', 'i̇', 'ı', 'I', 's', 'ſ', 'fi', 'ﬁ', 'Σ', 'ς', 'σ', '😀',
  '%62uy', '%2F', '%C3', '+', '..', '%',
  'googlebot', 'Bot', '7', 'a', '?', '#', ':8443', 'ŉ', 'ʼn', 'ǆ', 'ǅ', 'ΐ',
];
const NAMES = ['basket', 'Basket', 'X-Kind', 'x-kind', 'Akamai-Bot', ''];
const AGENTS = ['', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8', 'bingbot', 'ẞ'];

export function config(random: SeededRandom): Config {
  const count = 1 + random.below(4);
  return { Version: 7, Integrations: Array.from({ length: count }, (_, index) => integration(random, index)) };
}

function integration(random: SeededRandom, index: number): Integration {
  return {
    Name: `action ${index}`,
    ActionType: random.pick(['Queue', 'Queue', 'Cancel', 'Ignore', 'queue', 'Fight', null]),
    EventId: `room${index}`,
    QueueDomain: 'queue.example',
    CookieValidityMinute: 20,
    ExtendCookieValidity: true,
    IsNormalizationEnabled: random.pick([true, true, false, null]),
    Triggers: random.some(3, () => trigger(random)),
  };
}

function trigger(random: SeededRandom): Trigger {
  return { LogicalOperator: random.pick(['And', 'And', 'Or', 'Or', 'or', null]), TriggerParts: random.some(3, () => part(random)) };
}

function part(random: SeededRandom): Part {
  return {
    ValidatorType: random.pick([
      'UrlValidator', 'UrlValidator', 'UrlValidator', 'CookieValidator', 'HttpHeaderValidator', 'UserAgentValidator', 'RequestBodyValidator', 'JSVariableValidator',
      'urlvalidator', null,
    ]),
    Operator: random.pick(['Equals', 'Contains', 'Contains', 'EqualsAny', 'ContainsAny', 'NotContains', 'contains', null]),
    ValueToCompare: random.oneIn(12) ? null : text(random),
    ValuesToCompare: random.oneIn(12) ? null : random.some(3, () => text(random)),
    UrlPart: random.pick(['PageUrl', 'PagePath', 'HostName', 'Query', null]),
    CookieName: random.pick(NAMES),
    HttpHeaderName: random.pick(NAMES),
    IsNegative: random.oneIn(3),
    IsIgnoreCase: random.oneIn(2),
  };
}

export function request(random: SeededRandom): Request {
  const named = (): Record<string, string> => Object.fromEntries(random.some(3, () => [random.pick(NAMES), text(random)]));
  return { url: url(random), cookies: named(), headers: headers(named()), userAgent: random.pick(AGENTS), body: text(random) };
}

/** Returns one header for each name, because servers differ in the handling of duplicates. */
function headers(named: Record<string, string>): Record<string, string> {
  const seen = new Map(Object.entries(named).map(([name, value]) => [name.toLowerCase(), [name, value]]));
  return Object.fromEntries(seen.values());
}

function url(random: SeededRandom): string {
  return random.oneIn(8) ? random.pick(ODD_URLS) : `${random.pick(['https', 'http', 'HTTPS'])}://${random.pick(HOSTS)}${random.pick(PATHS)}${random.pick(TAILS)}`;
}

function text(random: SeededRandom): string {
  return random.oneIn(6) ? random.pick(TEXTS) + random.pick(TEXTS) : random.pick([...TEXTS, ...PATHS]);
}
