/**
 * Many visitors at once, over plain HTTP: all visitors get through, in order, and never faster than
 * the room allows.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';

import { distinctIn, inversionMs, WINDOW_MS } from '../../support/order.ts';
import { expect, test } from '../../support/test.ts';
import { queueIdOf, tokenOf } from '../../support/token.ts';
import { Visitor, type Waiting } from '../../support/visitor.ts';

/** The poll interval of visitors at the front. */
const POLL_MS = 2_000;
/**
 * The time after which an unclaimed permit lapses; a permit that is spent this late is missing a
 * minute later.
 */
const LAPSE_MS = 2_000;
/** The resolution of the window, plus the delays of a loaded machine. */
const SLACK_MS = 500;

/**
 * Lets visitors wait for their turns. Returns the targets' addresses, and by how many milliseconds
 * these visitors polled late, including the time for which an answer was not read: the delay of a
 * late visitor can allow others to pass for that much longer.
 */
async function untilTurns(visitors: Visitor[], heard?: (status: Waiting) => void): Promise<{ urls: string[]; lateMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const urls = await Promise.all(visitors.map((visitor) => visitor.untilTurn(undefined, heard)));
  delay.disable();
  const lateMs = Math.max(...visitors.map((visitor) => visitor.lateMs)) + delay.max / 1e6;
  return { urls, lateMs: Math.min(lateMs, SLACK_MS) };
}

test('200 at once all get through, each once, in order to within one poll', async ({ open }) => {
  const anteroom = await open({ max_outflow: 600 });
  const visitors = await Promise.all(Array.from({ length: 200 }, () => Visitor.enter(anteroom)));
  expect(new Set(visitors.map(({ queueId }) => queueId)).size).toBe(200);

  const aheads = new Map<string, number[]>(visitors.map(({ queueId }) => [queueId, []]));
  const wereFirst = new Set<string>();
  const { urls, lateMs } = await untilTurns(visitors, ({ ticket, forecastStatus }) => {
    aheads.get(ticket.QueueId)?.push(ticket.usersInLineAheadOfYou);
    if (forecastStatus === 'FirstInLine') {
      wereFirst.add(ticket.QueueId);
    }
  });

  expect(urls.map((url) => queueIdOf(tokenOf(url)!))).toEqual(visitors.map(({ queueId }) => queueId));
  expect(wereFirst.size, 'each is told that it is first in line').toBe(200);
  for (const seen of aheads.values()) {
    expect(seen, 'users ahead never rises').toEqual(seen.toSorted((one, other) => other - one));
  }
  const grants = await anteroom.grants();
  expect(grants).toHaveLength(200);
  expect(grants.map(({ queueNumber }) => queueNumber).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
  expect(inversionMs(grants)).toBeLessThanOrEqual(POLL_MS + lateMs);
  expect((await anteroom.stats()).waiting).toBe(0);
});

test('a room of 60 a minute lets 60 through in any minute, and no more', async ({ open }) => {
  test.setTimeout(120_000);
  const anteroom = await open({ max_outflow: 60 });
  const visitors = await Promise.all(Array.from({ length: 75 }, () => Visitor.enter(anteroom)));
  const { lateMs } = await untilTurns(visitors);

  const grants = await anteroom.grants();
  expect(grants).toHaveLength(75);
  const most = Math.max(...grants.map(({ grantedAt }) => distinctIn(grants, grantedAt)));
  expect(most).toBeLessThanOrEqual(60);
  expect(most, 'permits are used while enough people are there').toBeGreaterThanOrEqual(59);
  expect(inversionMs(grants)).toBeLessThanOrEqual(POLL_MS + lateMs);
  const gaps = grants.slice(1).map(({ grantedAt }, index) => grantedAt - grants[index]!.grantedAt);
  expect(Math.max(...gaps), 'spread evenly').toBeLessThanOrEqual(1_000 + LAPSE_MS + SLACK_MS);
  expect(grants.at(-1)!.grantedAt - grants[0]!.grantedAt).toBeGreaterThan(WINDOW_MS);
});

test('asking again gives the very same address and costs no permit', async ({ open }) => {
  const anteroom = await open({ max_outflow: 600 });
  const visitor = await Visitor.enter(anteroom);
  const first = await visitor.untilTurn();
  const again = await Promise.all([visitor.poll(), visitor.poll(), visitor.poll()]);
  for (const status of again) {
    expect(status).toEqual({ isRedirectToTarget: true, redirectUrl: first });
  }
  expect((await anteroom.stats()).redirectsTotal).toBe(1);
  expect(await anteroom.grants()).toHaveLength(1);
});
