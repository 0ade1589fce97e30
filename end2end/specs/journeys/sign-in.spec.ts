/**
 * A room that gives each account of an OpenID Connect provider one place: the same account in two
 * browsers, and the pages for a visitor who refuses, returns without having begun, or comes while
 * the provider is down. With and without script.
 */

import { type Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { reload } from '../../support/reload.ts';
import { SignInProvider } from '../../support/server/provider.ts';
import { startShop } from '../../support/site/shop.ts';
import { expect, test } from '../../support/test.ts';

for (const javaScriptEnabled of [true, false]) {
  test(`an account has one place, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ started, browserOf, picture }) => {
    const provider = started.keep(await SignInProvider.at());
    const room = { max_outflow: 0, identity: 'oidc' };
    const { anteroom } = await started.stage(startShop, [room], { oidc: provider.oidc });
    await provider.serve(`${anteroom.http}/identity/signed-in`);
    const page = async (): Promise<Page> => {
      const opened = await (await browserOf({ javaScriptEnabled })).newPage();
      // The provider's own pages ask for a font.
      await opened.route('https://fonts.googleapis.com/**', (request) => request.abort());
      return opened;
    };
    const isAsked = async (page: Page): Promise<void> => {
      await expect(page.locator('html')).toHaveAttribute('data-state', 'sign-in');
      await fitsItsWidth(page);
      if (javaScriptEnabled) {
        await withoutViolations(page);
      }
    };
    const isTold = async (page: Page): Promise<void> => {
      await isAsked(page);
      await expect(page.getByRole('alert')).toContainText('Signing in didn’t work. Please try again.');
    };
    const goesToProvider = (page: Page): Promise<void> => page.getByRole('link', { name: 'Sign in' }).click();
    const signsIn = async (page: Page, name: string): Promise<void> => {
      await page.goto(anteroom.enter({ cid: 'en-US' }));
      await isAsked(page);
      await goesToProvider(page);
      await page.locator('input[name=login]').fill(name);
      await page.locator('input[name=password]').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
    };

    const first = await page();
    await signsIn(first, 'ada');
    await expect(first.locator('html')).toHaveAttribute('data-page', 'queue');
    expect(new URL(first.url()).searchParams.get('cid')).toBe('en-US');
    const second = await page();
    await signsIn(second, 'ada');
    await second.getByRole('button', { name: 'Move my place here' }).click();
    await expect(second.locator('html')).toHaveAttribute('data-page', 'queue');
    await reload(first);
    await expect(first.getByRole('heading', { name: 'Your place has moved to another device' })).toBeVisible();
    const other = await page();
    await signsIn(other, 'eve');
    await expect(other.locator('html')).toHaveAttribute('data-page', 'queue');
    expect((await anteroom.stats()).waiting).toBe(2);

    const refusing = await page();
    await refusing.goto(anteroom.enter());
    await goesToProvider(refusing);
    await refusing.getByRole('link', { name: 'Cancel' }).click();
    await isTold(refusing);
    if (javaScriptEnabled) {
      await picture(refusing, 'sign-in-refused');
    }

    const forged = await page();
    const back = `${anteroom.http}/identity/signed-in?code=x&state=demo.sale.${'0'.repeat(64)}.`;
    expect((await forged.goto(back))?.status()).toBe(403);
    await isTold(forged);

    const { waiting } = await anteroom.stats();
    // The page without script reloads itself, perhaps while there is no server.
    const place = second.url();
    await provider.stop();
    // The restarted server has forgotten the provider's description.
    await anteroom.kill();
    await anteroom.restart();
    const late = await page();
    await late.goto(anteroom.enter());
    await goesToProvider(late);
    await isTold(late);
    expect(await (await second.request.get(place)).text()).toContain('data-page="queue"');
    expect((await anteroom.stats()).waiting).toBe(waiting);
  });
}
