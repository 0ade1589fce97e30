/** The server is killed while people wait, and restarted on the same store. */

import { distinctIn } from '../../support/order.ts';
import { expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd, enterMany, isTurn, Visitor } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

test('places and numbers survive, none is given twice, the bound holds across the restart', async ({ open }) => {
  test.setTimeout(120_000);
  const anteroom = await open({ max_outflow: 60 });
  using crowd = await Crowd.gather(anteroom, 40);
  const numbers = await numbersOf(crowd.visitors.slice(15));
  expect(new Set(numbers.values())).toEqual(new Set(range(16, 40)));
  await expect.poll(async () => (await anteroom.grants()).length).toBeGreaterThan(5);
  // A visitor who arrives while the server dies may get no answer, but never gets another visitor's
  // number.
  const arriving = Promise.allSettled(Array.from({ length: 50 }, () => Visitor.enter(anteroom)));
  await anteroom.kill();
  const arrived = (await arriving).flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []));
  await anteroom.restart();

  const again = await numbersOf(crowd.visitors.slice(15));
  for (const [queueId, number] of again) {
    expect(number, 'the same number as before').toBe(numbers.get(queueId));
  }
  const late = await enterMany(anteroom, 10);
  const everybody = [...crowd.visitors, ...arrived, ...late];
  expect(new Set(everybody.map(({ queueId }) => queueId)).size).toBe(everybody.length);
  const lateNumbers = [...(await numbersOf([...arrived, ...late])).values()];
  expect(new Set(lateNumbers).size, 'no number twice').toBe(arrived.length + late.length);
  expect(Math.min(...lateNumbers)).toBeGreaterThan(40);

  await crowd.allIn;
  const grants = await anteroom.grants();
  expect(new Set(grants.map(({ queueId }) => queueId))).toEqual(
    new Set(crowd.visitors.map(({ queueId }) => queueId)),
  );
  expect(Math.max(...grants.map(({ grantedAt }) => distinctIn(grants, grantedAt)))).toBeLessThanOrEqual(60);
});

test('the bound counts what was granted before the kill', async ({ open }) => {
  test.setTimeout(120_000);
  const anteroom = await open({ max_outflow: 10 });
  using crowd = await Crowd.gather(anteroom, 12);
  await expect.poll(async () => (await anteroom.grants()).length).toBeGreaterThan(1);
  const before = await anteroom.grants();
  await anteroom.kill();
  await anteroom.restart();
  expect(await anteroom.grants(), 'what was granted is remembered').toEqual(expect.arrayContaining(before));

  await crowd.allIn;
  const grants = await anteroom.grants();
  expect(grants).toHaveLength(12);
  expect(Math.max(...grants.map(({ grantedAt }) => distinctIn(grants, grantedAt)))).toBeLessThanOrEqual(10);
});

test('an open page recovers by itself, with the same place', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 60 });
  using _crowd = await Crowd.gather(anteroom, 30);
  const navigations = new NavigationLog(context);
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.hydrated();
  await expect(waiting.slot('number')).toHaveText('31');
  const before = await waiting.count('ahead');

  await anteroom.kill();
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await anteroom.restart();
  await expect(waiting.html).toHaveAttribute('data-connection', 'back', { timeout: 40_000 });
  await expect(waiting.slot('number')).toHaveText('31');
  expect(await waiting.count('ahead')).toBeLessThanOrEqual(before);
  expect(navigations.waiting, 'the page was loaded once').toHaveLength(1);

  await page.reload();
  await expect(waiting.slot('number')).toHaveText('31');
});

test("the operator's changes outlive the server", async ({ open }) => {
  const anteroom = await open({ max_outflow: 60 });
  await anteroom.change({ maxOutflow: 7, message: 'Back at noon.' });
  await anteroom.act('pause');
  await anteroom.kill();
  await anteroom.restart();
  expect((await anteroom.stats()).maxOutflow).toBe(7);
  const status = await (await Visitor.enter(anteroom)).waiting();
  expect(status).toMatchObject({ message: 'Back at noon.', ticket: { queuePaused: true } });
});

test('after SIGTERM the server answers open requests, ends well within 10 s, and everybody keeps the place', async ({ open }) => {
  const anteroom = await open({ max_outflow: 1 });
  using crowd = await Crowd.gather(anteroom, 5);
  const numbers = await numbersOf(crowd.visitors);
  const stopping = performance.now();
  await anteroom.stop();
  expect(performance.now() - stopping).toBeLessThan(10_000);
  expect(anteroom.exitCode).toBe(0);
  await anteroom.restart();
  expect(await numbersOf(crowd.visitors)).toEqual(numbers);
});

/** Returns the numbers of the visitors who still wait. */
async function numbersOf(visitors: Visitor[]): Promise<Map<string, number>> {
  const statuses = await Promise.all(visitors.map((visitor) => visitor.poll()));
  const waiting = statuses.filter((status) => !isTurn(status));
  return new Map(waiting.map(({ ticket }) => [ticket.QueueId, ticket.queueNumber ?? Number.NaN]));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
