/**
 * A site in PHP that speaks CrowdHandler's protocol as that vendor's integration for PHP and
 * WordPress does, run by Debian's PHP.
 */

import { freePort } from '../../support/server/ports.ts';
import { expect, POOL, SLUG, test as base } from '../../support/site/crowdhandler/test.ts';
import { PhpSite } from '../../support/site/crowdhandler/php-site.ts';
import { Recorder } from '../../support/site/crowdhandler/recorder.ts';
import { type Anteroom, ROOM } from '../../support/server/anteroom.ts';

interface Stage {
  anteroom: Anteroom;
  site: PhpSite;
  api: Recorder;
}

/** Starts a server whose pool has these keys, and the site. */
const test = base.extend<{ inPhp(pool?: object): Promise<Stage> }>({
  inPhp: ({ started }, use) =>
    use(async (pool = {}) => {
      const port = await freePort();
      const [publicKey, privateKey] = ['8a'.repeat(32), '5b'.repeat(32)];
      const room = { id: ROOM, pool: POOL, slug: SLUG, url_match: 'contains', url_pattern: '/tickets' };
      const rooms = [{ ...room, max_outflow: 6000, target_hosts: ['localhost'] }];
      const anteroom = await started.anteroom(rooms, `https://localhost:${port}/tickets`, {
        customer: { public_key: publicKey, private_key: privateKey },
        pools: [{ id: POOL, domains: [`https://localhost:${port}`], rate: 6000, ...pool }],
      });
      const api = started.keep(await Recorder.start(anteroom.http));
      const site = started.keep(await PhpSite.start(port, { publicKey, api: api.url, rooms: anteroom.http }));
      return { anteroom, site, api };
    }),
});

test('below the rate everybody sees the page, and its time is reported', async ({ inPhp }) => {
  const { anteroom, site, api } = await inPhp({ autotune: true });
  const first = await site.get('/tickets?evt=1&x=a%20b');
  expect([first.status, first.text]).toEqual([200, expect.stringContaining('<h1>tickets</h1>')]);
  const again = await site.get('/tickets');
  expect([again.status, again.headers.get('x-updated')]).toEqual([200, '1']);

  const calls = api.taken();
  const [asked, timed, known, timedAgain] = calls;
  expect(calls.map(({ what, status }) => [what.replace(/[0-9a-f]{32}/, '{id}'), status])).toEqual([
    ['POST /v1/requests/', 200], ['PUT /v1/responses/{id}', 200],
    ['GET /v1/requests/{token}', 200], ['PUT /v1/responses/{id}', 200],
  ]);
  expect(asked?.body, 'as PHP prints it').toMatch(/^\{\n {4}"url": "https:\\\/\\\/localhost:\d+\\\/tickets\?evt=1&x=a%20b&ch-fresh=/);
  expect(asked?.answer).toMatchObject({ promoted: 1, status: 1, slug: SLUG, token: site.token });
  expect(known?.query.get('url')).toMatch(/^https:\/\/localhost:\d+\/tickets\?ch-fresh=/);
  expect(known?.answer).toMatchObject({ promoted: 1, token: site.token });
  expect([timed?.body, timed?.answer]).toEqual([expect.stringMatching(/"code": 200,\n {4}"time": \d+\.\d+/), { updated: 1 }]);
  expect(timedAgain?.answer).toEqual({ updated: 1 });
  expect((await anteroom.stats()).redirectsTotal, 'one visitor').toBe(1);
});

test('in the line, at the turn, and back on the page', async ({ inPhp }) => {
  const { anteroom, site, api } = await inPhp({ rate: 0 });
  const sent = await site.get('/tickets?evt=1');
  expect([sent.status, sent.location?.pathname, sent.location?.searchParams.get('url')]).toEqual([
    302, `/${SLUG}`, `${site.url.replace('http:', 'https:')}/tickets?evt=1`,
  ]);
  expect(sent.location?.searchParams.get('ch-id')).toBe(site.token);
  const token = site.token;
  expect((await site.get('/tickets?evt=1')).status, 'still waiting').toBe(302);
  expect(site.token, 'in the same place').toBe(token);

  const hop = async (url: string, cookie: string) => fetch(url, { headers: { cookie }, redirect: 'manual' });
  const entered = await hop(sent.location!.href, '');
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const status = new URL(entered.headers.get('location')!, anteroom.http);
  status.pathname = '/api/getStatus';
  await anteroom.changePool(POOL, { rate: 6000 });
  let back: string | undefined;
  await expect
    .poll(async () => (back = ((await (await hop(status.href, cookie)).json()) as { redirectUrl?: string }).redirectUrl))
    .toBeDefined();

  const returned = await site.get(back!);
  expect([returned.status, returned.location?.href], 'the page without our parameters').toEqual([
    302, `${site.url.replace('http:', 'https:')}/tickets?evt=1`,
  ]);
  api.taken();
  const shown = await site.get(returned.location!);
  expect([shown.status, shown.text, site.token]).toEqual([200, expect.stringContaining('<h1>tickets</h1>'), token]);
  expect(api.takenNames()).toEqual(['GET /v1/requests/{token}']);
});

test('a page that no room covers is shown while the room holds everybody', async ({ inPhp }) => {
  const { site, api } = await inPhp({ rate: 0 });
  expect((await site.get('/about')).status).toBe(200);
  expect(api.taken().map(({ answer }) => [answer.promoted, answer.status])).toEqual([[1, 0]]);
});
