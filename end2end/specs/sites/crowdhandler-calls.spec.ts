/**
 * The calls of CrowdHandler's own SDK to our server, and its use of the answers: signatures that
 * the SDK checks by itself, sessions, and failures of either side.
 */

import type { Guest } from '../../support/site/crowdhandler/guest.ts';
import type { Call } from '../../support/site/crowdhandler/recorder.ts';
import { RESPONSE } from '../../support/site/crowdhandler/site.ts';
import { expect, POOL, type Scene, SLUG, test } from '../../support/site/crowdhandler/test.ts';
import { arrived } from '../../support/site/site.ts';

const HYBRID = { options: () => ({ mode: 'hybrid' as const }) };
const FEED = 'GET /v1/rooms/';
const NEW = 'POST /v1/requests/';
const AGAIN = 'GET /v1/requests/{token}';

const ONE_AT_A_TIME = { max_sessions: 1, checkout: '^/order/complete', checkout_ends_session: true };
const EVERYTHING = { id: 'everything', slug: 'everything', url_match: 'all' };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** The content of the SDK's cookie in the hybrid mode. */
interface Kept {
  tokens: { token: string; signatures: { gen: string; sig: string }[]; touched: number; touchedSig: string }[];
}

async function kept(guest: Guest): Promise<Kept> {
  return JSON.parse((await guest.cookie()) ?? '') as Kept;
}

/** The token in the address of the room to which a visitor is sent. */
function tokenOf(room: URL | null): string {
  return room?.searchParams.get('ch-id') ?? '';
}

/** Asks for a page until it is shown; between the requests, the visitor waits. */
async function until(guest: Guest, path: string): Promise<void> {
  await expect.poll(async () => (await guest.get(path)).status, { timeout: 30_000 }).toBe(200);
}

/** Waits in the room to which the SDK has sent a visitor; returns the address for the way back. */
async function waitIn({ anteroom }: Scene, room: URL): Promise<URL> {
  const hop = async (url: string, cookie: string) => fetch(url, { headers: { cookie }, redirect: 'manual' });
  const entered = await hop(room.href, '');
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const status = new URL(entered.headers.get('location')!, anteroom.http);
  status.pathname = '/api/getStatus';
  let back: string | undefined;
  await expect
    .poll(async () => (back = ((await (await hop(status.href, cookie)).json()) as { redirectUrl?: string }).redirectUrl))
    .toBeDefined();
  return new URL(back!);
}

test.describe('hybrid', () => {
  test('the signature that the API gives is checked by the site alone', async ({ protect, guestOf }) => {
    const scene = await protect(HYBRID);
    const { site, api, anteroom } = scene;
    const guest = await guestOf(scene);
    const first = await guest.get('/tickets?a=1');
    expect([first.status, first.location?.href], 'to the same page, with the cookie').toEqual([302, `${site.url}/tickets?a=1`]);
    const [feed, call, ...none] = api.taken();
    expect([feed?.what, call?.what, none]).toEqual([FEED, NEW, []]);
    expect(feed?.headers['x-datestamp']).toMatch(/^\d+$/);
    expect(call?.answer).toMatchObject({ promoted: 1, status: 1, slug: SLUG, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { tokens } = await kept(guest);
    expect([tokens.length, tokens[0]?.token, tokens[0]?.signatures]).toEqual([
      1, call?.answer.token, [{ gen: call?.answer.requested, sig: call?.answer.hash }],
    ]);

    for (let view = 0; view < 5; view += 1) {
      expect((await guest.get(`/tickets?view=${view}`)).status).toBe(200);
    }
    expect(api.takenNames(), 'the feed alone').toEqual(Array(5).fill(FEED));
    expect((await guest.get('/imprint')).status, 'no room covers it').toBe(200);
    expect(api.takenNames()).toEqual([FEED]);
    expect((await anteroom.stats()).redirectsTotal).toBe(1);
  });

  test('a signature from the waiting room is accepted without a call', async ({ protect, guestOf }) => {
    const scene = await protect({ ...HYBRID, pool: { rate: 0 } });
    const { site, api, anteroom } = scene;
    const guest = await guestOf(scene);
    const sent = await guest.get('/tickets?a=1#top');
    expect([sent.status, sent.location?.origin, sent.location?.pathname]).toEqual([302, anteroom.http, `/${SLUG}`]);
    expect(await guest.cookie(), 'who waits has no cookie in this mode').toBeUndefined();
    await anteroom.changePool(POOL, { rate: 6000 });
    const back = await waitIn(scene, sent.location!);
    api.taken();
    const token = back.searchParams.get('ch-id');
    expect([back.origin, token]).toEqual([site.url, tokenOf(sent.location)]);
    const accepted = await guest.get(back);
    expect([accepted.status, accepted.location?.href]).toEqual([302, `${site.url}/tickets?a=1`]);
    expect((await guest.get('/tickets?a=1')).status).toBe(200);
    expect(api.takenNames()).toEqual([FEED, FEED]);
    expect((await kept(guest)).tokens[0]?.signatures[0]).toMatchObject({ sig: back.searchParams.get('ch-id-signature') });
  });

  test('a wrong signature opens nothing', async ({ protect, guestOf }) => {
    const scene = await protect({ ...HYBRID, pool: { rate: 0 } });
    const { api } = scene;
    const token = tokenOf((await (await guestOf(scene)).get('/tickets')).location);
    const requested = `${new Date().toISOString().slice(0, 19)}Z`;
    api.taken();
    const forged = { 'ch-id': token, 'ch-id-signature': 'ab'.repeat(32), 'ch-requested': requested };
    const guest = await guestOf(scene);
    const refused = await guest.get(`/tickets?${new URLSearchParams(forged)}`);
    expect([refused.status, refused.location?.pathname, tokenOf(refused.location)]).toEqual([302, `/${SLUG}`, token]);
    expect(api.takenNames()).toEqual([FEED, AGAIN]);

    const cookie = {
      integration: 'JSDK', deployment: '',
      tokens: [{ token, touched: Date.now(), touchedSig: 'cd'.repeat(32), signatures: [{ gen: requested, sig: 'ab'.repeat(32) }] }],
    };
    const thief = await guestOf(scene);
    const again = await thief.get('/tickets', { cookie: `crowdhandler=${JSON.stringify(cookie)}` });
    expect([again.status, again.location?.pathname]).toEqual([302, `/${SLUG}`]);
    expect(api.takenNames()).toEqual([FEED, AGAIN]);
  });
});

test('page timings are taken', async ({ protect, guestOf }) => {
  const scene = await protect();
  const guest = await guestOf(scene);
  await guest.get('/tickets', { [RESPONSE]: '0123456789abcdef0123456789abcdef' });
  const calls: Call[] = [];
  await expect.poll(() => calls.push(...scene.api.taken())).toBe(2);
  expect(calls[1]).toMatchObject({
    what: 'PUT /v1/responses/0123456789abcdef0123456789abcdef', status: 200, answer: { updated: 1 },
  });
});

test('a room for invited people takes each code once', async ({ protect, guestOf }) => {
  const scene = await protect({ rooms: [{ id: 'vip', slug: 'members', url_match: 'contains', url_pattern: '/vip', invite_only: true }] });
  const [link] = await scene.anteroom.invite(['anna@example.com'], 'vip');
  const code = new URL(link!).searchParams.get('code')!;
  const [anna, stranger, other] = [await guestOf(scene), await guestOf(scene), await guestOf(scene)];
  const refused = await stranger.get('/vip');
  expect([refused.status, refused.location?.pathname]).toEqual([302, '/members']);
  expect([(await fetch(refused.location!)).status, scene.api.taken().map(({ answer }) => answer.promoted)]).toEqual([403, [0]]);
  scene.site.views();
  expect((await stranger.get('/vip?ch-code=guess')).status).toBe(302);
  expect(scene.site.views()[0]?.decision).toMatchObject({ promoted: false, error: { statusCode: 401 } });
  expect(scene.api.taken()[0]?.answer).toEqual({ error: ' Invalid priority code' });

  expect((await anna.get(`/vip?ch-code=${code}`)).status).toBe(200);
  expect((await anna.get('/vip/seats')).status, 'and then without it').toBe(200);
  expect((await anna.get(`/vip?ch-code=${code}`)).status, 'or with it').toBe(200);
  expect((await other.get(`/vip?ch-code=${code}`)).status, 'somebody else’s').toBe(302);
  expect(scene.api.taken().map(({ status, answer }) => [status, answer.promoted])).toEqual([
    [200, 1], [200, 1], [200, 1], [401, undefined],
  ]);
});

test.describe('sessions', () => {
  test('one out, one in; the checkout ends a visit', async ({ protect, guestOf }) => {
    const scene = await protect({ pool: ONE_AT_A_TIME });
    const [first, second] = [await guestOf(scene), await guestOf(scene)];
    expect((await first.get('/tickets')).status).toBe(200);
    const token = await first.cookie();
    const sent = await second.get('/tickets');
    expect([sent.status, sent.location?.pathname]).toEqual([302, `/${SLUG}`]);
    for (let view = 0; view < 3; view += 1) {
      expect([(await first.get('/tickets')).status, (await second.get('/tickets')).status]).toEqual([200, 302]);
    }
    expect([await first.cookie(), await second.cookie()]).toEqual([token, tokenOf(sent.location)]);

    const done = await first.get('/order/complete?id=7');
    expect(done.status, 'the page of the order is shown').toBe(200);
    await until(second, '/tickets');
    expect(await second.cookie(), 'in by the place that waited').toBe(tokenOf(sent.location));
    const again = await first.get('/tickets');
    expect([again.status, again.location?.pathname], 'who has bought waits again').toEqual([302, `/${SLUG}`]);
    expect(await first.cookie(), 'by a new token').not.toBe(token);
    expect((await scene.anteroom.stats()).redirectsTotal).toBe(2);
  });

  test('many views at once are one visitor', async ({ protect, guestOf }) => {
    const scene = await protect({ pool: { rate: 0 } });
    const guest = await guestOf(scene);
    await guest.get('/tickets');
    const token = await guest.cookie();
    await scene.anteroom.changePool(POOL, { rate: 6000 });
    for (let burst = 0; burst < 3; burst += 1) {
      await Promise.all(Array.from({ length: 10 }, (_, view) => guest.get(`/tickets?view=${view}`)));
    }
    await until(guest, '/tickets');
    expect(new Set(scene.api.taken().map(({ answer }) => answer.token))).toEqual(new Set([token]));
    expect((await scene.anteroom.stats()).redirectsTotal).toBe(1);
  });

  test('an operator’s change of the rate puts nobody out', async ({ protect, guestOf }) => {
    const scene = await protect();
    const guest = await guestOf(scene);
    expect((await guest.get('/tickets')).status).toBe(200);
    const token = await guest.cookie();
    let changing = true;
    const views = (async (): Promise<number[]> => {
      const statuses: number[] = [];
      while (changing) {
        statuses.push((await guest.get('/tickets')).status);
      }
      return statuses;
    })();
    for (const rate of [0, 600, 1200, 0, 600, 1200, 0]) {
      await scene.anteroom.changePool(POOL, { rate });
    }
    changing = false;
    expect(new Set(await views)).toEqual(new Set([200]));
    expect(await guest.cookie()).toBe(token);
  });

  test('a visitor let into a room is let into the catch-all, not the other way round', async ({ protect, guestOf }) => {
    const scene = await protect({ rooms: [EVERYTHING] });
    const [specific, general] = [await guestOf(scene), await guestOf(scene)];
    expect([(await specific.get('/tickets')).status, (await general.get('/news')).status]).toEqual([200, 200]);
    await scene.anteroom.changePool(POOL, { rate: 0 });
    const token = await specific.cookie();
    expect([(await specific.get('/news')).status, await specific.cookie()]).toEqual([200, token]);
    const sent = await general.get('/tickets');
    expect([sent.status, sent.location?.pathname, tokenOf(sent.location)]).toEqual([302, `/${SLUG}`, await general.cookie()]);
  });

  test('a visitor of two rooms has one token, also after a wait on the second one’s page', async ({ protect, guestOf }) => {
    const scene = await protect({ rooms: [{ id: 'shows', slug: 'the-shows', url_match: 'contains', url_pattern: '/shows' }] });
    const guest = await guestOf(scene);
    expect((await guest.get('/tickets')).status).toBe(200);
    const token = await guest.cookie();
    await scene.anteroom.changePool(POOL, { rate: 0 });
    const sent = await guest.get('/shows');
    expect([sent.location?.pathname, tokenOf(sent.location)]).toEqual(['/the-shows', token]);
    await scene.anteroom.changePool(POOL, { rate: 6000 });
    const back = await waitIn(scene, sent.location!);
    await scene.anteroom.changePool(POOL, { rate: 0 });
    expect((await guest.get(back)).status).toBe(302);
    expect((await guest.get('/shows')).status).toBe(200);
    expect((await guest.get('/tickets')).status, 'the first session lives').toBe(200);
    expect(await guest.cookie()).toBe(token);
  });
});

test.describe('failures', () => {
  test('while the API is down, the site decides by its own setting', async ({ protect, guestOf }) => {
    const trusting = await protect();
    const careful = await protect({ options: () => ({ trustOnFail: false, fallbackSlug: 'closed-for-now' }) });
    const hybrid = await protect(HYBRID);
    for (const { anteroom } of [trusting, careful, hybrid]) {
      await anteroom.kill();
    }
    expect((await (await guestOf(trusting)).get('/tickets')).status, 'trust is the vendor’s default').toBe(200);
    expect(trusting.site.views()[0]?.decision).toMatchObject({ promoted: true, setCookie: false, error: { statusCode: 500 } });
    const refused = await (await guestOf(careful)).get('/tickets');
    expect([refused.status, refused.location?.pathname]).toEqual([302, '/closed-for-now']);
    expect(careful.site.views()[0]?.decision).toMatchObject({ promoted: false, slug: 'closed-for-now' });
    expect((await (await guestOf(hybrid)).get('/tickets')).status).toBe(500);
    expect(hybrid.site.views()[0]?.fault, 'the SDK throws instead').toBeDefined();

    await careful.anteroom.restart();
    expect((await (await guestOf(careful)).get('/tickets')).status).toBe(200);
  });

  test('a key that is nobody’s opens nothing, whatever the site trusts', async ({ protect, guestOf }) => {
    const scene = await protect({ publicKey: '0'.repeat(64) });
    expect((await (await guestOf(scene)).get('/tickets')).status).toBe(302);
    expect(scene.site.views()[0]?.decision).toMatchObject({ promoted: false, error: { statusCode: 404, message: 'Invalid Key.' } });
  });

  test('while its store is away, the server lets nobody new in', async ({ page, protect, guestOf, redis, picture, browserOf }) => {
    const scene = await protect({ store: redis.url });
    const { api, anteroom, site } = scene;
    const [inside, late] = [await guestOf(scene), await guestOf(scene)];
    expect((await inside.get('/tickets')).status).toBe(200);
    await redis.kill();
    expect((await inside.get('/tickets')).status, 'whoever is inside stays inside').toBe(200);
    api.taken();
    for (let tried = 0; tried < 3; tried += 1) {
      const sent = await late.get('/tickets');
      expect([sent.status, sent.location?.origin, sent.location?.pathname]).toEqual([302, anteroom.http, `/${SLUG}`]);
      const room = await fetch(sent.location!);
      expect([room.status, room.headers.has('retry-after')], 'the room explains').toEqual([503, true]);
    }
    const refused = api.taken();
    expect(refused.map(({ status, answer }) => [status, answer.promoted, answer.hash])).toEqual(Array(3).fill([200, 0, null]));

    const phone = await (await browserOf(PHONE)).newPage();
    for (const [browser, name] of [[page, 'desktop'], [phone, 'phone']] as const) {
      await browser.goto(`${site.url}/tickets`);
      await expect(browser.locator('html')).toHaveAttribute('data-page', 'holding');
      await picture(browser, `crowdhandler-store-away-${name}`);
    }
    await redis.restart();
    await until(late, '/tickets');
    expect((await inside.get('/tickets')).status).toBe(200);
    for (const browser of [page, phone]) {
      await arrived(browser, 'tickets');
    }
  });

  test('while its store is away, nobody comes in for one who leaves', async ({ protect, guestOf, redis }) => {
    const scene = await protect({ store: redis.url, pool: ONE_AT_A_TIME });
    const [inside, waiting] = [await guestOf(scene), await guestOf(scene)];
    expect([(await inside.get('/tickets')).status, (await waiting.get('/tickets')).status]).toEqual([200, 302]);
    const token = await waiting.cookie();
    await redis.kill();
    scene.api.taken();
    expect((await inside.get('/order/complete')).status).toBe(200);
    for (let tried = 0; tried < 3; tried += 1) {
      expect((await waiting.get('/tickets')).status).toBe(302);
    }
    expect(scene.api.taken().map(({ status, answer }) => [status, answer.promoted])).toEqual([[200, 1], ...Array(3).fill([200, 0])]);
    expect(await waiting.cookie(), 'the place is kept').toBe(token);
  });
});
