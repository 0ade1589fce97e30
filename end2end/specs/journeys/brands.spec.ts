/**
 * Two brands on one machine: one line for both, in which all visitors see the brand and the
 * language that they came from.
 */

import { reload } from '../../support/reload.ts';
import { type Action, hostIs, SHOPPING, pathIs } from '../../support/site/integration.ts';
import { arrived } from '../../support/site/site.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const BRANDS = [
  { host: 'super.localhost', theme: 'ticketing', accent: '#a3155e', culture: 'de-DE', number: '1' },
  { host: 'nice.localhost', theme: 'retail', accent: '#b93417', culture: 'en-GB', number: '2' },
];

const actions = (site: string): Action[] =>
  BRANDS.map(({ host, theme, culture }) => {
    const here = hostIs(`${host}:${new URL(site).port}`);
    return { name: host, type: 'queue', theme, culture, triggers: [[here, pathIs(...SHOPPING)]] };
  });

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  test(`${connector}: one room in two brands and languages`, async ({ openWithSite, browserOf }) => {
    const hosts = BRANDS.map(({ host }) => host);
    const { anteroom, site } = await openWithSite(behind(actions), { max_outflow: 0, target_hosts: [...hosts, '127.0.0.1'] });
    const pages = [];
    for (const { host, theme, accent, culture, number } of BRANDS) {
      const page = await (await browserOf()).newPage();
      await page.goto(`http://${host}:${new URL(site.url).port}/product`);
      const waiting = new WaitingPage(page);
      await waiting.shown();
      await expect(waiting.html).toHaveAttribute('lang', culture);
      await expect(waiting.slot('number'), 'both stand in one line').toHaveText(number);
      expect(await page.locator(`link[rel="icon"][href*="${theme}."]`).count(), `the looks of ${host}`).toBe(1);
      await expect(waiting.html, `the looks of ${host}`).toHaveCSS('--accent', accent);
      pages.push(page);
    }
    await anteroom.change({ maxOutflow: 600 });
    for (const [index, page] of pages.entries()) {
      // A page of a room that lets no visitors in polls rarely.
      await reload(page);
      await arrived(page, 'product');
      expect(new URL(page.url()).hostname).toBe(BRANDS[index]!.host);
    }
  });
}
