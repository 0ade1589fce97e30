/**
 * Finds the action that applies to a page: the first with a matching trigger. The rules are those
 * of connectors on servers (protocol 4.3), and the rules that only browsers need: variables of the
 * page, and the older operators, whose names contain the negation.
 */

import type { Integration, Maybe, Trigger, TriggerPart } from './config.ts';

/** The facts that triggers can compare. */
export interface Facts {
  /** The page's address, without a token. */
  url: string;
  userAgent: string;
  /** A missing cookie or variable is empty. */
  cookie(name: string): string;
  variable(name: string): string;
}

export function firstMatch(integrations: Integration[], facts: Facts): Integration | undefined {
  return integrations.find(({ triggers }) => (triggers || []).some((trigger) => isMet(trigger, facts)));
}

/** Every operator except `Or` requires all parts. */
function isMet({ logicalOperator, triggerParts }: Trigger, facts: Facts): boolean {
  const parts = triggerParts || [];
  const holds = (part: TriggerPart): boolean => partHolds(part, facts);
  return logicalOperator === 'Or' ? parts.some(holds) : parts.every(holds);
}

function partHolds(part: TriggerPart, facts: Facts): boolean {
  const value = valueOf(part, facts);
  // A fact that a browser does not have matches nothing, negated or not.
  return value !== undefined && compare(part, value);
}

function valueOf(part: TriggerPart, facts: Facts): string | undefined {
  switch (part.validatorType) {
    case 'UrlValidator':
      return urlPart(part.urlPart, facts.url);
    case 'CookieValidator':
      return facts.cookie(part.cookieName || '');
    case 'UserAgentValidator':
      return facts.userAgent;
    case 'JSVariableValidator':
      return facts.variable(part.variableName || '');
    default:
      return undefined;
  }
}

function urlPart(part: Maybe<string>, url: string): string {
  const { host, pathname } = new URL(url);
  switch (part) {
    case 'PageUrl':
      return url;
    case 'PagePath':
      return pathname;
    case 'HostName':
      return host;
    default:
      return '';
  }
}

const LEGACY = /^(Not)?(Ig)?(Equals|Contains)$/;

function compare(part: TriggerPart, value: string): boolean {
  const legacy = isMissing(part.isNegative) ? LEGACY.exec(part.operator || '') : null;
  const operator = legacy ? legacy[3] : part.operator;
  const isNegative = legacy ? Boolean(legacy[1]) : Boolean(part.isNegative);
  const isIgnoreCase = Boolean(part.isIgnoreCase || (legacy && legacy[2]));
  const fold = (text: string): string => (isIgnoreCase ? text.toUpperCase() : text);
  const equals = (other: string): boolean => fold(value) === fold(other);
  const contains = (other: string): boolean => (other === '*' && value !== '') || fold(value).includes(fold(other));
  const one = part.valueToCompare || '';
  const many = (part.valuesToCompare || []).map((text) => text || '');
  switch (operator) {
    case 'Equals':
      return equals(one) !== isNegative;
    case 'Contains':
      // For the asterisk the check precedes the negation.
      return (one === '*' && value !== '') || contains(one) !== isNegative;
    case 'EqualsAny':
      return many.some(equals) !== isNegative;
    case 'ContainsAny':
      return many.some(contains) !== isNegative;
    default:
      return false;
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
