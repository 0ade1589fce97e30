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
import type { Dice } from './dice.ts';

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

export function config(dice: Dice): Config {
  const count = 1 + dice.below(4);
  return { Version: 7, Integrations: Array.from({ length: count }, (_, index) => integration(dice, index)) };
}

function integration(dice: Dice, index: number): Integration {
  return {
    Name: `action ${index}`,
    ActionType: dice.pick(['Queue', 'Queue', 'Cancel', 'Ignore', 'queue', 'Fight', null]),
    EventId: `room${index}`,
    QueueDomain: 'queue.example',
    CookieValidityMinute: 20,
    ExtendCookieValidity: true,
    IsNormalizationEnabled: dice.pick([true, true, false, null]),
    Triggers: dice.some(3, () => trigger(dice)),
  };
}

function trigger(dice: Dice): Trigger {
  return { LogicalOperator: dice.pick(['And', 'And', 'Or', 'Or', 'or', null]), TriggerParts: dice.some(3, () => part(dice)) };
}

function part(dice: Dice): Part {
  return {
    ValidatorType: dice.pick([
      'UrlValidator', 'UrlValidator', 'UrlValidator', 'CookieValidator', 'HttpHeaderValidator', 'UserAgentValidator', 'RequestBodyValidator', 'JSVariableValidator',
      'urlvalidator', null,
    ]),
    Operator: dice.pick(['Equals', 'Contains', 'Contains', 'EqualsAny', 'ContainsAny', 'NotContains', 'contains', null]),
    ValueToCompare: dice.oneIn(12) ? null : text(dice),
    ValuesToCompare: dice.oneIn(12) ? null : dice.some(3, () => text(dice)),
    UrlPart: dice.pick(['PageUrl', 'PagePath', 'HostName', 'Query', null]),
    CookieName: dice.pick(NAMES),
    HttpHeaderName: dice.pick(NAMES),
    IsNegative: dice.oneIn(3),
    IsIgnoreCase: dice.oneIn(2),
  };
}

export function request(dice: Dice): Request {
  const named = (): Record<string, string> => Object.fromEntries(dice.some(3, () => [dice.pick(NAMES), text(dice)]));
  return { url: url(dice), cookies: named(), headers: headers(named()), userAgent: dice.pick(AGENTS), body: text(dice) };
}

/** Returns one header for each name, because servers differ in the handling of duplicates. */
function headers(named: Record<string, string>): Record<string, string> {
  const seen = new Map(Object.entries(named).map(([name, value]) => [name.toLowerCase(), [name, value]]));
  return Object.fromEntries(seen.values());
}

function url(dice: Dice): string {
  return dice.oneIn(8) ? dice.pick(ODD_URLS) : `${dice.pick(['https', 'http', 'HTTPS'])}://${dice.pick(HOSTS)}${dice.pick(PATHS)}${dice.pick(TAILS)}`;
}

function text(dice: Dice): string {
  return dice.oneIn(6) ? dice.pick(TEXTS) + dice.pick(TEXTS) : dice.pick([...TEXTS, ...PATHS]);
}
