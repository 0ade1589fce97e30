/**
 * `/js/latest/main.js`: protects the pages of a site that has no integration on its server. Asks
 * the waiting room about each page, and sends visitors who may not see it yet to the room. Visitors
 * can switch scripts off, so this script orders crowds but cannot prevent access to a page.
 */

import { clean, parameter, roomAddress, type Visit } from './address.ts';
import { ask, report, SAMPLE_RATE } from './calls.ts';
import { guard, tidy } from './guard.ts';
import { type Tag, ownTag } from './tag.ts';
import { timePage } from './timing.ts';
import { keepToken, keptToken, tokenIn } from './token.ts';

/** Whether this page reports its time, which it does at most once. */
let reports = Math.random() * SAMPLE_RATE < 1;

async function look(tag: Tag): Promise<string> {
  const { href } = location;
  const [given, kept] = [tokenIn(href), keptToken(tag.key)];
  // The address has precedence, because a visitor comes back from the room with it.
  const visit: Visit = { url: clean(href), code: parameter(href, 'ch-code'), token: given || kept };
  let verdict = await ask(tag, visit);
  // However, any link can carry an expired or invalid token, which must not cost the visitor the
  // place.
  if (given && kept && verdict.token && verdict.token !== given) {
    visit.token = kept;
    verdict = await ask(tag, visit);
  }
  const { outcome, token, slug, responseId } = verdict;
  // If no room covers the page, the server repeats any token that it receives.
  if (slug || !kept) {
    keepToken(tag.key, token || given);
  }
  if (outcome === 'held') {
    return roomAddress(tag, slug, { ...visit, token: token || visit.token });
  }
  if (outcome === 'admitted') {
    tidy();
  }
  if (responseId && reports) {
    timePage((httpCode, ms) => report(tag, responseId, httpCode, ms));
  }
  reports = false;
  return '';
}

const tag = ownTag();
if (tag) {
  guard(tag, () => look(tag));
}
