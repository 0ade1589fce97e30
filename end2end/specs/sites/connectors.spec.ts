/**
 * Every action and setting of an integration configuration, carried out by the vendor's own
 * connectors: our server understands their requests, and they accept its answers.
 */

import { CUSTOMER, PATH_PREFIX, ROOM } from '../../support/server/anteroom.ts';
import { behind } from '../../support/site/express-site.ts';
import { type Action, pathHas, pathIs } from '../../support/site/integration.ts';
import { Shopper } from '../../support/site/shopper.ts';
import { expect, test } from '../../support/test.ts';
import { queueIdOf, tokenOf } from '../../support/token.ts';
import { VENDOR } from '../../support/site/vendor.ts';

const SECOND = 'second';
const ROOMS = [{ max_outflow: 600 }, { id: SECOND, max_outflow: 600 }] as const;
const ACTIONS = (site: string): Action[] => [
  { name: 'Give up', type: 'cancel', alsoOf: [SECOND], triggers: [[pathIs('/again')]] },
  { name: 'Leave alone', type: 'ignore', triggers: [[{ of: { header: 'x-monitor' }, operator: 'equals', values: ['yes'] }]] },
  { name: 'To the offer', type: 'queue', backTo: new URL('/product?offer=1', site), triggers: [[pathIs('/basket')]] },
  { name: 'To the start', type: 'queue', backTo: 'roomTarget', triggers: [[pathIs('/checkout')]] },
  { name: 'Invited, too', type: 'queue', alsoOf: [SECOND], triggers: [[pathIs('/thank-you')]] },
  { name: 'Behind a prefix', type: 'cancel', alsoOf: [SECOND], pathPrefix: `${PATH_PREFIX}/`, triggers: [[pathIs('/prefixed/again')]] },
  { name: 'Behind a prefix', type: 'queue', pathPrefix: `${PATH_PREFIX}/`, triggers: [[pathHas('/prefixed')]] },
  { name: 'Kaufen & mehr', type: 'queue', theme: 'ticketing', culture: 'de-DE', triggers: [[pathIs('/product', '/api/stock')]] },
];

for (const [name, connector] of Object.entries(VENDOR)) {
  const site = behind(connector, ACTIONS);

  test(`${name}: the way through, in the action's theme and language`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const shopper = new Shopper(url);
    const sent = await shopper.get('/product?colour=red&size=%C3%A4');
    expect(sent.status).toBe(302);
    const { ver, ...parameters } = Object.fromEntries(sent.location!.searchParams);
    expect(ver).toMatch(/^javascript-[45]\./);
    expect(parameters).toEqual({
      c: CUSTOMER, e: ROOM, cver: '1', man: 'Kaufen & mehr', cid: 'de-DE', l: 'ticketing', t: `${url}/product?colour=red&size=%C3%A4`,
    });

    const back = await shopper.waits(anteroom, sent.location!);
    expect([back.status, back.location?.href]).toEqual([302, `${url}/product?colour=red&size=%C3%A4`]);
    const session = shopper.session(ROOM)!;
    expect([session.get('EventId'), session.get('RedirectType')]).toEqual([ROOM, 'queue']);
    expect((await anteroom.grants()).map(({ queueId }) => queueId)).toEqual([session.get('QueueId')]);
    const bought = await shopper.get('/product?colour=blue');
    expect([bought.status, bought.text.includes(session.get('QueueId')!)]).toEqual([200, true]);
  });

  test(`${name}: back to a page of the action, or to the room's own target`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    for (const [from, to] of [['/basket?x=1', '/product?offer=1'], ['/checkout', '/product']] as const) {
      const shopper = new Shopper(url);
      const sent = await shopper.get(from);
      expect(sent.location!.searchParams.get('t')).toBe(from === '/checkout' ? null : `${url}${to}`);
      const back = await shopper.waits(anteroom, sent.location!);
      expect(back.location?.href).toBe(`${url}${to}`);
      expect((await shopper.get(from)).status, 'and from there on everywhere').toBe(200);
    }
  });

  test(`${name}: a script gets the address of the queue, and the visitor returns to its page`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const shopper = new Shopper(url);
    const page = `${url}/product?tab=2`;
    const asked = await shopper.get('/api/stock', { 'x-queueit-ajaxpageurl': encodeURIComponent(page) });
    expect([asked.status, asked.location]).toEqual([200, null]);
    const queue = new URL(decodeURIComponent(asked.headers.get('x-queueit-redirect')!));
    expect(queue.searchParams.get('t')).toBe(page);
    const back = await shopper.waits(anteroom, queue);
    expect(back.location?.href).toBe(page);
    const again = await shopper.get('/api/stock', { 'x-queueit-ajaxpageurl': encodeURIComponent(page) });
    expect([again.headers.get('x-queueit-redirect'), again.text]).toEqual([null, '{"left":7}']);
  });

  test(`${name}: left alone is left alone, and another room's visitors are welcome where the action says so`, async ({
    openWithSite,
  }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const machine = new Shopper(url);
    expect((await machine.get('/product', { 'x-monitor': 'yes' })).status).toBe(200);
    expect((await machine.get('/product')).status).toBe(302);

    const invited = new Shopper(url);
    const link = new URL(anteroom.enter({ t: `${url}/thank-you` }, SECOND));
    const back = await invited.waits(anteroom, new URL(link.search, anteroom.https));
    expect(back.location?.href).toBe(`${url}/thank-you`);
    expect(invited.session(SECOND)?.get('EventId')).toBe(SECOND);
    expect((await invited.get('/thank-you')).status).toBe(200);
    expect((await invited.get('/product')).status, 'but not elsewhere').toBe(302);
  });

  test(`${name}: a cancelled session is cancelled at the queue, too`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const shopper = new Shopper(url);
    expect((await shopper.get('/again')).location?.pathname, 'nothing to give up').toBe('/product');
    const back = await shopper.waits(anteroom, (await shopper.get('/product')).location!);
    expect(back.status).toBe(302);
    const queueId = shopper.session(ROOM)!.get('QueueId')!;

    const cancel = (await shopper.get('/again')).location!;
    expect([cancel.origin, cancel.pathname]).toEqual([anteroom.https, `/cancel/multiple/${CUSTOMER}`]);
    expect(shopper.session(ROOM), 'the session is over').toBeUndefined();
    const cancelled = await fetch(`${anteroom.http}${cancel.pathname}${cancel.search}`, {
      redirect: 'manual',
      // The headers of a browser that comes from the shop's page.
      headers: { cookie: shopper.queueCookie, referer: `${url}/` },
    });
    expect([cancelled.status, cancelled.headers.get('location')]).toEqual([302, `${url}/again`]);
    expect((await fetch(anteroom.enter({ q: queueId }))).status, 'and so is the place').toBe(410);
  });

  test(`${name}: a path prefix stands before everything`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const shopper = new Shopper(url);
    const follow = async ({ pathname, search }: URL): Promise<[number, string | null]> => {
      const { status, headers } = await fetch(`${anteroom.http}${pathname}${search}`, { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    const sent = (await shopper.get('/prefixed')).location!;
    expect(sent.pathname).toBe(`${PATH_PREFIX}/`);
    const [status, place] = await follow(sent);
    expect([status, new URL(place!, anteroom.http).searchParams.has('q')]).toEqual([302, true]);

    await shopper.waits(anteroom, sent);
    const cancel = (await shopper.get('/prefixed/again')).location!;
    expect(cancel.pathname).toBe(`${PATH_PREFIX}/cancel/multiple/${CUSTOMER}`);
    expect(await follow(cancel)).toEqual([302, `${url}/prefixed/again`]);

    const refused = (await new Shopper(url).get('/prefixed?queueittoken=rubbish')).location!;
    expect(refused.pathname).toBe(`${PATH_PREFIX}/error/hash/`);
    expect((await follow(refused))[0]).toBe(403);
  });

  test(`${name}: a debug link shows what the connector sees, and lets nobody in`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const developer = new Shopper(url);
    const opened = await developer.get((await anteroom.debugLink(`${url}/product`)).href);
    expect([opened.status, developer.session(ROOM)]).toEqual([302, undefined]);
    const form = new URLSearchParams({ c: CUSTOMER, cookie: developer.cookie('queueitdebug') ?? '', page: `${url}/product` });
    const page = await fetch(`${anteroom.http}/diagnostics/cookie`, { method: 'POST', body: form });
    const text = await page.text();
    expect(page.status).toBe(200);
    for (const seen of ['Kaufen &#38; mehr', anteroom.httpsDomain, `${url}/product`, '127.0.0.1']) {
      expect(text).toContain(seen);
    }
    expect(text).not.toContain(anteroom.secretKey);
  });

  test(`${name}: a token of another room leads to the page that says so`, async ({ openWithSite }) => {
    const { anteroom, site: { url } } = await openWithSite(site, ...ROOMS);
    const shopper = new Shopper(url);
    const link = new URL(anteroom.enter({ t: `${url}/product` }, SECOND));
    const refused = await shopper.waits(anteroom, new URL(link.search, anteroom.https));
    const error = refused.location!;
    expect(error.pathname).toBe('/error/eventid/');
    expect(queueIdOf(tokenOf(error.href)!)).toBeTruthy();
    const page = await fetch(`${anteroom.http}${error.pathname}${error.search}`, { redirect: 'manual' });
    expect([page.status, (await page.text()).includes('data-error-id="6"')]).toEqual([403, true]);
  });
}
