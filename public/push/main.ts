/**
 * The script of the switch for a web push: asks the browser for a subscription and sends it to the
 * server, or withdraws it. A page loads this file at the first press of the switch, or at once if
 * the switch is on for its place.
 */

/** The storage key of the place whose switch is on, for pages that are loaded later. */
const KEPT = 'anteroom-push';

interface Answer {
  readonly publicKey: string;
  readonly worker: string;
  readonly on: boolean;
}

const button = document.querySelector<HTMLElement>('[data-push]');
const query = new URLSearchParams(location.search);
/** The path is beside the room's page, after any prefix. */
const address = new URL('push', location.href).pathname;

function tell(slot: string, isShown: boolean): void {
  document.querySelector(`[data-slot="${slot}"]`)?.toggleAttribute('hidden', !isShown);
}

async function answer(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  if (!response.ok) {
    throw new Error(String(response.status));
  }
  return response.json() as Promise<Answer>;
}

function send(fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams([...query, ...Object.entries(fields)]);
  return answer(fetch(address, { method: 'POST', body }));
}

/** Waits until a worker has been installed, which a subscription requires. */
function active(registration: ServiceWorkerRegistration): Promise<void> {
  const coming = registration.installing ?? registration.waiting;
  return new Promise((done, fail) => {
    const look = (): void => {
      if (registration.active) {
        done();
      } else if (coming?.state === 'redundant') {
        fail(new Error('the worker was not installed'));
      }
    };
    coming?.addEventListener('statechange', look);
    look();
  });
}

async function subscribe({ publicKey, worker }: Answer): Promise<Answer> {
  const registration = await navigator.serviceWorker.register(worker, { updateViaCache: 'none' });
  await active(registration);
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // Fails if an earlier subscription is bound to another key.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return send({ endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' });
}

function show(on: boolean): void {
  button?.setAttribute('aria-pressed', String(on));
  try {
    if (on) {
      localStorage.setItem(KEPT, query.get('q') ?? '');
    } else {
      localStorage.removeItem(KEPT);
    }
  } catch {
    // A browser without storage shows the switch as off on the next page.
  }
}

async function press(): Promise<void> {
  const wasOn = button?.getAttribute('aria-pressed') === 'true';
  tell('push-failed', false);
  tell('notify-denied', false);
  if (!wasOn && (await Notification.requestPermission()) !== 'granted') {
    tell('notify-denied', true);
    return;
  }
  try {
    const { on } = wasOn ? await send({ remove: '1' }) : await subscribe(await ask());
    show(on);
  } catch {
    tell('push-failed', true);
  }
}

function ask(): Promise<Answer> {
  return answer(fetch(address + location.search));
}

if (button) {
  button.onclick = () => void press();
  if (button.dataset['asked']) {
    void press();
  } else {
    ask().then(({ on }) => show(on), () => undefined);
  }
}
