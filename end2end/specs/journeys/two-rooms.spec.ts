/**
 * A fast room before the whole shop and a slow one before its checkout: each is passed once, at its
 * own pace.
 */

import { anyPage, type Action, pathIs } from '../../support/site/integration.ts';
import { arrived } from '../../support/site/site.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { Crowd } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const [FAST, SLOW] = ['fast', 'slow'];
/** The more specific action is first, because the first match counts. */
const ACTIONS: Action[] = [
  { name: 'checkout', type: 'queue', room: SLOW, triggers: [[pathIs('/checkout', '/thank-you')]] },
  { name: 'everywhere', type: 'queue', room: FAST, triggers: [[anyPage]] },
];

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  test(`${connector}: fast into the shop, slow into its checkout`, async ({ openWithSite, page, context }) => {
    const { anteroom, site } = await openWithSite(
      behind(() => ACTIONS),
      { id: FAST, name: 'Shop', max_outflow: 600 },
      { id: SLOW, name: 'Checkout', max_outflow: 60 },
    );
    using _crowd = await Crowd.gather(anteroom, 3, SLOW);
    const navigations = new NavigationLog(context);

    await page.goto(site.url);
    await arrived(page, 'landing');
    await page.locator('#buy').click();
    await arrived(page, 'product');
    await page.locator('#add').click();
    await arrived(page, 'basket');
    expect(navigations.roomsEntered, 'one line for the whole shop').toEqual([FAST]);

    await page.locator('#checkout').click();
    await expect(new WaitingPage(page).slot('number')).toHaveText('4');
    await arrived(page, 'checkout');
    await page.locator('#pay').click();
    await arrived(page, 'thank-you');
    await page.goto(`${site.url}/product`);
    await arrived(page, 'product');
    expect(navigations.roomsEntered, 'and one for the checkout, with which the first pass still holds').toEqual([FAST, SLOW]);
    expect((await anteroom.grants(FAST)).length, 'nobody else came to the shop').toBe(1);
  });
}
