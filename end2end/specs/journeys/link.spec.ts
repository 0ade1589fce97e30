/**
 * A link to the room in an e-mail, for a site that is also protected: a visitor with the link waits
 * once, and no visitor bypasses the line.
 */

import { USUAL } from '../../support/site/integration.ts';
import { arrived, purchase } from '../../support/site/site.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';
import { NavigationLog } from '../../support/navigation-log.ts';

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  test(`${connector}: the link of a newsletter leads through the room into the shop, once`, async ({
    openWithSite,
    page,
    context,
    browserOf,
  }) => {
    const { anteroom, site } = await openWithSite(behind(() => USUAL), { max_outflow: 600 });
    const navigations = new NavigationLog(context);
    await page.goto(anteroom.enter());
    await arrived(page, 'product');
    expect(new URL(page.url()).origin, 'the target of the room, by its configuration').toBe(site.url);
    await purchase(page);
    expect(navigations.entries, 'the connector sends nobody again who came with a token').toHaveLength(1);

    const deep = await (await browserOf()).newPage();
    await deep.goto(anteroom.enter({ t: `${site.url}/basket?from=newsletter` }));
    await arrived(deep, 'basket');
    expect(deep.url()).toBe(`${site.url}/basket?from=newsletter`);

    const round = await (await browserOf()).newPage();
    const roundNavigations = new NavigationLog(round.context());
    await round.goto(`${site.url}/basket?from=newsletter`);
    await arrived(round, 'basket');
    expect(roundNavigations.entries, 'without the link the line is the same').toHaveLength(1);
  });
}
