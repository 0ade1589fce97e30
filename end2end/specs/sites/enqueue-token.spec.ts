/**
 * A room that requires tokens of the site; the vendor's own library makes the tokens, by itself and
 * inside its connector.
 */

import { DefaultEnqueueTokenProvider } from '@queue-it/connector-javascript';
import { Payload, Token } from '@queue-it/queue-token';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { behind } from '../../support/site/express-site.ts';
import { USUAL } from '../../support/site/integration.ts';
import { Shopper } from '../../support/site/shopper.ts';
import { expect, test } from '../../support/test.ts';
import { tampered } from '../../support/token.ts';
import { VENDOR } from '../../support/site/vendor.ts';

const MINUTE_MS = 60_000;
const [HERE, ELSEWHERE] = ['127.0.0.1', '203.0.113.9'];
/** The vendor's error ids. */
const [REFUSED, KEY_MISSING, KEY_TAKEN] = ['9', '10', '11'];

interface Wish {
  customer?: string;
  room?: string | null;
  ip?: string | null;
  key?: string;
  validityMs?: number;
  prefix?: string;
  secret?: string;
}

/** Returns a token as a site makes it. */
function mint(anteroom: Anteroom, { customer = CUSTOMER, room = ROOM, ip = HERE, key, validityMs = MINUTE_MS, prefix, secret }: Wish = {}): string {
  const payload = Payload.Enqueue().WithRelativeQuality(0.5).WithCustomData('size', 'medium');
  const token = Token.Enqueue(customer, prefix).WithPayload((key === undefined ? payload : payload.WithKey(key)).Generate());
  if (room !== null) {
    token.WithEventId(room);
  }
  if (ip !== null) {
    token.WithIpAddress(ip, `${ip},10.0.0.1`);
  }
  return token.WithValidity(validityMs).Generate(secret ?? anteroom.secretKey).Token;
}

/** Returns the answer to a newcomer with this link: `place`, or the id of the error. */
async function told(anteroom: Anteroom, parameters: Record<string, string>): Promise<string | undefined> {
  const response = await fetch(anteroom.enter(parameters), { redirect: 'manual' });
  const text = await response.text();
  return response.status === 302 ? 'place' : /data-error-id="(\d+)"/.exec(text)?.[1];
}

test('the library\'s tokens give a place; what is not for this visitor, room and moment does not', async ({ open }) => {
  const anteroom = await open({ require_enqueue_token: true, max_outflow: 0 }, { id: 'other', max_outflow: 0 });
  const good: Wish[] = [{}, { ip: null }, { room: null }, { room: null, ip: null }, { prefix: 'session17' }, { key: 'user-42' }];
  for (const wish of good) {
    expect(await told(anteroom, { enqueuetoken: mint(anteroom, wish) }), JSON.stringify(wish)).toBe('place');
  }
  const bad: Wish[] = [
    { room: 'other' }, { ip: ELSEWHERE }, { customer: 'somebody' }, { validityMs: -1_000 }, { secret: 'another secret' },
  ];
  for (const wish of bad) {
    expect(await told(anteroom, { enqueuetoken: mint(anteroom, wish) }), JSON.stringify(wish)).toBe(REFUSED);
  }
  expect(await told(anteroom, {}), 'none').toBe(REFUSED);
  expect(await told(anteroom, { enqueuetoken: tampered(mint(anteroom)) }), 'changed').toBe(REFUSED);
  const once = mint(anteroom);
  expect([await told(anteroom, { enqueuetoken: once }), await told(anteroom, { enqueuetoken: once })]).toEqual(['place', REFUSED]);
  expect((await anteroom.stats()).waiting).toBe(good.length + 1);
});

test('a key has one place, whatever token brings it', async ({ open }) => {
  const anteroom = await open({ require_enqueue_token: true, visitor_key: 'unique', max_outflow: 0 });
  const arrive = (key?: string): Promise<string | undefined> => told(anteroom, { enqueuetoken: mint(anteroom, { key }) });
  expect(await arrive()).toBe(KEY_MISSING);
  expect(await Promise.all(['anna', 'anna', 'anna', 'ben'].map(arrive)).then((all) => all.sort())).toEqual([KEY_TAKEN, KEY_TAKEN, 'place', 'place']);
  expect(await arrive('anna')).toBe(KEY_TAKEN);
});

for (const [name, connector] of Object.entries(VENDOR)) {
  test(`${name} gives each visitor a token on the way to the room`, async ({ openWithSite }) => {
    const enqueueTokens = (anteroom: Anteroom): DefaultEnqueueTokenProvider =>
      new DefaultEnqueueTokenProvider(CUSTOMER, anteroom.secretKey, MINUTE_MS, HERE, true, Token, Payload);
    const { anteroom, site } = await openWithSite(behind(connector, () => USUAL, { enqueueTokens }), {
      require_enqueue_token: true,
      visitor_key: 'required',
      max_outflow: 600,
    });
    const shopper = new Shopper(site.url);
    const sent = await shopper.get('/product');
    expect(sent.location!.searchParams.has('enqueuetoken')).toBe(true);
    const back = await shopper.waits(anteroom, sent.location!);
    expect(back.location?.href).toBe(`${site.url}/product`);
    expect((await shopper.get('/product')).status).toBe(200);

    const past = new URL(sent.location!);
    expect(await told(anteroom, { enqueuetoken: past.searchParams.get('enqueuetoken')! }), 'good once').toBe(REFUSED);
    past.searchParams.delete('enqueuetoken');
    expect(await told(anteroom, Object.fromEntries(past.searchParams)), 'and nobody gets in without').toBe(REFUSED);
  });
}
