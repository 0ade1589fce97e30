/**
 * The price of a place: in a rush the page does work in the background, shows its progress and gets
 * its place; a browser without scripts gets its place by waiting, or by adding two numbers.
 */

import { startingIn } from '../../support/draw.ts';
import { expect, test } from '../../support/test.ts';
import { Visitor } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

test('in a rush the page works for its place, and shows it', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 1, price: { expected_per_minute: 1, standard_work: 1_000 } });
  await Visitor.enter(anteroom);
  const told: number[] = [];
  await page.exposeFunction('told', (value: number) => told.push(value));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const work = document.querySelector<HTMLProgressElement>('[data-slot="work"]:not([hidden])');
      if (work?.labels[0]?.checkVisibility()) {
        (window as unknown as { told(value: number): void }).told(work.value);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(anteroom.enter());
  await new WaitingPage(page).shown();
  expect(told.length, 'progress was shown, under its label').toBeGreaterThan(0);
  expect(new URL(page.url()).searchParams.has('work'), 'the address of the place has no solution').toBe(false);
  expect((await anteroom.stats()).waiting).toBe(2);
});

test('without scripts the page asks again by itself, with proof of its wait', async ({ open, browserOf }) => {
  const anteroom = await open({ max_outflow: 1, price: { expected_per_minute: 1 } });
  await Visitor.enter(anteroom);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await page.goto(anteroom.enter());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place is on its way');
  await expect(page.getByText(/^Estimated wait: (about 1|less than a) minute$/)).toBeVisible();
  const refresh = await page.content();
  expect(refresh).toMatch(/http-equiv="refresh" content="\d+; url=[^"]*waited=\d+\./);
});

test('without scripts a visitor who can add is in the line at once', async ({ open, browserOf }) => {
  const price = { prequeue_work: true, arithmetic: true };
  const anteroom = await open(startingIn(1_800, { prequeue_minutes: 60, price }));
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await page.goto(anteroom.enter());
  const answer = async (more: number): Promise<void> => {
    const question = page.getByLabel(/what is \d plus \d\?/);
    const label = await page.locator('label[for="sum"]').textContent();
    const [first, second] = [...(label ?? '').matchAll(/\d/g)].map(Number);
    await question.fill(String((first ?? 0) + (second ?? 0) + more));
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await answer(1);
  await expect(page.getByRole('alert')).toHaveText('That isn’t right. Here’s another question.');
  await answer(0);
  // The page that answers the form leads on by itself.
  await expect(page.locator('html')).toHaveAttribute('data-page', 'before');
  expect(new URL(page.url()).searchParams.has('sum'), 'the address of the place has no answer').toBe(false);
});

test('a page whose script is blocked says what to allow, and continues once it is allowed', async ({ open, page }) => {
  test.slow();
  const anteroom = await open({ max_outflow: 0, price: { network_places: 1, standard_work: 50 } });
  // Another visitor at this address has used the address's share, so that waiting does not help.
  await Visitor.enter(anteroom);
  const isWork = (url: URL) => /\/work[^/]*\.js$/.test(url.pathname);
  let blocked = 0;
  await page.route(isWork, (route) => {
    blocked += 1;
    return route.abort('blockedbyclient');
  });
  // Over plain http no browser could do the work.
  await page.goto(anteroom.enter().replace(anteroom.http, anteroom.https));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place is on its way');
  await expect(page.getByRole('link', { name: 'Try again' }), 'there is nothing to do yet').toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-error-id', '8', { timeout: 60_000 });
  expect(blocked).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The check couldn’t be shown');
  await expect(page.getByText('Please allow scripts for this page')).toBeVisible();
  await expect(page.getByText('Your place is safe')).toHaveCount(0);
  await page.unroute(isWork);
  await page.getByRole('link', { name: 'Try again' }).click();
  await new WaitingPage(page).shown();
  expect((await anteroom.stats()).waiting).toBe(2);
});
