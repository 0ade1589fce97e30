/**
 * Over plain http and at another name than the machine's own, browsers do not say which page sent a
 * request, but for its `Referer`, which a page can hide.
 */

import type { Page } from '@playwright/test';

import { HEADLESS_SHELL, starting } from '../../support/browsers.ts';
import { CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { StaticPage } from '../../support/site/static-page.ts';
import { expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const usual = starting(HEADLESS_SHELL);

test.use({ launchOptions: { ...usual, args: [...(usual.args ?? []), '--host-resolver-rules=MAP *.test 127.0.0.1'] } });

/** Returns this address of the machine under a name. */
function at(name: string, address: string): string {
  const url = new URL(address);
  url.hostname = name;
  return url.href;
}

/** Follows a link from the present page; returns the names of the request's headers. */
async function follow(page: Page, url: string, rel: string): Promise<string[]> {
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url() === url),
    page.evaluate(([href, relation]) => {
      const link = document.createElement('a');
      link.href = href!;
      link.rel = relation!;
      document.body.append(link);
      link.click();
    }, [url, rel]),
  ]);
  return Object.keys(await request.allHeaders());
}

test('over plain http a page that hides itself gives no place up, and one of the site does', async ({ open, page }) => {
  await using shop = await StaticPage.start('');
  await using evil = await StaticPage.start('');
  const anteroom = await open({ max_outflow: 0, target_url: at('shop.test', shop.url), target_hosts: ['shop.test'] });
  const waiting = new WaitingPage(page);
  await page.goto(at('queue.test', anteroom.enter()));
  await waiting.shown();
  const { queueId } = waiting;
  const cancel = at('queue.test', `${anteroom.http}/cancel/${CUSTOMER}/${ROOM}/${queueId}`);

  await page.goto(at('evil.test', evil.url));
  const hidden = await follow(page, cancel, 'noreferrer');
  expect(hidden, 'the cookie comes along').toContain('cookie');
  expect(hidden).not.toContain('sec-fetch-site');
  expect(hidden).not.toContain('referer');
  await expect(waiting.html, 'a question').toHaveAttribute('data-state', 'question');
  await page.getByRole('link', { name: 'Keep my place' }).click();
  await waiting.shown();
  expect(waiting.queueId).toBe(queueId);

  await page.goto(at('shop.test', shop.url));
  expect(await follow(page, cancel, '')).toContain('referer');
  await waiting.shown();
  expect(waiting.queueId, 'a new place at the end').not.toBe(queueId);
  expect((await anteroom.stats()).waiting).toBe(1);
});
