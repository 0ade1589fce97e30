/**
 * The room's static page, as CDNs serve it on the site's own host: it reads its address, asks our
 * API from another origin, and leads its visitor back.
 */

import type { Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { Mailbox } from '../../support/server/mailbox.ts';
import { expect, POOL, type Scene, SLUG, test } from '../../support/site/crowdhandler/test.ts';
import { arrived } from '../../support/site/site.ts';
import { NavigationLog } from '../../support/navigation-log.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const CDN = { behindCdn: true, pool: { rate: 0 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const TARGET = '/tickets?evt=1&x=a%20b';
/** Longer than any answer is valid while a room is closed. */
const ANSWER_MS_MAX = 90_000;

interface Kept {
  countdown?: object;
  positions?: object;
  token?: Record<string, string>;
}

/** The messages that an app that shows the page has received. */
type Told = { told: string[] };

/** Waits for the page of a visitor in line, with that number. */
async function inLine(page: Page, number: number): Promise<WaitingPage> {
  const waiting = new WaitingPage(page);
  await waiting.is('in-line');
  expect(await waiting.count('number')).toBe(number);
  return waiting;
}

/** Records what the page's policy refuses. */
async function guarded(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    addEventListener('securitypolicyviolation', (event) => refused.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  return () => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);
}

function kept(page: Page): Promise<Kept> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('crowdhandler') ?? '{}') as Kept);
}

/** The address of the room's page on the site's host. */
function roomOf({ site, publicKey }: Scene, parameters: Record<string, string> = {}, slug = SLUG): string {
  const query = new URLSearchParams({ url: `${site.url}${TARGET}`, 'ch-id': '', 'ch-public-key': publicKey, ...parameters });
  return `${site.url}/ch/${slug}?${query}`;
}

/** Lets time pass until an attribute of the page shows that the visitor is let in. */
async function turnComes(page: Page, attribute: string, value: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ANSWER_MS_MAX);
    await expect(page.locator('html')).toHaveAttribute(attribute, value, { timeout: 2_000 });
  }).toPass();
}

async function open(scene: Scene): Promise<void> {
  await scene.anteroom.changePool(POOL, { rate: 6000 });
}

test('people wait on the page that a CDN keeps, and the site takes them back', async ({ page, protect, browserOf, picture }) => {
  const scene = await protect(CDN);
  const { anteroom, site, publicKey } = scene;
  const refused = await guarded(page);
  const navigations = new NavigationLog(page.context());
  await page.clock.install();
  await page.goto(`${site.url}${TARGET}`);
  await inLine(page, 1);
  const room = new URL(page.url());
  const token = room.searchParams.get('ch-id')!;
  expect([room.pathname, token]).toEqual([`/ch/${SLUG}`, expect.stringMatching(/^tok0/)]);
  expect(await kept(page)).toEqual({ countdown: {}, positions: {}, token: { [publicKey]: token } });
  expect(await refused()).toEqual([]);
  await withoutViolations(page);
  await picture(page, 'crowdhandler-static-desktop');
  await page.reload();
  await inLine(page, 1);

  const phone = await (await browserOf({ ...PHONE, colorScheme: 'dark' })).newPage();
  await phone.clock.install();
  await phone.goto(`${site.url}${TARGET}`);
  await inLine(phone, 2);
  await fitsItsWidth(phone);
  await withoutViolations(phone);
  await picture(phone, 'crowdhandler-static-phone-dark');
  expect(site.worker.fetched, 'one page for both, without a query').toEqual([`${anteroom.http}/${SLUG}`]);

  await open(scene);
  for (const visitor of [page, phone]) {
    await turnComes(visitor, 'data-shop', 'tickets');
    await expect(visitor, 'without the parameters').toHaveURL(`${site.url}${TARGET}`);
  }
  const back = new URL(navigations.urls.at(-2)!);
  expect(back.search.startsWith(`?evt=1&x=a%20b&ch-id=${token}&ch-id-signature=`), back.search).toBe(true);
  expect([...back.searchParams.keys()]).toEqual(['evt', 'x', 'ch-id', 'ch-id-signature', 'ch-requested', 'ch-code', 'ch-fresh']);
  const cookies = await page.context().cookies(site.url);
  expect(cookies.map(({ name, value }) => [name, value])).toEqual([['crowdhandler', token]]);
  expect((await anteroom.stats()).redirectsTotal, 'each was let in once').toBe(2);
});

test('a word for no token is none, the fragment is kept, and the address keeps the place', async ({ page, protect }) => {
  const scene = await protect(CDN);
  const { site } = scene;
  for (const [count, none] of ['undefined', 'null', ''].entries()) {
    await page.goto(`${site.url}/imprint`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(roomOf(scene, { 'ch-id': none, 'ch-code': none }));
    await inLine(page, count + 1);
    await page.reload();
    await inLine(page, count + 1);
  }
  // A token that the server does not know is replaced, also in the address, by the token that the
  // browser keeps, or by a new one.
  const [place] = Object.values((await kept(page)).token!);
  await page.goto(roomOf(scene, { 'ch-id': 'tok0M7SBFAp9J8kK' }));
  await inLine(page, 3);
  expect(new URL(page.url()).searchParams.get('ch-id')).toBe(place);
  await page.reload();
  await inLine(page, 3);
  await page.evaluate(() => localStorage.clear());
  await page.goto(roomOf(scene, { 'ch-id': 'tok0M7SBFAp9J8kK' }));
  await inLine(page, 5);
  expect(new URL(page.url()).searchParams.get('ch-id')).toBe(Object.values((await kept(page)).token!)[0]);

  await open(scene);
  const returned = page.waitForRequest((request) => request.url().includes('ch-fresh=true'));
  await page.goto(roomOf(scene, { url: `${site.url}/tickets/a?ch-id=old&b=%7E+c&ch-fresh=x#seats` }));
  expect((await returned).url()).toMatch(/\/tickets\/a\?b=%7E\+c&ch-id=tok0[^&]+&ch-id-signature=[0-9a-f]{64}&ch-requested=[^&]+&ch-code=&ch-fresh=true$/);
  await expect(page).toHaveURL(/#seats$/);
});

test('nobody is led to a stranger’s site, and without an address to the room’s own target', async ({ page, protect }) => {
  const scene = await protect({ behindCdn: true });
  for (const url of ['https://evil.example/tickets', '', 'javascript:alert(1)']) {
    await page.goto(roomOf(scene, { url }));
    await arrived(page, 'tickets');
    await expect(page).toHaveURL(`${scene.site.url}/tickets`);
  }
});

test('the link for an e-mail leads to the server’s own page, with the same place', async ({ page, protect, started }) => {
  const { smtp } = started.keep(await Mailbox.start());
  const scene = await protect({ ...CDN, smtp, room: { email: true } });
  await page.goto(roomOf(scene));
  await inLine(page, 1);
  const email = page.getByRole('link', { name: 'Email me when it’s nearly my turn' });
  await email.click();
  expect(new URL(page.url()).origin).toBe(new URL(scene.anteroom.http).origin);
  await inLine(page, 1);
  await email.click();
  await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible();
});

test('the page says when the server is away, keeps trying, and keeps the place', async ({ page, protect, picture }) => {
  const scene = await protect(CDN);
  await page.clock.install();
  await page.goto(roomOf(scene));
  const waiting = await inLine(page, 1);
  await page.context().setOffline(true);
  await expect(waiting.html, 'without a call').toHaveAttribute('data-connection', 'lost');
  await expect(page).toHaveTitle(/^Connection lost\./);
  await page.context().setOffline(false);
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  await expect(page).not.toHaveTitle(/^Connection lost/);
  await scene.anteroom.kill();
  await page.clock.fastForward(ANSWER_MS_MAX);
  await expect(waiting.html).toHaveAttribute('data-connection', 'lost');
  await expect(waiting.slot('connection')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText((await waiting.slot('connection').textContent())!);
  await picture(page, 'crowdhandler-static-away');
  await scene.anteroom.restart();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(waiting.html).toHaveAttribute('data-connection', 'back');
  await inLine(page, 1);
  await page.clock.fastForward(6_000);
  await expect(waiting.slot('connection')).toBeHidden();
  await open(scene);
  await turnComes(page, 'data-shop', 'tickets');
});

test('the page shows the stock, and everybody who waits reads that it is sold out', async ({ page, protect, picture }) => {
  const scene = await protect({ behindCdn: true, pool: { rate: 0, max_sessions: 500, stock: 304 } });
  await page.clock.install();
  await page.goto(roomOf(scene));
  const waiting = await inLine(page, 1);
  const [stock, region] = [waiting.slot('stock'), page.getByRole('status')];
  await expect(stock).toHaveText('About 300 left.');
  await withoutViolations(page);
  await picture(page, 'crowdhandler-static-stock');

  // One answer has both changes: a poll between them would announce them one after the other.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await scene.anteroom.changePool(POOL, { stock: 0 });
  await scene.anteroom.change({ message: 'The second batch comes on Friday.' });
  await page.clock.resume();
  await page.clock.fastForward(ANSWER_MS_MAX);
  await waiting.is('sold-out');
  await expect(waiting.slot('headline')).toHaveText('Sold out at the moment');
  await expect(waiting.slot('wait')).toHaveText('not known at the moment');
  await expect(stock).toBeHidden();
  await expect(page).toHaveTitle(/^Sold out/);
  await expect(region, 'the state first').toHaveText(/^Nothing is left right now.* You’ll keep your place.* The second batch comes on Friday\.$/);
  await withoutViolations(page);
  await picture(page, 'crowdhandler-static-sold-out');

  await scene.anteroom.changePool(POOL, { stock: 47 });
  await page.clock.fastForward(ANSWER_MS_MAX);
  await waiting.is('in-line');
  await expect(stock).toHaveText('About 40 left.');
  await open(scene);
  await turnComes(page, 'data-shop', 'tickets');
});

test('a full room is shown as full, and lets the page into the line when there is space', async ({ page, protect, browserOf, picture }) => {
  const small = { id: 'small', slug: 'small', url_match: 'contains', url_pattern: '/small', capacity: 1 };
  const scene = await protect({ ...CDN, rooms: [small] });
  const first = await (await browserOf({})).newPage();
  await first.goto(roomOf(scene, {}, 'small'));
  await inLine(first, 1);

  await page.clock.install();
  await page.goto(roomOf(scene, {}, 'small'));
  const { html } = new WaitingPage(page);
  await expect(html).toHaveAttribute('data-state', 'room-full');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The waiting room is full right now');
  await expect(page.getByRole('status')).toHaveText(/^The waiting room is full right now\. .*tries again by itself/);
  await expect(page.locator('.figures')).toBeHidden();
  await withoutViolations(page);
  await picture(page, 'crowdhandler-static-full');
  for (const [name, options] of Object.entries({ 'phone-dark': { ...PHONE, colorScheme: 'dark' as const }, 'arabic': { ...PHONE, locale: 'ar-EG' } })) {
    const other = await (await browserOf(options)).newPage();
    await other.goto(roomOf(scene, name === 'arabic' ? { cid: 'ar' } : {}, 'small'));
    await expect(other.locator('html')).toHaveAttribute('data-state', 'room-full');
    await fitsItsWidth(other);
    await withoutViolations(other);
    await picture(other, `crowdhandler-static-full-${name}`);
    await other.close();
  }
  expect(await kept(page), 'nothing is kept of the visitor').toEqual({});

  await scene.anteroom.change({ capacity: 2 }, 'small');
  await expect(async () => {
    await page.clock.fastForward(ANSWER_MS_MAX);
    await expect(html).toHaveAttribute('data-state', 'in-line', { timeout: 2_000 });
  }).toPass();
  await inLine(page, 2);
  await expect(page.locator('.figures')).toBeVisible();
});

interface Throttled {
  status: number;
  headers: Record<string, string>;
  json: unknown;
}

for (const [name, answer] of Object.entries<Throttled>({
  'HTTP 429': { status: 429, headers: { 'retry-after': '50', 'access-control-expose-headers': 'retry-after' }, json: { message: 'Too Many Requests' } },
  'status 6': { status: 200, headers: {}, json: { result: { status: 6, token: null, slug: '', promoted: 0, ttl: 50 } } },
})) {
  test(`a page that asks too often keeps calm, keeps what it shows, and asks when it may: ${name}`, async ({ page, protect }) => {
    const scene = await protect(CDN);
    await page.clock.install();
    await page.goto(roomOf(scene));
    const { html } = await inLine(page, 1);
    let asked = 0;
    await page.route((url) => url.origin === scene.anteroom.http && url.pathname.startsWith('/v1/'), (route) => {
      if (route.request().method() === 'OPTIONS') {
        return route.continue();
      }
      asked += 1;
      return route.fulfill({ ...answer, headers: { ...answer.headers, 'access-control-allow-origin': scene.site.url } });
    });
    const answered = page.waitForEvent('requestfinished', (request) => asked === 1 && new URL(request.url()).pathname.startsWith('/v1/'));
    await page.clock.fastForward(ANSWER_MS_MAX);
    await answered;
    const told = await page.evaluate(() => Date.now());
    // The page reads an answer some moments after the browser has it: so time is not skipped in a
    // single step.
    while (asked === 1) {
      await page.clock.runFor(2_000);
      await expect(html).toHaveAttribute('data-state', 'in-line');
      await expect(html).not.toHaveAttribute('data-connection', 'lost');
    }
    const waited = await page.evaluate(() => Date.now()) - told;
    expect(waited, 'not before the time that it was told').toBeGreaterThanOrEqual(48_000);
    expect(waited, 'and then soon').toBeLessThan(75_000);
    await page.unrouteAll();
    await open(scene);
    await turnComes(page, 'data-shop', 'tickets');
  });
}

test('a page without a slug finds the room, or sends its visitor on', async ({ page, protect }) => {
  const scene = await protect(CDN);
  const { site, anteroom } = scene;
  const refused = await guarded(page);
  await page.clock.install();
  await anteroom.kill();
  await page.route((url) => url.origin === anteroom.http && url.pathname.startsWith('/v1/'), (route) => route.abort());
  await anteroom.restart();
  const failed = page.waitForEvent('requestfailed');
  await page.goto(roomOf(scene, { 'ch-id': 'undefined' }, ''));
  await failed;
  await expect(page.locator('html'), 'until the API answers').toHaveAttribute('data-page', 'holding');
  await page.unroute(() => true);
  await page.unrouteAll();
  await page.clock.fastForward(ANSWER_MS_MAX);
  await inLine(page, 1);
  expect(await refused()).toEqual([]);
  expect(site.worker.fetched).toEqual([`${anteroom.http}/`]);
  await page.reload();
  await inLine(page, 1);

  await page.goto(roomOf(scene, { url: `${site.url}/imprint` }, ''));
  await arrived(page, 'imprint');
});

for (const [mode, name] of [['react-native', 'ReactNativeWebView'], ['flutter', 'CHMessage']] as const) {
  test(`an app gets its messages: ${mode}`, async ({ page, protect }) => {
    const scene = await protect(CDN);
    await page.clock.install();
    await page.addInitScript((channel) => {
      const told: string[] = [];
      Object.assign(window, { told, [channel]: { postMessage: (message: string) => told.push(message) } });
    }, name);
    const told = (): Promise<string[]> => page.evaluate(() => (window as unknown as Told).told);
    await page.goto(roomOf(scene, { ch_mode: mode }));
    await inLine(page, 1);
    const token = Object.values((await kept(page)).token!)[0];
    const visitor = { slug: SLUG, token, requestURL: `${scene.site.url}${TARGET}` };
    // The app's own code cuts the message at its first equals signs.
    const read = (message: string): [string | undefined, unknown] => {
      const [kind, json, ...more] = message.split('=');
      expect(more).toEqual([]);
      return [kind, JSON.parse(json!)];
    };
    if (mode === 'react-native') {
      expect((await told()).map(read)).toEqual([['saveToken', visitor]]);
    }
    await open(scene);
    await turnComes(page, 'data-state', 'redirecting');
    const last = (await told()).at(-1)!;
    if (mode === 'react-native') {
      expect(read(last)).toEqual(['promoted', { promoted: 1, ...visitor }]);
    } else {
      expect(await told()).toEqual([JSON.stringify({ promoted: 1, token })]);
    }
    expect(new URL(page.url()).pathname, 'the app leaves the page itself').toBe(`/ch/${SLUG}`);
  });
}

test('the page speaks the reader’s language, from right to left as well, and the chosen one', async ({ protect, browserOf, picture }) => {
  const detecting = { id: 'own', slug: 'own', url_match: 'contains', url_pattern: '/own', detect_language: true };
  const scene = await protect({ ...CDN, rooms: [detecting] });
  const page = await (await browserOf({ locale: 'ar-EG', ...PHONE })).newPage();
  const refused = await guarded(page);
  await page.goto(roomOf(scene, {}, 'own'));
  const { html, page: arabic } = await inLine(page, 1);
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(html).toHaveAttribute('lang', /^ar/);
  await expect(arabic.getByRole('heading', { level: 1 })).toHaveText('دورك هو التالي');
  await fitsItsWidth(page);
  await withoutViolations(page);
  await picture(page, 'crowdhandler-static-arabic');

  await expect(page.locator('form.language button')).toBeHidden();
  await page.locator('#language').selectOption('de');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Als Nächstes sind Sie dran');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await page.reload();
  await inLine(page, 1);
  await expect(html, 'a reload keeps the language').toHaveAttribute('lang', 'de');
  expect(await refused()).toEqual([]);
});

test('before the start the page counts down', async ({ page, protect, picture }) => {
  const start = new Date(Date.now() + 8 * 60_000);
  const scene = await protect({ behindCdn: true, rooms: [{ id: 'soon', slug: 'soon', url_match: 'contains', url_pattern: '/soon', start }] });
  await page.clock.install();
  await page.goto(roomOf(scene, { url: `${scene.site.url}/soon` }, 'soon'));
  const { html } = new WaitingPage(page);
  await expect(html).toHaveAttribute('data-page', 'before');
  const countdown = page.locator('[data-slot="countdown"]');
  await expect(countdown).toHaveText(/^0[67]:[0-5]\d$/);
  const before = await countdown.textContent();
  await page.clock.runFor(2_000);
  await expect(countdown).not.toHaveText(before!);
  await expect(page.locator('[data-slot="starts-at"]')).toHaveText(/20\d\d/);
  await withoutViolations(page);
  await picture(page, 'crowdhandler-static-before');
});

test('without scripts the page leads to the room’s own page', async ({ protect, browserOf, picture }) => {
  const scene = await protect(CDN);
  const page = await (await browserOf({ javaScriptEnabled: false })).newPage();
  await page.goto(roomOf(scene));
  const way = page.getByRole('link', { name: 'Go to the waiting room' });
  const card = page.locator('.heading');
  await expect(card, 'a card of its own').not.toHaveCSS('border-bottom-left-radius', '0px');
  const [above, below] = [await card.boundingBox(), await page.locator('noscript .help').boundingBox()];
  expect(below!.y).toBeGreaterThan(above!.y + above!.height);
  await picture(page, 'crowdhandler-static-without-scripts');
  await way.click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'in-line');
  expect(new URL(page.url()).origin).toBe(scene.anteroom.http);

  await page.goto(roomOf(scene, {}, ''));
  await expect(page.locator('noscript .todo')).toHaveText(/^Please go back to the site you came from/);
  await expect(page.locator('noscript .todo')).toBeVisible();
  await expect(page.getByText('It tries again by itself'), 'which it does not').toBeHidden();
});
