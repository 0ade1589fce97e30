/** The rules of protocol 4.3, and the additional rules of browsers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Integration, TriggerPart } from '../config.ts';
import { type Facts, firstMatch } from '../evaluate.ts';

const PAGE = 'https://shop.example:8443/buy/Shoes?colour=red#top';

function facts(values: { url?: string; userAgent?: string; cookies?: Record<string, string>; variables?: Record<string, string> } = {}): Facts {
  return {
    url: values.url ?? PAGE,
    userAgent: values.userAgent ?? '',
    cookie: (name) => values.cookies?.[name] ?? '',
    variable: (name) => values.variables?.[name] ?? '',
  };
}

function action(name: string, parts: TriggerPart[], logicalOperator = 'And'): Integration {
  return { name, triggers: [{ logicalOperator, triggerParts: parts }] };
}

/** Returns whether a condition holds for a cookie with this value. */
function holds(part: TriggerPart, value: string): boolean {
  const found = firstMatch([action('one', [{ validatorType: 'CookieValidator', cookieName: 'c', ...part }])], facts({ cookies: { c: value } }));
  return found !== undefined;
}

const contains = (urlPart: string, valueToCompare: string): TriggerPart => ({
  validatorType: 'UrlValidator', operator: 'Contains', urlPart, valueToCompare, isNegative: false, isIgnoreCase: true,
});

type Row = [operator: string, isNegative: boolean, isIgnoreCase: boolean, value: string, compared: string | string[], expected: boolean];

const TABLE: Row[] = [
  ['Equals', false, true, 'ABC', 'abc', true],
  ['Equals', true, false, 'abc', 'abc', false],
  ['Equals', false, false, 'ABC', 'abc', false],
  ['Contains', false, false, 'abc', '*', true],
  ['Contains', false, false, '', '*', false],
  ['Contains', true, false, 'abc', '*', true],
  ['Contains', true, false, '', '*', true],
  ['Contains', false, false, 'abc', '', true],
  ['Contains', true, false, 'abc', '', false],
  ['EqualsAny', false, true, 'B', ['a', 'b'], true],
  ['EqualsAny', false, false, 'x', [], false],
  ['EqualsAny', true, false, 'x', [], true],
  ['ContainsAny', false, false, 'xyz', ['*'], true],
  ['ContainsAny', true, false, 'xyz', ['*'], false],
  ['ContainsAny', true, false, '', ['*'], true],
  ['NotEquals', false, false, 'a', 'b', false],
  ['equals', false, false, 'a', 'a', false],
  ['Equals', false, true, 'straße', 'STRASSE', true],
];

test('the table', () => {
  for (const [operator, isNegative, isIgnoreCase, value, compared, expected] of TABLE) {
    const [valueToCompare, valuesToCompare] = Array.isArray(compared) ? [null, compared] : [compared, null];
    const part = { operator, isNegative, isIgnoreCase, valueToCompare, valuesToCompare };
    assert.equal(holds(part, value), expected, JSON.stringify([part, value]));
  }
});

test('older operators say in their name what they negate and how they compare', () => {
  const rows: [string, string, string, boolean][] = [
    ['NotEquals', 'a', 'b', true], ['NotEquals', 'a', 'a', false], ['NotContains', 'abc', 'B', true], ['NotContains', 'abc', 'b', false],
    ['IgEquals', 'ABC', 'abc', true], ['IgContains', 'ABC', 'b', true], ['Equals', 'ABC', 'abc', false], ['Contains', 'abc', 'b', true],
    ['IgNothing', 'a', 'a', false],
  ];
  for (const [operator, value, valueToCompare, expected] of rows) {
    assert.equal(holds({ operator, valueToCompare }, value), expected, `${value} ${operator} ${valueToCompare}`);
  }
});

test('parts of the address; HostName has the port', () => {
  const found = (urlPart: string, value: string): boolean => firstMatch([action('one', [contains(urlPart, value)])], facts()) !== undefined;
  assert.ok(found('PagePath', '/BUY/'));
  assert.ok(!found('PagePath', 'colour'));
  assert.ok(found('HostName', 'shop.example:8443'));
  assert.ok(found('PageUrl', '?colour=red#top'));
  assert.ok(!found('Nothing', 'shop'));
});

test('what cannot be asked here holds for nobody', () => {
  for (const validatorType of ['HttpHeaderValidator', 'RequestBodyValidator', 'x', null]) {
    for (const isNegative of [false, true]) {
      assert.equal(holds({ validatorType, operator: 'Contains', valueToCompare: 'x', isNegative }, 'x'), false);
    }
  }
});

test('the first that matches counts; triggers are joined by or, parts as they say', () => {
  const [yes, no] = [contains('PagePath', '/buy'), contains('PagePath', '/sell')];
  const name = (integrations: Integration[]): string | null | undefined => firstMatch(integrations, facts())?.name;
  assert.equal(name([action('none', [no]), action('first', [yes]), action('second', [yes])]), 'first');
  assert.equal(name([{ name: 'later trigger', triggers: [{ triggerParts: [no] }, { triggerParts: [yes] }] }]), 'later trigger');
  assert.equal(name([action('or', [no, yes], 'Or')]), 'or');
  assert.equal(name([action('small or', [no, yes], 'or')]), undefined);
  assert.equal(name([action('empty and', [])]), 'empty and');
  assert.equal(name([action('empty or', [], 'Or')]), undefined);
  assert.equal(name([{ name: 'none', triggers: null }, {}]), undefined);
});

test('variables, cookies and user agents', () => {
  const part = (more: TriggerPart): Integration => action('one', [{ operator: 'Equals', isNegative: false, valueToCompare: 'x', ...more }]);
  assert.ok(firstMatch([part({ validatorType: 'JSVariableValidator', variableName: 'shop.kind' })], facts({ variables: { 'shop.kind': 'x' } })));
  assert.ok(!firstMatch([part({ validatorType: 'JSVariableValidator', variableName: 'shop.kind' })], facts()));
  assert.ok(firstMatch([part({ validatorType: 'UserAgentValidator' })], facts({ userAgent: 'x' })));
});
