/** The room's static page on a network that is gone, and does not say so. */

import type { Page } from '@playwright/test';

import { setHidden } from '../../support/played.ts';
import { SilentNetwork } from '../../support/silent-network.ts';
import { expect, type Scene, SLUG, test } from '../../support/site/crowdhandler/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const CDN = { behindCdn: true, pool: { rate: 0 } };

/** Opens the room's page on the site's host, in line. */
async function openInLine(page: Page, { site, publicKey }: Scene): Promise<WaitingPage> {
  const waiting = new WaitingPage(page);
  await page.goto(`${site.url}/ch/${SLUG}?${new URLSearchParams({ url: `${site.url}/tickets`, 'ch-public-key': publicKey })}`);
  await waiting.is('in-line');
  return waiting;
}

/** From now on, swallows the page's calls, and lets time pass until there is one. */
async function swallowCall(page: Page, scene: Scene, before?: () => Promise<void>): Promise<SilentNetwork> {
  const network = await SilentNetwork.of(page, (url) => url.origin === scene.anteroom.http && url.pathname.startsWith('/v1/'));
  await before?.();
  while (network.swallowed.length === 0) {
    await page.clock.runFor(250);
  }
  return network;
}

test('a browser that is offline without an event is noticed within five seconds', async ({ page, protect }) => {
  const { html } = await openInLine(page, await protect(CDN));
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }));
  await expect(html).toHaveAttribute('data-connection', 'lost', { timeout: 6_000 });
});

test('a network that swallows calls is noticed within five seconds, and an answer ends that', async ({ page, protect }) => {
  const scene = await protect(CDN);
  await page.clock.install();
  const { html } = await openInLine(page, scene);
  const network = await swallowCall(page, scene);
  await page.clock.runFor(3_500);
  await expect(html).not.toHaveAttribute('data-connection', /./);
  await page.clock.runFor(1_500);
  await expect(html).toHaveAttribute('data-connection', 'lost');
  const region = page.getByRole('status');
  await expect(region).toHaveText(/^Connection lost/);
  await network.returns();
  await expect(html).toHaveAttribute('data-connection', 'back');
  await page.clock.resume();
  await expect(region).toHaveText('You’re connected again.');
});

test('a tab in the background does not count the time', async ({ page, protect }) => {
  const scene = await protect(CDN);
  await page.clock.install();
  const { html } = await openInLine(page, scene);
  await swallowCall(page, scene, () => setHidden(page, true));
  await page.clock.runFor(6_000);
  await setHidden(page, false);
  await page.clock.runFor(2_000);
  await expect(html).not.toHaveAttribute('data-connection', /./);
});
