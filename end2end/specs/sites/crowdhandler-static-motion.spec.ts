/** The room's static page between two answers: the number falls, and the start needs no answer. */

import { expect, type Scene, SLUG, test } from '../../support/site/crowdhandler/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

/** The seconds for which the changed answers are valid. */
const TTL_SECONDS = 4;
const START_MS = 8 * 60_000;

/** The part of an answer that a test changes. */
interface Answered {
  result: { ttl: number; page: { status: { texts: Record<string, string>; ticket: Record<string, unknown> } } };
}

/** Returns the address of a room's page on the site's host. */
function roomOf({ site, publicKey }: Scene, slug: string, path: string): string {
  return `${site.url}/ch/${slug}?${new URLSearchParams({ url: site.url + path, 'ch-public-key': publicKey })}`;
}

const isCall = ({ pathname }: URL): boolean => pathname.startsWith('/v1/requests');

test('the number falls until the page asks again, and not below the last answer', async ({ protect, browserOf }) => {
  const scene = await protect({ behindCdn: true, pool: { rate: 0 } });
  const page = await (await browserOf({ reducedMotion: 'no-preference' })).newPage();
  const waiting = new WaitingPage(page);
  let ahead = 60;
  await page.route(isCall, async (route) => {
    if (route.request().method() === 'OPTIONS') {
      return route.continue();
    }
    const response = await route.fetch();
    const answer = (await response.json()) as Answered;
    const { texts, ticket } = answer.result.page.status;
    Object.assign(texts, { ahead: String(ahead), state: 'in-line' });
    ticket.usersInLineAheadOfYou = ahead;
    answer.result.ttl = TTL_SECONDS;
    ahead = 20;
    return route.fulfill({ response, json: answer });
  });
  await page.goto(roomOf(scene, SLUG, '/tickets'));
  await expect(waiting.slot('ahead')).toHaveText('60');
  const seen: number[] = [];
  await expect.poll(async () => seen.push(await waiting.count('ahead')) && seen.at(-1), { intervals: [100] }).toBe(20);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  expect(new Set(seen).size, `it moves all the time: ${seen}`).toBeGreaterThan(5);
});

test('at the start the page of a pre-queue turns without an answer', async ({ page, protect }) => {
  const start = new Date(Date.now() + START_MS);
  const soon = { id: 'soon', slug: 'soon', url_match: 'contains', url_pattern: '/soon', start, prequeue_minutes: 10 };
  const scene = await protect({ behindCdn: true, rooms: [soon] });
  const waiting = new WaitingPage(page);
  await page.clock.install();
  await page.goto(roomOf(scene, 'soon', '/soon'));
  await waiting.is('prequeue');
  await page.route(isCall, (route) => route.abort());
  await page.clock.fastForward(START_MS);
  await expect(waiting.slot('headline')).toHaveText('It has started');
  await expect(page).toHaveTitle('It has started');
  await expect(waiting.html).toHaveAttribute('data-turned', '1');
  await expect(waiting.slot('countdown')).toBeHidden();
});
