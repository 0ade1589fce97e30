/**
 * Our browser scripts and the vendor’s connector agree on every condition that browsers can
 * evaluate.
 */

import { expect, test } from '@playwright/test';

import type * as Browser from '../../public/connector/config.ts';
import { firstMatch } from '../../public/connector/evaluate.ts';
import type { Config, Part, Request, Trigger } from './case.ts';
import { SeededRandom } from './seeded-random.ts';
import { config, request } from './generate.ts';
import { vendor } from './vendor.ts';

const CONFIGS = Number(process.env.DIFFERENTIAL_CONFIGS ?? 600);
const REQUESTS = 40;
const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 1);

test('our scripts’ evaluation and the vendor’s agree', async () => {
  let [matched, asked] = [0, 0];
  for (let number = 0; number < CONFIGS; number++) {
    const random = new SeededRandom(SEED * 1_000_003 + number);
    const made = withoutServers(config(random));
    for (const one of Array.from({ length: REQUESTS }, () => request(random)).filter(isOfBrowsers)) {
      one.url = new URL(one.url).href;
      const ours = browser(made, one);
      const theirs = (await vendor(made, one)).action;
      if (ours !== theirs) {
        throw new Error(JSON.stringify({ seed: SEED, number, ours, theirs, config: made, request: one }, null, 2));
      }
      asked += 1;
      matched += Number(ours !== null);
    }
  }
  // Without enough matches the test would prove nothing.
  expect(asked).toBeGreaterThan((CONFIGS * REQUESTS) / 4);
  expect(matched).toBeGreaterThan(asked / 4);
});

/** Returns the action that our scripts find. */
function browser({ Integrations }: Config, { url, userAgent, cookies }: Request): string | null {
  const facts = {
    url, userAgent,
    cookie: (name: string) => (Object.hasOwn(cookies, name) ? cookies[name]! : ''),
    variable: () => '',
  };
  const integrations = Integrations.map(({ Name, Triggers }) => ({ name: Name, triggers: Triggers.map(camel) }));
  return firstMatch(integrations, facts)?.name ?? null;
}

function camel({ TriggerParts, LogicalOperator }: Trigger): Browser.Trigger {
  const parts = TriggerParts.map((part) =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key[0]!.toLowerCase() + key.slice(1), value as unknown])),
  );
  return { logicalOperator: LogicalOperator, triggerParts: parts };
}

/**
 * Returns whether this address can be that of a page in a browser: valid by the URL standard, and
 * without a user name.
 */
function isOfBrowsers({ url }: Request): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url) && new URL(url).username === '';
}

/** Returns the configuration with the conditions replaced that only one of the two can evaluate. */
function withoutServers(made: Config): Config {
  const kind = ({ ValidatorType }: Part): string | null => {
    const isForOne = ['HttpHeaderValidator', 'RequestBodyValidator', 'JSVariableValidator'].includes(ValidatorType ?? '');
    return isForOne ? 'CookieValidator' : ValidatorType;
  };
  for (const action of made.Integrations) {
    // Browser scripts do not normalise the address.
    action.IsNormalizationEnabled = null;
  }
  for (const part of made.Integrations.flatMap(({ Triggers }) => Triggers).flatMap(({ TriggerParts }) => TriggerParts)) {
    part.ValidatorType = kind(part);
  }
  return made;
}
