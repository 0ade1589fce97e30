/** CrowdHandler's private API, as that vendor's own client calls it. */

import { createRequire } from 'node:module';

import { ROOM } from '../../support/server/anteroom.ts';
import type { Guest } from '../../support/site/crowdhandler/guest.ts';
import { expect, POOL, type Scene, SLUG, test } from '../../support/site/crowdhandler/test.ts';

// The package's ES module has a name that Node takes for CommonJS.
const { Client } = createRequire(import.meta.url)('crowdhandler-sdk') as typeof import('crowdhandler-sdk');

const DOMAIN = `dom_${POOL}`;

interface Answer {
  result: Record<string, unknown>[] & Record<string, unknown>;
}

function clientOf({ anteroom, publicKey, privateKey }: Scene): InstanceType<typeof Client> {
  return new Client({ publicKey, privateKey, options: { apiUrl: anteroom.http } });
}

/** Views a page until it is answered like this. */
async function until(guest: Guest, status: number): Promise<void> {
  await expect.poll(async () => (await guest.get('/tickets')).status, { timeout: 30_000 }).toBe(status);
}

test('the client lists the account, its domain and the rooms', async ({ protect }) => {
  const scene = await protect({ rooms: [{ id: 'everything', slug: 'everything', url_match: 'all' }] });
  const client = clientOf(scene);
  const account = (await client.account().get()) as Answer;
  expect(account.result).toMatchObject({ publicKey: scene.publicKey, domains: 1, rooms: 2 });
  const domains = (await client.domains().get()) as Answer;
  expect(domains.result).toMatchObject([{ id: DOMAIN, name: scene.site.url, rate: 6000 }]);
  expect(((await client.domains().get(DOMAIN)) as Answer).result).toEqual(domains.result[0]);
  const rooms = (await client.domainRooms().get(DOMAIN)) as Answer;
  expect(rooms.result).toMatchObject([{ id: `room_${ROOM}`, slug: SLUG }, { id: 'room_everything', patternType: 'all' }]);
});

test("the client's rooms() sends the public key and no id, and gets the feed", async ({ protect }) => {
  const client = clientOf(await protect());
  const asked = (await client.rooms().get(`room_${ROOM}`)) as Answer;
  expect(asked.result).toMatchObject([{ id: ROOM, slug: SLUG, urlPattern: '/tickets' }]);
  const refused = { statusCode: 401, message: expect.stringContaining('private key') };
  await expect(client.rooms().post({ title: 'x' })).rejects.toMatchObject(refused);
});

test('a rate that the client changes acts', async ({ protect, guestOf }) => {
  const scene = await protect({ pool: { rate: 0 } });
  const guest = await guestOf(scene);
  expect((await guest.get('/tickets')).location?.pathname).toBe(`/${SLUG}`);
  const changed = (await clientOf(scene).domains().put(DOMAIN, { rate: 600 })) as Answer;
  expect(changed.result).toMatchObject({ id: DOMAIN, rate: 600 });
  await until(guest, 200);
  const wrong = clientOf(scene).domains().put(DOMAIN, { rate: -1 });
  await expect(wrong).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('rate: ') });
});

test('a session that the client deletes is over', async ({ protect, guestOf }) => {
  const scene = await protect();
  const client = clientOf(scene);
  const guest = await guestOf(scene);
  await until(guest, 200);
  const token = (await guest.cookie()) ?? '';
  const known = (await client.sessions().get(token)) as Answer;
  expect(known.result).toMatchObject({ id: token, sessions: [{ state: 'inside' }], requests: [{ url: '/tickets', promoted: 1 }] });
  await client.domains().put(DOMAIN, { rate: 0 });
  expect((await guest.get('/tickets')).status, 'people inside stay').toBe(200);
  expect(((await client.sessions().delete(token, {})) as Answer).result).toEqual({ deleted: 1 });
  await until(guest, 302);
  await expect(client.sessions().delete(token, {})).rejects.toMatchObject({ statusCode: 404 });
});

test('the client makes a group and codes that move visitors up', async ({ protect, guestOf }) => {
  const scene = await protect({ pool: { rate: 0 } });
  const client = clientOf(scene);
  const group = ((await client.groups().post({ domainID: DOMAIN, name: 'Friends', weight: 3 })) as Answer).result;
  expect(group).toMatchObject({ domainID: DOMAIN, name: 'Friends', rank: 1, codes: 0 });
  const id = String(group.id);
  // The client does not put the id into the path of a POST, which is /v1/groups//batch.
  const batch = ((await client.groupBatch().post({ groupID: id, count: 3, batch: 'mailing' })) as Answer).result;
  expect(batch).toMatchObject({ added: 3, listed: 3 });
  await client.groupCodes().post({ groupID: id, codes: ['Gold'], uses: null });
  const codes = ((await client.groupCodes().get(id, { limit: 10 })) as Answer).result;
  expect(codes).toHaveLength(4);
  expect(((await client.codes().get()) as Answer).result).toEqual(codes);
  expect(((await client.codes().get('gold')) as Answer).result).toMatchObject({ groupID: id, uses: null });

  const guest = await guestOf(scene);
  const waits = await guest.get('/tickets');
  expect(waits.status).toBe(302);
  const { code } = (batch.codes as { code: string }[])[0] as { code: string };
  const token = waits.location?.searchParams.get('ch-id') ?? '';
  const moved = new Client({ publicKey: scene.publicKey, options: { apiUrl: scene.anteroom.http } });
  const told = (await moved.requests().get(token, { url: `${scene.site.url}/tickets`, code })) as Answer;
  expect(told.result).toMatchObject({ token, priority: 'Friends', promoted: 0, position: 1 });

  const now = ((await client.codes().get(code)) as Answer).result;
  expect(now).toMatchObject({ uses: 1, used: 1 });
  expect(((await client.codes().put(String(now.id), { uses: 5 })) as Answer).result).toMatchObject({ uses: 5, used: 1 });
  expect(((await client.codes().delete(String(now.id), {})) as Answer).result).toEqual({ deleted: 1 });
  await expect(client.groups().delete(id, {})).rejects.toMatchObject({ statusCode: 409 });
  expect(((await client.groups().put(id, { weight: 9 })) as Answer).result).toMatchObject({ id, weight: 9, codes: 3 });
  expect(((await client.groups().get()) as Answer).result).toMatchObject([{ id, weight: 9 }]);
  expect(((await client.groupCodes().delete(id, {})) as Answer).result).toEqual({ deleted: 3 });
});
