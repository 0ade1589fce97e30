/**
 * One purchase per wait: the "thank you" page gives up the place, and a visitor who buys again
 * starts at the end of the line.
 */

import { type Action, pathIs } from '../../support/site/integration.ts';
import { arrived, purchase } from '../../support/site/site.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const ACTIONS: Action[] = [
  { name: 'thanks', type: 'cancel', triggers: [[pathIs('/thank-you')]] },
  { name: 'buy', type: 'queue', triggers: [[pathIs('/product', '/basket', '/checkout')]] },
];

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  test(`${connector}: after the thanks the next purchase waits behind everybody`, async ({ openWithSite, page, context }) => {
    const { anteroom, site } = await openWithSite(behind(() => ACTIONS), { max_outflow: 120 });
    const navigations = new NavigationLog(context);
    await page.goto(`${site.url}/product`);
    await arrived(page, 'product');
    const first = await page.locator('#queue-id').textContent();
    await purchase(page);
    expect(page.url(), 'by way of the queue, back to the page').toBe(`${site.url}/thank-you`);
    expect(navigations.urls.filter((url) => url.includes('/cancel/'))).toHaveLength(1);
    await page.reload();
    await arrived(page, 'thank-you');
    expect(navigations.urls.filter((url) => url.includes('/cancel/')), 'what is given up is not given up again').toHaveLength(1);

    using _crowd = await Crowd.gather(anteroom, 4);
    await page.goto(`${site.url}/product`);
    const waiting = new WaitingPage(page);
    await expect(waiting.slot('number')).toHaveText('6');
    expect(waiting.queueId).not.toBe(first);
    expect((await fetch(anteroom.enter({ q: first! }))).status, 'the old place is gone').toBe(410);
    await arrived(page, 'product');
  });
}
