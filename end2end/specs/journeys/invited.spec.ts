/**
 * Regular and invited visitors at one sale: two rooms with different paces, selected by the
 * visitor's link.
 */

import { type Action, pathIs, SHOPPING } from '../../support/site/integration.ts';
import { arrived, purchase } from '../../support/site/site.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const [REGULAR, INVITED] = ['regular', 'vip'];
/** Visitors who have passed the room for invited people are equally welcome. */
const ACTIONS: Action[] = [{ name: 'sale', type: 'queue', room: REGULAR, alsoOf: [INVITED], triggers: [[pathIs(...SHOPPING)]] }];

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  test(`${connector}: an invitation leads past the people who wait, once`, async ({ openWithSite, page, context, browserOf }) => {
    const { anteroom, site } = await openWithSite(
      behind(() => ACTIONS),
      { id: REGULAR, name: 'Sale', max_outflow: 0 },
      { id: INVITED, name: 'Members', max_outflow: 600, invite_only: true },
    );
    const [link] = await anteroom.invite(['anna@example.com'], INVITED);

    const regular = await (await browserOf()).newPage();
    await regular.goto(`${site.url}/product`);
    await new WaitingPage(regular).is('in-line');

    const navigations = new NavigationLog(context);
    await page.goto(link!);
    await arrived(page, 'product');
    await purchase(page);
    expect(navigations.roomsEntered).toEqual([INVITED]);

    const second = await (await browserOf()).newPage();
    await second.goto(link!);
    await expect(second.locator('html')).toHaveAttribute('data-error-id', '11');
    await second.goto(anteroom.enter({}, INVITED));
    await expect(second.locator('html')).toHaveAttribute('data-error-id', '10');
    expect((await anteroom.stats(REGULAR)).waiting, 'the others wait on').toBe(1);
  });
}
