/**
 * Widgets on a page of another site: the vendor's markup and our elements, from one script, under a
 * policy that allows nothing else.
 */

import type { Page, Route } from '@playwright/test';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { withoutViolations } from '../../support/axe.ts';
import { startingIn } from '../../support/draw.ts';
import { startShop } from '../../support/site/shop.ts';
import { StaticPage } from '../../support/site/static-page.ts';
import { expect, test } from '../../support/test.ts';
import { enterMany } from '../../support/visitor.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const NOSCRIPT = 'Please enable JavaScript';
const SCRIPT_BYTES_MAX = 6 * 1024;
/** The interval of announcements and of polls. */
const MINUTE_MS = 60_000;

/** Returns the markup of the vendor's handbook. */
function vendor(widget: string, attributes = '', room = ROOM): string {
  return `<span data-queueit-widget="${widget}" data-queueit-eventid="${room}" data-queueit-customerid="${CUSTOMER}" ${attributes}>
    <span class="queueit-noscript">${NOSCRIPT}</span></span>`;
}

function element(widget: string, attributes = ''): string {
  return `<anteroom-${widget} customer="${CUSTOMER}" room="${ROOM}" ${attributes}>${NOSCRIPT}</anteroom-${widget}>`;
}

/** Starts a page with the script, under the strictest policy with which it works. */
function publish({ http }: Anteroom, body: string, more: { lang?: string; script?: string; head?: string } = {}): Promise<StaticPage> {
  const policy = `default-src 'none'; script-src 'self' ${http}; connect-src ${http}; img-src data:; style-src 'self'`;
  const head = `${more.head ?? ''}<script src="${http}/script/queueit.min.js" async></script>`;
  return StaticPage.start(body, { ...more, head, policy });
}

const refused = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);
const isWidget = (url: URL): boolean => url.pathname.startsWith('/widget/');

test('the button goes from phase to phase by itself, and gives nothing away before', async ({ open, page }) => {
  test.setTimeout(120_000);
  const slow = { timeout: 40_000 };
  const anteroom = await open(startingIn(9, { prequeue_minutes: 0, max_outflow: 0 }));
  const texts = "button: { idle:'Please Wait', prequeue:'Join Queue', queue:'Enter Queue', postqueue:'Queue Ended'}";
  await using site = await publish(
    anteroom,
    `<p>${vendor('Button', `data-queueit-texts="${texts}"`)}</p><p>${element('button')}</p><p>${element('countdown')}</p>`,
  );
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (isWidget(new URL(response.url())) && (await response.text()).includes('"idle"')) {
      answers.push(await response.text());
    }
  });
  await page.goto(site.url);
  const [theirs, ours] = [page.getByRole('button').first(), page.getByRole('button').last()];
  const countdown = page.getByRole('timer');

  await expect(theirs).toHaveText('Please Wait');
  await expect(ours).toHaveText('Not open yet');
  await expect(ours).toHaveAttribute('aria-disabled', 'true');
  await expect(countdown).toHaveText('Time until the start: less than a minute');
  // Uses force, because Playwright waits for an enabled button.
  await theirs.click({ force: true });
  expect(page.url()).toBe(site.url);
  expect(answers).toHaveLength(1);
  expect(answers[0]).not.toMatch(/http|127\.0\.0\.1|\/\//);

  await expect(countdown).toHaveText('It has started', slow);
  await expect(theirs).toHaveText('Join Queue', slow);
  await expect(ours).toHaveText('Join the draw');
  await expect(ours).toHaveAttribute('aria-disabled', 'false');
  await expect(theirs).toHaveText('Enter Queue', slow);
  await expect(ours).toHaveText('Join the line');
  await anteroom.act('end');
  await expect(theirs).toHaveText('Queue Ended', slow);
  await expect(ours).toHaveText('Closed');
  await expect(ours).toHaveAttribute('aria-disabled', 'true');
  await expect(countdown).toHaveText('It’s over');
  expect(await refused(page)).toEqual([]);
});

test('a click leads into the line with target and parameters; until then there is no cookie', async ({ open, page, context }) => {
  const anteroom = await open({ max_outflow: 0, target_url: 'http://127.0.0.1:9/show/{show}?promocode={code}' });
  const params = "{ show: '78', code: getCode(widget, key); seat: shop.seat }";
  await using site = await publish(
    anteroom,
    vendor('Button', `data-queueit-targetUrl="http://127.0.0.1:9/else" data-queueit-targetUrlParams="${params}"`),
    { script: "function getCode(widget, key) { return widget.dataset.queueitEventid + '-' + key } var shop = { seat: 12 }" },
  );
  await page.goto(site.url);
  const button = page.getByRole('button', { name: 'Join the line' });
  await expect(button).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await button.click();
  await new WaitingPage(page).shown();
  const { origin, searchParams } = new URL(page.url());
  expect(origin).toBe(anteroom.http);
  const { q, ...given } = Object.fromEntries(searchParams);
  expect(given).toEqual({
    c: CUSTOMER, e: ROOM, cid: 'en', t: 'http://127.0.0.1:9/else', t_show: '78', t_code: `${ROOM}-code`, t_seat: '12',
  });
  expect(q).toMatch(/^[0-9a-f-]{36}$/);
});

test('styles touch their own widget and nothing else, under a policy without inline styles', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await using site = await publish(
    anteroom,
    `${vendor('Button', 'id="blue" data-queueit-style="button { color: rgb(0, 0, 255); }"')}
     ${vendor('Countdown', 'id="red" data-queueit-style="span { color: rgb(200, 0, 0); }"')}
     ${element('button', 'id="plain"')}<button id="own">Own</button>`,
  );
  await page.goto(site.url);
  const colour = (selector: string): Promise<string> =>
    page.locator(selector).evaluate((found) => getComputedStyle(found).color);
  await expect(page.locator('#blue button')).toBeVisible();
  expect(await colour('#blue button')).toBe('rgb(0, 0, 255)');
  expect(await colour('#red [part=label]')).toBe('rgb(200, 0, 0)');
  expect(await colour('#plain button')).not.toBe('rgb(0, 0, 255)');
  expect(await colour('#own')).toBe(await colour('#plain button'));
  const box = await page.locator('#plain button').boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  expect(await refused(page)).toEqual([]);
});

test('the fallback text stays: without script, without the server, without such a room', async ({ open, browserOf, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await using site = await publish(anteroom, vendor('Button') + element('status') + vendor('Countdown', '', 'nothing'));
  const without = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await without.goto(site.url);
  await expect(without.getByText(NOSCRIPT)).toHaveCount(3);
  await expect(without.getByText(NOSCRIPT).first()).toBeVisible();

  await page.goto(site.url);
  await expect(page.getByRole('button')).toBeVisible();
  await expect(page.getByText(NOSCRIPT).first()).toBeHidden();
  await expect(page.getByText(NOSCRIPT).last()).toBeVisible();

  await page.route(isWidget, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(site.url);
  await failed;
  await expect(page.getByText(NOSCRIPT).first()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('works by keyboard, in a page of its language, and breaks no rule', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await enterMany(anteroom, 3);
  await using site = await publish(
    anteroom,
    `${vendor('Button')} ${vendor('Status')} ${element('countdown', 'culture="en"')}
     <p lang="de">${element('button', 'texts="queue: \'Los\'"')} ${element('status')}</p>`,
    { lang: 'ar' },
  );
  await page.goto(site.url);
  await expect(page.getByRole('button')).toHaveText(['الانضمام إلى الطابور', 'Los']);
  await expect(page.getByText('في الطابور 3 أشخاص')).toBeVisible();
  await expect(page.getByText('3 Personen sind in der Warteschlange')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('It has started');
  await expect(page.locator('anteroom-button button')).not.toHaveAttribute('lang');
  const button = page.getByRole('button').first();
  await expect(button).toHaveAttribute('lang', 'ar');
  await expect(button).toHaveAttribute('dir', 'rtl');
  await withoutViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await withoutViolations(page);

  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  const outline = await button.evaluate((found) => getComputedStyle(found).outlineWidth);
  expect(Number.parseFloat(outline)).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Enter');
  await new WaitingPage(page).shown();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
});

test('counts down by no clock of the device', async ({ open, page }) => {
  const anteroom = await open(startingIn(5_430, { prequeue_minutes: 0 }));
  const texts = "label: { startingin: 'Starting in', hour:'hour', hours:'hours', minute:'minute', minutes:'minutes'}";
  await using site = await publish(anteroom, element('countdown') + vendor('Countdown', `data-queueit-texts="${texts}"`));
  await page.clock.install({ time: new Date('2031-05-05T05:05:05Z') });
  await page.goto(site.url);
  const [ours, theirs] = [page.getByRole('timer').first(), page.getByRole('timer').last()];
  await expect(ours).toHaveText('Time until the start: 1 hour, 30 minutes');
  await expect(theirs).toHaveText('Starting in 1 hour 30 minutes');
  // From here on the page gets no answers.
  await page.route(isWidget, (route) => route.abort());
  await page.clock.runFor(31_000);
  await expect(ours).toHaveText('Time until the start: 1 hour, 29 minutes');
  await page.clock.setSystemTime(new Date('1999-01-01T00:00:00Z'));
  await page.clock.runFor(MINUTE_MS);
  await expect(ours).toHaveText('Time until the start: 1 hour, 28 minutes');
  await expect(theirs).toHaveText('Starting in 1 hour 28 minutes');
});

test('an answer that a cache has kept for a while is as old as the cache says', async ({ open, page }) => {
  const anteroom = await open(startingIn(5_430, { prequeue_minutes: 0 }));
  await using site = await publish(anteroom, element('countdown'));
  await page.route(isWidget, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), age: '90' } });
  });
  await page.goto(site.url);
  await expect(page.getByRole('timer')).toHaveText('Time until the start: 1 hour, 28 minutes');
});

test('widgets that come later are found, all of a room share a request, and those that go are let go', async ({ open, page }) => {
  const anteroom = await open({ max_outflow: 0 });
  await using site = await publish(anteroom, '<p id="place"></p>');
  let asked = 0;
  page.on('request', (request) => (asked += Number(isWidget(new URL(request.url())))));
  await page.clock.install();
  await page.goto(site.url);
  await page.waitForFunction(() => customElements.get('anteroom-button'));
  await page.locator('#place').evaluate((place, html) => (place.innerHTML = html), vendor('Button') + vendor('Status') + element('button'));
  await expect(page.getByRole('button')).toHaveCount(2);
  expect(asked).toBe(1);
  await page.locator('[data-queueit-widget=Button]').evaluate((widget) => widget.setAttribute('data-queueit-texts', "queue: 'Now'"));
  await expect(page.getByRole('button').first()).toHaveText('Now');
  expect(asked).toBe(1);
  await page.clock.runFor(20_000);
  await expect.poll(() => asked).toBe(2);
  await page.locator('#place').evaluate((place) => place.replaceChildren());
  await page.clock.runFor(5 * MINUTE_MS);
  expect(asked).toBe(2);
});

/** Answers like the server in the phase that is set. */
class Played {
  phase = 'idle';
  asked = 0;

  answer = async (route: Route): Promise<void> => {
    this.asked += 1;
    const told = { phase: this.phase, lang: 'en', dir: 'ltr', button: `Phase ${this.phase}`, countdown: { text: 'x' }, status: [] };
    const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=1' };
    await route.fulfill({ json: told, headers });
  };
}

/** Records when the page sends requests, by the clock of its timers. */
const NOTE_ASKING = 'var asked = [], ask = fetch; fetch = (...given) => { asked.push(performance.now()); return ask(...given) }';

test('asks no more than every five seconds, not at all in a hidden tab, at once when it is seen', async ({ open, page }) => {
  await using site = await publish(await open(), element('button'), { script: NOTE_ASKING });
  const played = new Played();
  await page.route(isWidget, played.answer);
  await page.clock.install();
  await page.goto(site.url);
  const button = page.getByRole('button');
  await expect(button).toHaveText('Phase idle');
  for (const count of [2, 3, 4]) {
    await page.clock.runFor(7_000);
    await expect.poll(() => played.asked).toBeGreaterThanOrEqual(count);
  }
  const at = await page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked);
  const gaps = at.slice(1).map((time, index) => time - at[index]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);

  const hide = (hidden: boolean): Promise<void> => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await hide(true);
  const before = played.asked;
  await page.clock.runFor(10 * MINUTE_MS);
  expect(played.asked).toBe(before);
  played.phase = 'queue';
  await hide(false);
  await expect(button).toHaveText('Phase queue');
});

test('a change of phase is announced, at most once a minute', async ({ open, page }) => {
  await using site = await publish(await open(), element('button'));
  const played = new Played();
  await page.route(isWidget, played.answer);
  await page.clock.install();
  await page.goto(site.url);
  const [button, said] = [page.getByRole('button'), page.getByRole('status')];
  await expect(button).toHaveText('Phase idle');
  await expect(said).toHaveText('');
  const change = async (phase: string): Promise<void> => {
    played.phase = phase;
    await page.clock.runFor(7_000);
    await expect(button).toHaveText(`Phase ${phase}`);
  };
  await change('prequeue');
  await page.clock.runFor(100);
  await expect(said).toHaveText('Phase prequeue');
  await change('queue');
  await page.clock.runFor(20_000);
  await expect(said).toHaveText('');
  await page.clock.runFor(35_000);
  await expect(said).toHaveText('Phase queue');
});

test('the script is small, is asked about by its tag, and lies under a name for ever', async ({ open, request }) => {
  const { http } = await open();
  const script = await request.get(`${http}/script/queueit.min.js`, { headers: { 'accept-encoding': 'br' } });
  const headers = script.headers();
  expect(headers['content-encoding']).toBe('br');
  expect(Number(headers['content-length'])).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  const again = await request.get(script.url(), { headers: { 'if-none-match': headers.etag! } });
  expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
  const named = await request.get(`${http}${headers['content-location']}`);
  expect(named.headers()['cache-control']).toContain('immutable');
  expect(await named.body()).toEqual(await script.body());
});

test('the demo shop shows how long its line is', async ({ openWithSite, page, picture }) => {
  const { anteroom, site } = await openWithSite(startShop, { max_outflow: 0, listed: true });
  await enterMany(anteroom, 30);
  const errors: string[] = [];
  page.on('console', (message) => errors.push(...(message.type() === 'error' ? [message.text()] : [])));
  await page.goto(site.url);
  await expect(page.locator('anteroom-status')).toContainText('30');
  await withoutViolations(page);
  expect(errors).toEqual([]);
  await picture(page, 'shop-widgets');
  await page.getByRole('link', { name: 'How the waiting room is doing' }).click();
  await expect(page).toHaveURL(`${anteroom.http}/status`);
  await expect(page.locator('main')).toContainText('30');
});
