/**
 * Web push on the page: switched on by a click alone, with a service worker that handles nothing
 * but messages. The tests cannot reach a push service, so they invent the browser's subscription,
 * and the browser's own tools deliver messages to the worker.
 */

import type { BrowserContext, Page } from '@playwright/test';

import type { Anteroom } from '../../support/server/anteroom.ts';
import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { CHROMIUM, starting } from '../../support/browsers.ts';
import { expect, type Started, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

// The bare engine shows no notifications of service workers.
test.use({ launchOptions: starting(CHROMIUM) });

const SWITCH = 'Notify me even if I close this page';
/** The keys are those of the example of RFC 8291. */
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/browser-of-the-test',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

async function offered(started: Started): Promise<Anteroom> {
  const push = { contact: 'mailto:ops@example.com' };
  return started.anteroom([{ max_outflow: 0, push: true }, { id: 'without', max_outflow: 0 }], 'http://127.0.0.1:9/', { push });
}

/**
 * Lets the browser subscribe without a service, or fail to subscribe, and records the requests to
 * it.
 */
async function withService(page: Page, answers: boolean): Promise<void> {
  await page.addInitScript(
    ([subscription, answers]) => {
      PushManager.prototype.subscribe = async function (options) {
        sessionStorage.setItem('subscribed', JSON.stringify(options));
        if (!answers) {
          throw new DOMException('Registration failed - push service not available', 'AbortError');
        }
        return { toJSON: () => subscription } as unknown as PushSubscription;
      };
    },
    [SUBSCRIPTION, answers] as const,
  );
}

async function entered(page: Page, anteroom: Anteroom, room?: string): Promise<void> {
  await page.goto(anteroom.enter({}, room));
  await new WaitingPage(page).hydrated();
}

const button = (page: Page) => page.getByRole('button', { name: SWITCH, exact: true });

/** Returns the addresses that the page's browser requested, including scripts of web push. */
function watched(page: Page): string[] {
  const asked: string[] = [];
  page.context().on('request', (request) => {
    if (/\/push/.test(new URL(request.url()).pathname)) {
      asked.push(new URL(request.url()).pathname);
    }
  });
  return asked;
}

async function permitted(context: BrowserContext, anteroom: Anteroom): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: anteroom.http });
}

test('a click switches it on, a reload shows it on, and another click takes it back', async ({ started, page, context }) => {
  const anteroom = await offered(started);
  await permitted(context, anteroom);
  await withService(page, true);
  const asked = watched(page);
  await entered(page, anteroom);
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  expect(asked, 'nothing loads before a click').toEqual([]);
  await withoutViolations(page);
  await fitsItsWidth(page);

  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  const state = (): Promise<{ on: boolean; publicKey: string }> =>
    page.evaluate(async () => (await fetch('/push' + location.search)).json());
  const kept = await state();
  expect(kept.on).toBe(true);
  const options = await page.evaluate(() => JSON.parse(sessionStorage.getItem('subscribed') ?? '{}') as object);
  expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: kept.publicKey });

  const registration = await page.evaluate(async () => {
    const [registration, ...others] = await navigator.serviceWorker.getRegistrations();
    const { scope, active } = registration!;
    return { others: others.length, scope, script: active?.scriptURL, controls: Boolean(navigator.serviceWorker.controller) };
  });
  expect(registration, 'no page is in its scope').toEqual({
    others: 0,
    scope: `${anteroom.http}/push/`,
    script: `${anteroom.http}/push/worker.js`,
    controls: false,
  });
  const worker = await page.request.get(`${anteroom.http}/push/worker.js`);
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(await worker.text(), 'it intercepts nothing').not.toMatch(/fetch|caches/);

  await page.reload();
  await new WaitingPage(page).hydrated();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  expect((await state()).on).toBe(false);
});

test('a message becomes a notification, and a click on it leads to the page of the room', async ({ started, page, context }) => {
  const anteroom = await offered(started);
  await permitted(context, anteroom);
  await withService(page, true);
  await entered(page, anteroom);
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((done) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'));
      if (ours) {
        done(ours.registrationId);
      }
    });
  });
  await tools.send('ServiceWorker.enable');
  const working = context.waitForEvent('serviceworker');
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  const worker = await working;

  const message = { title: 'Summer sale: your turn is coming up', body: 'Soon', url: '/?c=demo&e=sale&cid=en-US', tag: 'turn', lang: 'en-US', dir: 'ltr' };
  const registrationId = await registered;
  const deliver = (data: object) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin: anteroom.http, registrationId, data: JSON.stringify(data) });
  const notifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/push/');
      return (await registration!.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await deliver(message);
  const { title, body, tag } = message;
  await expect.poll(notifications).toEqual([{ title, body, tag }]);
  await deliver({ ...message, body: 'Sooner' });
  await expect.poll(notifications, 'in place of the first one').toEqual([{ title, body: 'Sooner', tag }]);

  // Only a real press lets a worker focus or open a window, so the test records the worker's
  // requests.
  const press = () =>
    worker.evaluate(async () => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        clients: { openWindow(url: string): Promise<null> };
        dispatchEvent(event: Event): boolean;
      };
      const asked: string[] = [];
      const { WindowClient, ExtendableEvent } = globalThis as unknown as {
        WindowClient: { prototype: { focus(): Promise<void>; url: string } };
        ExtendableEvent: typeof Event;
      };
      WindowClient.prototype.focus = async function () {
        asked.push(`focus ${new URL(this.url).pathname}`);
      };
      scope.clients.openWindow = async (url) => {
        asked.push(`open ${url}`);
        return null;
      };
      const [notification] = await scope.registration.getNotifications();
      const waiting: Promise<unknown>[] = [];
      const event = Object.assign(new ExtendableEvent('notificationclick'), { notification });
      Object.assign(event, { waitUntil: (done: Promise<unknown>) => waiting.push(done) });
      scope.dispatchEvent(event);
      await Promise.all(waiting);
      return asked;
    });
  expect(await press()).toEqual(['focus /']);
  await expect.poll(notifications, 'a press closes it').toEqual([]);
  await page.goto(`${anteroom.http}/about`);
  await deliver(message);
  await expect.poll(notifications).toHaveLength(1);
  expect(await press()).toEqual([`open ${anteroom.http}${message.url}`]);
});

test('where the browser cannot subscribe the page says so, and goes on', async ({ started, page, context }) => {
  const anteroom = await offered(started);
  await permitted(context, anteroom);
  await withService(page, false);
  await entered(page, anteroom);
  await button(page).click();
  await expect(page.getByText('That didn’t work. Please keep this page open instead.')).toBeVisible();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a visitor who allows no notifications is told where to change that', async ({ started, page }) => {
  const anteroom = await offered(started);
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  await entered(page, anteroom);
  await button(page).click();
  await expect(page.getByText('Your browser doesn’t allow notifications for this page.')).toBeVisible();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
});

test('there is no switch where the room or the browser has no web push', async ({ started, page, browserOf }) => {
  const anteroom = await offered(started);
  await entered(page, anteroom, 'without');
  await expect(page.getByRole('button', { name: 'Play a sound' })).toBeVisible();
  await expect(page.locator('[data-push]')).toHaveCount(0);
  for (const missing of ['PushManager', 'Notification', 'serviceWorker']) {
    const old = await (await browserOf()).newPage();
    await old.addInitScript((missing) => {
      const holder = missing === 'serviceWorker' ? Navigator.prototype : window;
      delete (holder as unknown as Record<string, unknown>)[missing];
    }, missing);
    await entered(old, anteroom);
    await expect(old.locator('[data-push]')).toBeHidden();
  }
});
