/**
 * The service worker of web push: shows a notification that the turn is near, and leads to the
 * room's page, which claims the turn. None of our pages is in its scope, and it handles no request.
 */

import { isOfRoom, read } from './message.ts';

/** The parts of a worker's scope that are used here; the types for pages do not contain them. */
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface LastingEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface PushedEvent extends LastingEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('push', (event) => {
  const message = read(event.data?.text());
  if (message) {
    const { title, body, url, tag, lang, dir } = message;
    const options = { body, tag, lang, dir, data: url, requireInteraction: true };
    event.waitUntil(worker.registration.showNotification(title, options));
  }
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data, worker.location.origin).href));
});

/** Shows the window with the room's page, or opens one. */
async function show(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((window) => isOfRoom(window.url, url));
  await (open ? open.focus() : worker.clients.openWindow(url));
}
