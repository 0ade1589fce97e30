/** The explanation of errors: status, error id, one heading, and a way forward that cannot loop. */

import { randomUUID } from 'node:crypto';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { expect, test } from '../../support/test.ts';
import { mint, unixSeconds } from '../../support/token.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Visitor } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const OTHER = 'other';

/** A mistake of a visitor: where it leads, and how it is explained. */
interface Mistake {
  url(anteroom: Anteroom): string | Promise<string>;
  status: number;
  id: string;
  heading: string;
  /** Whether there is a way back into the line. */
  back: boolean;
}

const refused = (code: string, heading: string): Mistake => ({
  url: ({ http }) => `${http}/error/${code}/?c=${CUSTOMER}&e=${ROOM}&ver=javascript-5.0.1&cver=7&man=buy&ts=${unixSeconds()}`,
  status: 403,
  id: '6',
  heading,
  back: true,
});

const MISTAKES: Record<string, Mistake> = {
  'unknown customer': {
    url: ({ http }) => `${http}/?c=nobody&e=${ROOM}`,
    status: 404, id: '1', heading: 'This waiting room doesn’t exist', back: false,
  },
  'unknown room': {
    url: (anteroom) => anteroom.enter({}, 'nowhere'),
    status: 404, id: '2', heading: 'This waiting room isn’t open', back: false,
  },
  'target on a foreign host': {
    url: (anteroom) => anteroom.enter({ t: 'https://evil.example/?a=1' }),
    status: 403, id: '', heading: 'We don’t send you to that address', back: true,
  },
  'target in disguise': {
    url: (anteroom) => anteroom.enter({ t: 'https://127.0.0.1@evil.example/' }),
    status: 403, id: '', heading: 'We don’t send you to that address', back: true,
  },
  'target that is a script': {
    url: (anteroom) => anteroom.enter({ t: 'javascript:alert(1)' }),
    status: 403, id: '', heading: 'We don’t send you to that address', back: true,
  },
  'forged queue id': {
    url: (anteroom) => anteroom.enter({ q: randomUUID() }),
    status: 403, id: '', heading: 'This place in line isn’t valid here', back: true,
  },
  'queue id that is none': {
    url: (anteroom) => anteroom.enter({ q: '<script>alert(1)</script>' }),
    status: 403, id: '', heading: 'This place in line isn’t valid here', back: true,
  },
  'queue id of another room': {
    url: async (anteroom) => anteroom.enter({ q: (await Visitor.enter(anteroom, {}, OTHER)).queueId }),
    status: 403, id: '', heading: 'This place in line isn’t valid here', back: true,
  },
  'cancelled queue id': {
    url: async (anteroom) => anteroom.enter({ q: await cancelled(anteroom) }),
    status: 410, id: '4', heading: 'This place in line was canceled', back: true,
  },
  'token with a wrong hash': refused('hash', 'We couldn’t confirm your link'),
  'token of another room': refused('eventid', 'Your link belongs to another line'),
  'token too old': refused('timestamp', 'Your link has expired'),
  'token of another address': refused('ip', 'Your connection has changed'),
  'session of another address': refused('connector/sessionstate', 'Your visit couldn’t be continued'),
  'code that nobody knows': refused('whatever', 'The site didn’t accept your link'),
};

for (const [name, mistake] of Object.entries(MISTAKES)) {
  test(name, async ({ open, page, context }) => {
    const anteroom = await open({ max_outflow: 0 }, { id: OTHER, max_outflow: 0 });
    const navigations = new NavigationLog(context);
    const response = await page.goto(await mistake.url(anteroom));
    expect(response?.status()).toBe(mistake.status);
    expect(response?.headers()['cache-control']).toContain('no-store');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-page', 'error');
    await expect(html).toHaveAttribute('data-error-id', mistake.id);
    await expect(page.locator('h1')).toHaveText(mistake.heading);
    expect(navigations.urls, 'it goes nowhere by itself').toHaveLength(1);
    await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);

    const links = page.locator('footer .links a');
    await expect(links.last()).toHaveAttribute('href', /^\/about\?cid=/);
    await expect(links, 'the status of a room that is named').toHaveCount(['1', '2'].includes(mistake.id) ? 1 : 2);

    const back = page.getByRole('link', { name: 'Back to the line' });
    await expect(back).toHaveCount(mistake.back ? 1 : 0);
    if (mistake.back) {
      await back.click();
      await new WaitingPage(page).shown();
      expect(navigations.urls.length, 'error, perhaps cancel, entry, waiting page').toBeLessThanOrEqual(4);
    }
  });
}

test('the echoed token is looked at, not the code in the path', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const { queueId } = await Visitor.enter(anteroom);
  const old = mint(anteroom.secretKey, queueId, unixSeconds() - 3_600);
  await page.goto(`${anteroom.http}/error/hash/?c=${CUSTOMER}&e=${ROOM}&queueittoken=${old}`);
  await expect(page.locator('h1')).toHaveText('Your link has expired');
  await page.goto(`${anteroom.http}/error/timestamp/?c=${CUSTOMER}&e=${ROOM}&queueittoken=garbage`);
  await expect(page.locator('h1')).toHaveText('We couldn’t confirm your link');
});

test('a cancel leads to the site only, and a cancelled place stays cancelled', async ({ open }) => {
  const anteroom = await open({ max_outflow: 600 });
  const { queueId, cookie } = await Visitor.enter(anteroom);
  const cancel = `${anteroom.http}/cancel/${CUSTOMER}/${ROOM}/${queueId}`;
  const status = async (url: string): Promise<[number, string | null]> => {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'none' } });
    return [response.status, response.headers.get('location')];
  };
  expect(await status(`${cancel}?r=https%3A%2F%2Fevil.example%2F`), 'a question').toEqual([200, null]);
  expect(await status(`${cancel}?r=http%3A%2F%2F127.0.0.1%3A9%2Fdone`)).toEqual([302, 'http://127.0.0.1:9/done']);
  expect((await fetch(anteroom.enter({ q: queueId }))).status).toBe(410);
  expect((await status(`${cancel}?r=https%3A%2F%2Fevil.example%2F`))[0], 'nothing to give up').toBe(403);
  expect(await anteroom.grants()).toHaveLength(0);
});

test('getStatus returns errors as JSON', async ({ open }) => {
  const anteroom = await open({ max_outflow: 0 }, { id: OTHER, max_outflow: 0 });
  const ask = async (query: Record<string, string>): Promise<{ status: number; error: Record<string, unknown> }> => {
    const response = await fetch(`${anteroom.http}/api/getStatus?${new URLSearchParams(query)}`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    return { status: response.status, error };
  };
  const room = { c: CUSTOMER, e: ROOM };
  expect(await ask({})).toMatchObject({ status: 400 });
  expect(await ask({ c: CUSTOMER })).toMatchObject({ status: 400 });
  expect(await ask(room)).toMatchObject({ status: 400 });
  expect(await ask({ c: 'nobody', e: ROOM, q: randomUUID() })).toMatchObject({ status: 404, error: { id: 1 } });
  expect(await ask({ c: CUSTOMER, e: 'nowhere', q: randomUUID() })).toMatchObject({ status: 404, error: { id: 2 } });
  expect(await ask({ ...room, q: randomUUID() })).toMatchObject({ status: 403 });
  expect(await ask({ ...room, q: (await Visitor.enter(anteroom, {}, OTHER)).queueId })).toMatchObject({ status: 403 });

  const gone = await ask({ ...room, q: await cancelled(anteroom) });
  expect(gone).toMatchObject({ status: 410, error: { id: 4 } });
  expect(Object.keys(gone.error).toSorted()).toEqual(['code', 'detail', 'enterUrl', 'id']);
  const again = await fetch(new URL(String(gone.error.enterUrl), anteroom.http), { redirect: 'manual' });
  expect(again.status, 'one enters again by the address that was told').toBe(302);
});

test('the operator reads the mistakes in a request', async ({ open }) => {
  const anteroom = await open();
  const unknown = await fetch(`${anteroom.http}/admin/v1/rooms`);
  expect(unknown.status).toBe(401);
  expect(unknown.headers.get('content-type')).toBe('application/problem+json');
  await expect(anteroom.change({ maxOutflow: -1 })).rejects.toThrow(/422.*\/maxOutflow/);
  await expect(anteroom.stats('nowhere')).rejects.toThrow(/404/);
});

async function cancelled(anteroom: Anteroom): Promise<string> {
  const { queueId, cookie } = await Visitor.enter(anteroom);
  const headers = { cookie, 'sec-fetch-site': 'none' };
  await fetch(`${anteroom.http}/cancel/${CUSTOMER}/${ROOM}/${queueId}`, { redirect: 'manual', headers });
  return queueId;
}
