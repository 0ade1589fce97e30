/**
 * The payment provider calls the shop: a client without cookies that must reach a page although a
 * trigger covers all pages.
 */

import { anyPage, type Action, not } from '../../support/site/integration.ts';
import { CONFIGURED, expect, test } from '../../support/test.ts';

const CALLBACK = '/payment_callback';
const everywhereBut: Action = {
  name: 'everywhere',
  type: 'queue',
  triggers: [[anyPage, not({ of: 'pageUrl', operator: 'contains', values: [CALLBACK] })]],
};
const WAYS: Record<string, Action[]> = {
  'left out by its trigger': [everywhereBut],
  'left alone by an action before it': [
    { name: 'callback', type: 'ignore', triggers: [[{ of: 'pagePath', operator: 'equals', values: [CALLBACK] }]] },
    { name: 'everywhere', type: 'queue', triggers: [[anyPage]] },
  ],
};

for (const [connector, behind] of Object.entries(CONFIGURED)) {
  for (const [way, actions] of Object.entries(WAYS)) {
    test(`${connector}: the payment call-back, ${way}`, async ({ openWithSite }) => {
      const { anteroom, site } = await openWithSite(behind(() => actions), { max_outflow: 0 });
      const paid = await fetch(`${site.url}${CALLBACK}?order=17`, { method: 'POST', body: 'amount=20', redirect: 'manual' });
      expect([paid.status, await paid.text()]).toEqual([200, 'noted']);
      expect(paid.headers.getSetCookie(), 'no session for a machine').toEqual([]);

      const visitor = await fetch(`${site.url}/checkout`, { redirect: 'manual' });
      expect(visitor.status).toBe(302);
      expect([anteroom.http, anteroom.https], 'people wait').toContain(new URL(visitor.headers.get('location')!).origin);
    });
  }
}
