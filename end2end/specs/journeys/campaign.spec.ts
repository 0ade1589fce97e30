/**
 * Five shops on one machine, and a campaign in one country: its visitors wait in a line of their
 * own, and visitors of the other shops do not wait for them.
 */

import { reload } from '../../support/reload.ts';
import { type Action, hostIs, not, SHOPPING, pathIs } from '../../support/site/integration.ts';
import { arrived } from '../../support/site/site.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const [CAMPAIGN, OTHERS] = ['ukshop', 'othershops'];
const HOSTS = ['uk.localhost', 'de.localhost', 'fr.localhost'];

/** Connectors treat the port as part of the host's name. */
const actions = (site: string): Action[] => {
  const uk = hostIs(`uk.localhost:${new URL(site).port}`);
  return [
    { name: 'UK', type: 'queue', room: CAMPAIGN, culture: 'en-GB', triggers: [[pathIs(...SHOPPING), uk]] },
    { name: 'others', type: 'queue', room: OTHERS, triggers: [[pathIs(...SHOPPING), not(uk)]] },
  ];
};

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  test(`${connector}: a campaign in the UK holds up nobody elsewhere`, async ({ openWithSite, page, browserOf }) => {
    const { anteroom, site } = await openWithSite(
      behind(actions),
      { id: CAMPAIGN, name: 'UK week', max_outflow: 0, target_hosts: [...HOSTS, '127.0.0.1'] },
      { id: OTHERS, name: 'Shop', max_outflow: 600, target_hosts: [...HOSTS, '127.0.0.1'] },
    );
    const shop = (host: string): string => `http://${host}:${new URL(site.url).port}/product`;

    await page.goto(shop('uk.localhost'));
    const waiting = new WaitingPage(page);
    await waiting.is('in-line');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');

    for (const host of ['de.localhost', 'fr.localhost']) {
      const context = await browserOf();
      const [elsewhere, navigations] = [await context.newPage(), new NavigationLog(context)];
      await elsewhere.goto(shop(host));
      await arrived(elsewhere, 'product');
      expect(new URL(elsewhere.url()).hostname, 'back to the shop they came from').toBe(host);
      expect(navigations.roomsEntered).toEqual([OTHERS]);
    }
    expect((await anteroom.stats(CAMPAIGN)).waiting).toBe(1);

    await anteroom.change({ maxOutflow: 600 }, CAMPAIGN);
    // A page of a room that lets no visitors in polls rarely.
    await reload(page);
    await arrived(page, 'product');
    expect(new URL(page.url()).hostname).toBe('uk.localhost');
  });
}
