/** Pages of another site that try to make a visitor lose the place, or to read a visitor's data. */

import { once } from 'node:events';
import { createServer } from 'node:http';

import { CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { freePort } from '../../support/server/ports.ts';
import { StaticPage } from '../../support/site/static-page.ts';
import { expect, test } from '../../support/test.ts';
import { Visitor } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

test('no page of another site takes a place from its visitors', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  const waiting = new WaitingPage(page);
  await page.goto(anteroom.enter());
  await waiting.shown();
  const { queueId } = waiting;
  const other = await Visitor.enter(anteroom);
  const cancel = `${anteroom.http}/cancel/${CUSTOMER}/${ROOM}/${queueId}`;
  const body = `<img src="${cancel}" alt=""><iframe src="${cancel}"></iframe><script src="${cancel}/cancelqueueid"></script>
    <a href="${cancel}">A prize</a> <a rel="noreferrer" href="${cancel}">Another</a>
    <a href="${anteroom.enter({ q: other.queueId })}">A place</a>
    <form method="post" action="${cancel}"><button>Yours</button></form>`;
  const prerender = `<script type="speculationrules">{"prefetch":[{"urls":["${cancel}"]}]}</script>`;
  await using evil = await StaticPage.start(body, { head: `<link rel="prefetch" href="${cancel}">${prerender}` });

  for (const name of ['A prize', 'Another']) {
    await page.goto(evil.url, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name }).click();
    await expect(page.locator('html'), 'a question').toHaveAttribute('data-page', 'leave');
  }
  await page.getByRole('link', { name: 'Keep my place' }).click();
  await waiting.shown();
  expect(waiting.queueId).toBe(queueId);
  await page.goto(evil.url);
  await page.getByRole('button', { name: 'Yours' }).click();
  await waiting.shown();
  expect(waiting.queueId, 'a form of theirs leads back in line').toBe(queueId);
  await page.goto(evil.url);
  await page.getByRole('link', { name: 'A place' }).click();
  await waiting.shown();
  expect(waiting.queueId, 'a link with a place of somebody else').toBe(queueId);
  await waiting.slot('number').waitFor();
  expect(await waiting.count('number'), 'nobody lost a place').toBe(1);
  await other.waiting();
});

test('no page of another site reads a place or a token, and those of the room do', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0, target_hosts: ['localhost'], target_url: 'http://localhost:9/' }, {
    id: 'other', max_outflow: 0,
  });
  await using site = await StaticPage.start('');
  await page.goto(site.url);
  const ask = (room: string, type: string): Promise<string> =>
    page.evaluate(async ([url, contentType]) => {
      const response = await fetch(url!, { method: 'POST', headers: { 'content-type': contentType! }, body: '{}' });
      return response.text();
    }, [`${anteroom.http}/api/mobileapp/queue/${CUSTOMER}/${room}/enqueue`, type]);
  for (const type of ['text/plain', 'application/json']) {
    await expect(ask('other', type), type).rejects.toThrow();
  }
  expect((await anteroom.stats('other')).waiting).toBe(0);
  expect(JSON.parse(await ask(ROOM, 'application/json'))).toMatchObject({ QueueitToken: null });
  expect((await anteroom.stats()).waiting).toBe(1);
});

test('after the confirmation the browser is redirected to the site, and on from there', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0, target_hosts: ['localhost'], target_url: 'http://localhost:9/' });
  const port = await freePort();
  const server = createServer(({ url, headers }, response) => {
    const isFirst = headers.host?.startsWith('localhost') === true;
    response.writeHead(isFirst ? 302 : 200, isFirst ? { location: `http://127.0.0.1:${port}${url}` } : { 'content-type': 'text/html' });
    response.end('<h1>Bye</h1>');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    await page.goto(anteroom.enter());
    await new WaitingPage(page).shown();
    const r = encodeURIComponent(`http://localhost:${port}/bye`);
    await page.goto(`${anteroom.http}/cancel/${CUSTOMER}/${ROOM}?r=${r}`);
    await page.locator('[data-action="leave"]').getByRole('button').click();
    await page.waitForURL(`http://127.0.0.1:${port}/bye`);
    expect((await anteroom.stats()).waiting).toBe(0);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
