/**
 * `/js/latest/lite-validator/main.js`: like `main.js`, but does not ask about each page. A visitor
 * with a token of the last twelve hours stays. Any other visitor on a page of a room is sent to the
 * server, which decides between the page and the room.
 */

import { clean, parameter, redirectAddress } from './address.ts';
import { rooms } from './calls.ts';
import { isCovered } from './feed.ts';
import { guard, tidy } from './guard.ts';
import { type Tag, ownTag } from './tag.ts';
import { isOld, keepToken, keptToken, tokenIn } from './token.ts';

async function look(tag: Tag): Promise<string> {
  const { href } = location;
  const given = tokenIn(href);
  const url = clean(href);
  const code = parameter(href, 'ch-code');
  // If the device's clock is wrong, a token that the server has just issued can appear old.
  const isReturn = given !== '' && parameter(href, 'ch-requested') !== '';
  if (given) {
    keepToken(tag.key, given);
    tidy();
  }
  const token = keptToken(tag.key);
  if (isReturn || (token && !isOld(token, Date.now()))) {
    return '';
  }
  const isProtected = isCovered(await rooms(tag), new URL(url));
  return isProtected ? redirectAddress(tag, { url, code, token }) : '';
}

const tag = ownTag();
if (tag) {
  guard(tag, () => look(tag));
}
